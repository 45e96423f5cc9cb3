"""Whether every number of an outline can be acted on, or its line names the obstacle.

On each screen some of its outline's elements are tried: everything our click does before the press
is done, and bare Playwright checks what lies at the point that would be pressed. Each is tried on
the screen in its original state: same scroll position, the mouse away, reopened if changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent_e.benchmarks.perf.each_screen import look_at_screens
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import VIEWPORT, load, telling
from agent_e.benchmarks.screens import Visit

from .trying import FAULTS, REACHED, Outcome, Trial, Tried

_SHOWN: tuple[Outcome, ...] = (*REACHED, "told", *FAULTS)
HEADINGS = ("screens of", "screens", "tried", "in reach %", *_SHOWN)


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; a minute for each screen.

    Raises:
        ConfigError: there is no such group or screen, or an option is none of this measurement's.
        BrowserError: the browser failed.
    """
    options.refuse("reach", "peers", "repeats")
    load_before = load()
    tried: dict[str, list[Tried]] = {}

    async def try_on(visit: Visit) -> None:
        await _try(visit, options, tried.setdefault(visit.name, []))

    problems = await look_at_screens(options, options.pages, try_on)
    every = [each for some in tried.values() for each in some]
    return PerfReport(
        name="reach",
        rows=(*rows_of(tried), *problems),
        facts={
            "viewport": list(VIEWPORT),
            "seed": options.seed or 0,
            "load_before": load_before,
            "load_after": load(),
            "faults": [each.to_json() for each in every if each.outcome in FAULTS],
        },
        table=table_of(tried),
    )


async def _try(visit: Visit, options: PerfOptions, tried: list[Tried]) -> None:
    tell = telling(options, visit.name)
    try:
        async for each in Trial(visit).run(options.seed or 0):
            tried.append(each)
            if each.outcome in FAULTS:
                tell(f"{each.outcome}: {each.line}: {each.refusal}")
    finally:
        reached = sum(each.outcome in REACHED for each in tried)
        tell(f"{reached} of {len(tried)} in reach")


def rows_of(tried: dict[str, list[Tried]]) -> list[PerfRow]:
    """Return the figures of each group and of all screens together; ``tried`` is by screen."""
    rows = []
    for group, some in _groups(tried):
        counts = Counter(each.outcome for each in some)
        rows.append(PerfRow(group, "in reach", _share(some), "%"))
        rows += [PerfRow(group, each, counts[each]) for each in (*_SHOWN, "gone")]
    return rows


def table_of(tried: dict[str, list[Tried]]) -> tuple[tuple[str, ...], ...]:
    """Return a row for each group, headings first, all together last."""
    lines: list[tuple[str, ...]] = [HEADINGS]
    for group, some in _groups(tried):
        screens = len({each.screen for each in some})
        counts = Counter(each.outcome for each in some)
        figures = (screens, len(some), _share(some), *(counts[each] for each in _SHOWN))
        lines.append((group, *map(str, figures)))
    return tuple(lines)


def _groups(tried: dict[str, list[Tried]]) -> list[tuple[str, list[Tried]]]:
    groups: dict[str, list[Tried]] = {}
    for screen, some in tried.items():
        there = [each for each in some if each.outcome != "gone"]
        groups.setdefault(screen.partition("/")[0], []).extend(there)
    return [*groups.items(), ("all", [each for some in groups.values() for each in some])]


def _share(some: Sequence[Tried]) -> float:
    reached = sum(each.outcome in REACHED for each in some)
    return round(100 * reached / len(some), 1) if some else 0.0
