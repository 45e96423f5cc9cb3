"""The time to stop a run, at random moments: by the library, and by the command line.

From the order (``WebAgent.stop``, SIGINT) until ``run`` returns, or the process is gone with its
browser closed and its result written. The bar is 2 s for 95 of 100.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import check_repeats, known, load, telling
from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.config import BrowserSettings

from .stops import Stopped, stop_command, stop_library

CASES = ("library", "command line")
REPEATS = 50
BAR_S = 2.0


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about five minutes.

    Raises:
        ConfigError: there is no such case.
        BrowserError: no browser can be started.
    """
    check_repeats(options)
    cases = known("case", options.pages, CASES) or CASES
    repeats, seed = options.repeats or REPEATS, options.seed or 0
    facts: dict[str, object] = {"repeats": repeats, "seed": seed, "load": load()}
    rows: list[PerfRow] = []
    for case in cases:
        tell = telling(options, case)
        with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
            each = _library if case == "library" else _command_line
            taken = await each(range(seed, seed + repeats), Path(folder), options)
        rows += rows_of(case, taken)
        tell(f"slowest {max(one.seconds for one in taken):.2f} s")
    facts["load_after"] = load()
    return PerfReport(name="stopping", rows=tuple(rows), facts=facts)


async def _library(seeds: range, folder: Path, options: PerfOptions) -> list[Stopped]:
    """All in one browser, as servers and suites do."""
    settings = BrowserSettings(executable=options.executable)
    async with SharedBrowser.start(settings) as shared:

        def opener(settings: BrowserSettings, **given: object) -> object:
            return BrowserSession.open(settings, shared=shared, **given)  # type: ignore[arg-type]

        return [
            await stop_library(seed, folder / str(seed), opener)  # type: ignore[arg-type]
            for seed in seeds
        ]


async def _command_line(seeds: range, folder: Path, options: PerfOptions) -> list[Stopped]:
    return [
        await stop_command(seed, folder / str(seed), executable=options.executable)
        for seed in seeds
    ]


def rows_of(case: str, taken: Sequence[Stopped]) -> list[PerfRow]:
    """Return the figures of one case: seconds, and how many ended as expected."""
    seconds = sorted(each.seconds for each in taken)
    worst = max(taken, key=lambda each: each.seconds).when
    rows = [
        PerfRow(
            case,
            f"stopped, {name}",
            round(value, 3),
            "s",
            peer_values={"bar": BAR_S} if name == "p95" else {},
            note=note,
        )
        for name, value, note in (
            ("p50", _quantile(seconds, 0.5), ""),
            ("p95", _quantile(seconds, 0.95), ""),
            ("worst", seconds[-1], f"after {worst.kind}"),
        )
    ]
    right = sum(each.outcome == "stopped" and each.exit_code == 130 for each in taken)
    counts = (("ended as stopped", right), ("processes left", sum(each.left for each in taken)))
    return rows + [
        PerfRow(case, name, value, note=f"of {len(taken)} runs") for name, value in counts
    ]


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    return ordered[max(0, -(-int(share * 100) * len(ordered) // 100) - 1)]
