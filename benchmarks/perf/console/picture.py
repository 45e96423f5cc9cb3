"""What looking at a run live costs, and how many pictures a second it shows."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence

import psutil
from playwright.async_api import BrowserContext

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling
from agent_e.benchmarks.runner.memory import process_tree

from .desk import Desk
from .model import WAITING

ROUNDS = 2
SPELL_S = 20.0
LEAST_FRAMES = 5.0
MOST_CPU = 15.0
_SETTLE_S = 2.0
_CANVAS = ".viewer canvas[data-frames]"


async def measure_live(
    desk: Desk, options: PerfOptions, *, spell_s: float = SPELL_S
) -> list[PerfRow]:
    """Look away and on in turns of ``spell_s``, ``options.repeats`` times each (2)."""
    rows = []
    for case in ("moving", "still"):
        tell = telling(options, f"live, {case} page")
        run = await desk.make(WAITING, f"{desk.pages}/{case}.html")
        await desk.until(run, "awaiting_human")
        alone, watched, frames = [], [], []
        async with desk.signed_in() as context:
            for _ in range(options.repeats or ROUNDS):
                await asyncio.sleep(_SETTLE_S)
                alone.append(await _used(desk.server, spell_s))
                cost, shown = await _looked_at(desk, context, run, spell_s)
                watched.append(cost)
                frames.append(shown)
                tell(f"{alone[-1]:.1f} % of a core, looked at {cost:.1f} %, {shown:.1f} frames/s")
        await desk.stop(run)
        rows += rows_of(case, alone, watched, frames)
    return rows


async def _looked_at(
    desk: Desk, context: BrowserContext, run: str, spell_s: float
) -> tuple[float, float]:
    """Look at a run; returns percent of a core that the server's side took, and frames/s."""
    page = await desk.watch(context, run)
    try:
        canvas = page.locator(_CANVAS)
        await canvas.wait_for()
        await asyncio.sleep(_SETTLE_S)
        before = int(await canvas.get_attribute("data-frames") or 0)
        cost = await _used(desk.server, spell_s)
        after = int(await canvas.get_attribute("data-frames") or 0)
        return cost, (after - before) / spell_s
    finally:
        await page.close()


async def _used(server: psutil.Process, seconds: float) -> float:
    """Percent of a core that a process and its children take meanwhile."""
    before, begun = _cpu_s(server.pid), time.perf_counter()
    await asyncio.sleep(seconds)
    after, ended = _cpu_s(server.pid), time.perf_counter()
    # A process that is new brings all its time; of one that has ended the rest is lost.
    spent = sum(now - before.get(pid, 0.0) for pid, now in after.items())
    return 100 * spent / (ended - begun)


def _cpu_s(pid: int) -> dict[int, float]:
    times: dict[int, float] = {}
    for process in process_tree(pid):
        try:
            used = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        times[process.pid] = used.user + used.system
    return times


def rows_of(
    case: str, alone: Sequence[float], watched: Sequence[float], frames: Sequence[float]
) -> list[PerfRow]:
    """Return the figures of one page: percent of a core without and with a viewer, and frames."""
    base, seen = statistics.median(alone), statistics.median(watched)
    rows = [
        PerfRow(
            f"live, {case} page",
            "processor time more than without a viewer",
            round(seen - base, 1),
            "%",
            peer_values={"limit": MOST_CPU},
            note=f"of one core; {base:.1f} % without, {seen:.1f} % with one",
        )
    ]
    shown = round(statistics.median(frames), 1)
    if case == "moving":
        limit = {"limit": LEAST_FRAMES}
        rows.append(
            PerfRow("live, moving page", "frames", shown, "1/s", peer_values=limit, note="at least")
        )
    else:
        rows.append(PerfRow("live, still page", "frames", shown, "1/s"))
    return rows
