"""Measures the console: real browsers for person and agents, a real server, a scripted model.

The server is a process of its own, whose children are the agents' browser and its driver; so what
it uses is told from what the person's browser uses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import check_repeats, known, load

from .desk import Desk, open_desk
from .keys import measure_input
from .listing import measure_list
from .memory import measure_memory
from .paint import measure_paint
from .picture import measure_live

_MEASURES: dict[str, Callable[[Desk, PerfOptions], Awaitable[list[PerfRow]]]] = {
    "paint": measure_paint,
    "live": measure_live,
    "input": measure_input,
    "list": measure_list,
    "memory": measure_memory,
}


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about twenty minutes, half of them for ``memory``.

    Raises:
        ConfigError: there is no such case.
        BrowserError: no browser starts.
        ConsoleFailed: the console did not show what is measured.
    """
    options.refuse("console", "peers")
    check_repeats(options)
    facts: dict[str, object] = {"load": load()}
    rows: list[PerfRow] = []
    for case in known("case", options.pages, _MEASURES) or _MEASURES:
        async with open_desk(options) as desk:
            rows += await _MEASURES[case](desk, options)
    return PerfReport(name="console", rows=tuple(rows), facts={**facts, "load_after": load()})
