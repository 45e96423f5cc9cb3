"""Whether the server's memory grows while many runs are under way and many tabs are open."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling
from agent_e.benchmarks.runner.memory import MB, held

from .desk import Desk
from .model import WAITING, slow_task

MINUTES = 10
RUNS = 20
LIMIT_MB = 10.0
"""Growth from the second minute on that counts as none."""
_SLOW = 12
"""Of the runs these act, and the rest wait for the person."""
_EVERY_S = 6.0
_SAMPLE_S = 10.0
_WARM_S = 60.0
Sample = tuple[float, float]
"""Seconds since the beginning, MB."""


async def measure_memory(
    desk: Desk,
    options: PerfOptions,
    *,
    runs: int = RUNS,
    warm_s: float = _WARM_S,
    sample_s: float = _SAMPLE_S,
) -> list[PerfRow]:
    """Sample the server's memory for ``options.repeats`` minutes (10), with 5 tabs open."""
    minutes = options.repeats or MINUTES
    tell = telling(options, "memory")
    slow = [await desk.make(slow_task(_EVERY_S), desk.site) for _ in range(runs * _SLOW // RUNS)]
    waiting = [await desk.make(WAITING, desk.site) for _ in range(runs - len(slow))]
    for run in waiting:
        await desk.until(run, "awaiting_human")
    samples: list[Sample] = []
    async with AsyncExitStack() as stack:
        context = await stack.enter_async_context(desk.signed_in())
        for run in (slow[0], slow[-1], waiting[0]):
            await desk.watch(context, run)
        for path in ("/#/runs", "/#/"):
            await (await context.new_page()).goto(f"{desk.url}{path}")
        begun = time.monotonic()
        while (now := time.monotonic() - begun) <= 60 * minutes:
            samples.append((now, held(desk.server) / MB))
            if len(samples) % 6 == 1:
                tell(f"{now / 60:.0f} min, {samples[-1][1]:.1f} MB")
            await asyncio.sleep(sample_s)
    for run in slow:
        await desk.stop(run)  # raises where one has ended before
    return [row_of(samples, warm_s, f"{runs} runs, 5 tabs, {minutes} minutes")]


def row_of(samples: Sequence[Sample], warm_s: float, note: str) -> PerfRow:
    """Return the growth from ``warm_s`` on: of a line of least squares, from its end to its end."""
    later = [sample for sample in samples if sample[0] >= warm_s]
    times, sizes = zip(*later, strict=True)
    slope, _ = statistics.linear_regression(times, sizes)
    return PerfRow(
        "memory",
        "growth of the server",
        round(slope * (times[-1] - times[0]), 1),
        "MB",
        peer_values={"limit": LIMIT_MB},
        note=f"{note}; {sizes[0]:.0f} MB after {times[0]:.0f} s, {sizes[-1]:.0f} at the end",
    )
