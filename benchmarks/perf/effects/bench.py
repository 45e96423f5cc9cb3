"""The oracle of change: whether our reports describe what actions do, on real applications.

Scripted walks do at least fifteen actions on each. Around every action an independent look records
what appeared, vanished and changed, and the report that a model reads is compared with that.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from agent_e.benchmarks.apps import AppFailed
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import VIEWPORT, known, load, telling
from agent_e.benchmarks.screens import ScreenFailed
from agent_e.errors import ConfigError

from .walking import Done, walked
from .walks import WALKS

_ALL = "all"
_HEADINGS = (
    "application", "actions", "told rightly", "untold", "late", "untrue", "false nothing", "failed",
    "median length", "longest",
)  # fmt: skip


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; some minutes for each application.

    Raises:
        ConfigError: there is no walk of an application (``pages``), or peers were asked for.
        BrowserError: the browser failed.
    """
    names = known("walk", options.pages, WALKS) or tuple(WALKS)
    if options.peers or options.repeats:
        raise ConfigError("The measurement effects has no --peers and no --repeats.")
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    load_before = load()
    done: dict[str, list[Done]] = {}
    problems: list[PerfRow] = []
    for name in names:
        done[name] = []
        try:
            await _walk(name, options, done[name])
        except (AppFailed, ScreenFailed) as error:
            note = str(error).splitlines()[0]
            problems.append(PerfRow(name, "not done", None, note=note))
    return PerfReport(
        name="effects",
        rows=(*rows_of(done), *problems),
        facts={
            "viewport": list(VIEWPORT),
            "faults": [_fault(each) for some in done.values() for each in some if _is_bad(each)],
            "load_before": load_before,
            "load_after": load(),
        },
        table=table_of(done),
    )


async def _walk(name: str, options: PerfOptions, done: list[Done]) -> None:
    walk = WALKS[name]
    total = sum(len(leg.acts) for leg in walk)
    tell = telling(options, name)
    async for each in walked(name, walk, options):
        done.append(each)
        how = each.problem or ("right" if each.verdict and each.verdict.right else "FAULT")
        tell(f"{len(done)} of {total}: {each.title}: {how}")


def _is_bad(done: Done) -> bool:
    return done.verdict is None or not done.verdict.right


def _fault(done: Done) -> dict[str, Any]:
    """All that is needed to fix a fault in a report."""
    found: dict[str, Any] = {
        "application": done.app,
        "number": done.number,
        "url": done.url,
        "action": done.title,
    }
    if done.verdict is None:
        return found | {"failed": done.problem}
    return found | {
        "untold": list(done.verdict.untold),
        "late": list(done.verdict.late),
        "untrue": list(done.verdict.untrue),
        "false_nothing": done.verdict.false_nothing,
        "text": done.text,
    }


def rows_of(done: dict[str, list[Done]]) -> list[PerfRow]:
    """Return the figures of all walks together and of each."""
    rows = _figures(_ALL, [each for some in done.values() for each in some])
    for name, some in done.items():
        rows += _figures(name, some)
    return rows


def _figures(name: str, done: Sequence[Done]) -> list[PerfRow]:
    judged = [each for each in done if each.verdict]
    verdicts = [each.verdict for each in judged if each.verdict]
    rows = [PerfRow(name, "actions", len(judged)), PerfRow(name, "failed", len(done) - len(judged))]
    if not verdicts:
        return rows
    lengths = [len(each.words) for each in judged]
    share = 100 * sum(each.right for each in verdicts) / len(verdicts)
    counts: dict[str, float] = {
        "untold": sum(bool(each.untold) for each in verdicts),
        "late": sum(bool(each.late) for each in verdicts),
        "untrue": sum(bool(each.untrue) for each in verdicts),
        "false nothing": sum(each.false_nothing for each in verdicts),
        "median length": statistics.median(lengths),
        "longest": max(lengths),
    }
    rows.append(PerfRow(name, "told rightly", round(share, 1), "%"))
    return rows + [PerfRow(name, figure, value) for figure, value in counts.items()]


def table_of(done: dict[str, list[Done]]) -> tuple[tuple[str, ...], ...]:
    """Return one row for each application, and one for all."""
    values = {(row.case, row.figure): row for row in rows_of(done)}

    def cell(name: str, figure: str) -> str:
        row = values.get((name, figure))
        return f"{row.value:g} {row.unit}".strip() if row and row.value is not None else ""

    lines = [(name, *(cell(name, each) for each in _HEADINGS[1:])) for name in (*done, _ALL)]
    return (_HEADINGS, *lines)
