"""Whether everything usable on real screens is offered by its name, and nothing else.

On each screen our reader looks first. Then every few pixels, in all frames and shadow roots, the
browser is asked what a click would meet. The two share no rule. The name of each element is
compared with that of Chromium's own accessibility tree: see ``seeing/names.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.benchmarks.perf.each_screen import look_at_screens
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import VIEWPORT, load, telling
from agent_e.benchmarks.screens import Visit
from agent_e.types import Observation

from .comparing import Compared, compare
from .grid import VIEWPORTS, Grid, look
from .misses import EXCUSES, excuse
from .names import AGREED, Judged, judge, tally
from .spoken import pairs

HEADINGS = (
    "screens of", "screens", "controls", "seen %", "misses", "without reason", "offered", "decoys",
    "names", "agreed", "by intent", "unexplained", "characters",
)  # fmt: skip
SCREEN_S = 90.0
"""Longest look at one screen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Screen:
    """Findings on one screen.

    Attributes:
        excuses: for each miss, why it is not offered, or ``""``.
        characters: of its outline.
    """

    compared: Compared
    excuses: Sequence[str]
    names: Sequence[Judged]
    characters: int


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; some seconds for each screen.

    Raises:
        ConfigError: there is no such group or screen, or an option is none of this measurement's.
        BrowserError: the browser failed.
    """
    options.refuse("sight", "peers", "repeats")
    load_before = load()
    screens: dict[str, Screen] = {}

    async def look_at(visit: Visit) -> None:
        screens[visit.name] = await _look(visit, options)

    problems = await look_at_screens(options, options.pages, look_at)
    return PerfReport(
        name="sight",
        rows=(*rows_of(screens), *problems),
        facts={
            "viewport": list(VIEWPORT),
            "viewports": VIEWPORTS,
            "load_before": load_before,
            "load_after": load(),
            "excuses": _excuses(screens.values()),
            "misses": [row for name, each in screens.items() for row in _misses(name, each)],
            "decoys": [row for name, each in screens.items() for row in _decoys(name, each)],
            "reasons": tally(name for screen in screens.values() for name in screen.names),
            "unexplained": [row for name, each in screens.items() for row in _names(name, each)],
        },
        table=table_of(screens),
    )


async def _look(visit: Visit, options: PerfOptions) -> Screen:
    async with asyncio.timeout(SCREEN_S):
        await visit.open()
        seen, names, grid = await _both(visit)
    compared = compare(grid, seen)
    screen = Screen(
        compared=compared,
        excuses=[excuse(each, seen.elements) for each in compared.misses],
        names=names,
        characters=len(visit.observer.render(seen)),
    )
    misses, decoys = len(compared.misses), len(compared.decoys)
    telling(options, visit.name)(
        f"{compared.controls} controls, {misses} misses, {decoys} decoys, "
        f"{len(_names(visit.name, screen))} names unexplained"
    )
    return screen


async def _both(visit: Visit) -> tuple[Observation, list[Judged], Grid]:
    """Look in both ways; once more where content appeared in the meantime."""
    seen = await visit.observer.observe()
    for last in (False, True):
        spoken = await pairs(visit.session.active, seen)
        # What a dialog has disabled is in no accessibility tree until that closes.
        names = [judge(each) for each in spoken if not each.theirs.inert]
        grid = await look(visit.page, viewports=VIEWPORTS)
        now = await visit.observer.observe()
        if last or len(now.elements) == len(seen.elements):
            break
        seen = now
    return seen, names, grid


def rows_of(screens: Mapping[str, Screen]) -> list[PerfRow]:
    """Return the figures of each group and of all screens together; ``screens`` is by name."""
    units = {"seen": "%"}
    return [
        PerfRow(group, figure, value, units.get(figure, ""))
        for group, some in _groups(screens)
        for figure, value in _figures(some).items()
    ]


def table_of(screens: Mapping[str, Screen]) -> tuple[tuple[str, ...], ...]:
    """Return a row for each group, headings first, all together last."""
    lines = [(group, *map(str, _figures(some).values())) for group, some in _groups(screens)]
    return (HEADINGS, *lines)


def _groups(screens: Mapping[str, Screen]) -> list[tuple[str, list[Screen]]]:
    groups: dict[str, list[Screen]] = {}
    for name, screen in screens.items():
        groups.setdefault(name.partition("/")[0], []).append(screen)
    return [*groups.items(), ("all", list(screens.values()))]


def _figures(some: Sequence[Screen]) -> dict[str, float]:
    controls = sum(each.compared.controls for each in some)
    misses = sum(len(each.compared.misses) for each in some)
    reasons = [name.reason for each in some for name in each.names]
    agreed, unexplained = reasons.count(AGREED), reasons.count("")
    return {
        "screens": len(some),
        "controls": controls,
        "seen": round(100 * (controls - misses) / max(1, controls), 2),
        "misses": misses,
        "without reason": sum(each.excuses.count("") for each in some),
        "offered": sum(each.compared.offered for each in some),
        "decoys": sum(len(each.compared.decoys) for each in some),
        "names": len(reasons),
        "agreed": agreed,
        "by intent": len(reasons) - agreed - unexplained,
        "unexplained": unexplained,
        "characters": round(sum(each.characters for each in some) / max(1, len(some))),
    }


def _excuses(screens: Iterable[Screen]) -> dict[str, int]:
    """Count the misses by reason, in the order of the table; those without one are ``""``."""
    counts = dict.fromkeys([*(each.name for each in EXCUSES), ""], 0)
    for screen in screens:
        for name in screen.excuses:
            counts[name] += 1
    return {name: count for name, count in counts.items() if count}


def _misses(name: str, screen: Screen) -> list[dict[str, Any]]:
    return [
        {
            "screen": name,
            "how": each.how,
            "reason": reason,
            "tag": each.tag,
            "role": each.role,
            "text": each.text,
            "box": [round(side) for side in each.box],
            "path": " ".join([*each.frame, each.path]),
            "html": each.html,
        }
        for each, reason in zip(screen.compared.misses, screen.excuses, strict=True)
    ]


def _decoys(name: str, screen: Screen) -> list[dict[str, Any]]:
    return [
        {
            "screen": name,
            "number": each.mmid,
            "role": each.role,
            "name": each.name,
            "box": each.bbox,
        }
        for each in screen.compared.decoys
    ]


def _names(name: str, screen: Screen) -> list[dict[str, Any]]:
    return [
        {
            "screen": name,
            "number": each.pair.ours.mmid,
            "role": each.pair.ours.role,
            "ours": each.pair.ours.name,
            "theirs": each.pair.theirs.name,
            "source": each.pair.theirs.source,
            "html": each.pair.words.html,
        }
        for each in screen.names
        if not each.reason
    ]
