"""How soon the page of a long run shows what belongs to it."""

from __future__ import annotations

import statistics
from pathlib import Path

from playwright.async_api import BrowserContext

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling

from .desk import WINDOW, Desk
from .model import steps_task

STEPS = 500
REPEATS = 10
LIMIT_MS = 1_000.0
_NOTICE = Path(__file__).with_name("first_paint.js")


async def measure_paint(desk: Desk, options: PerfOptions, *, steps: int = STEPS) -> list[PerfRow]:
    """Make a run of so many steps, and open its page ``options.repeats`` times (10)."""
    tell = telling(options, "paint")
    tell(f"making a run of {steps} steps")
    run = await desk.make(steps_task(steps), desk.site)
    await desk.until(run, "ended")
    rows = []
    async with desk.signed_in() as known:
        for case in ("first visit", "another tab"):
            times = []
            for _ in range(options.repeats or REPEATS):
                if case == "another tab":
                    times.append(await _first_paint(known, desk.address(run)))
                    continue
                # A profile that has the session, and nothing else of the console.
                state = await known.storage_state()
                fresh = await desk.browser.new_context(storage_state=state, viewport=WINDOW)
                try:
                    times.append(await _first_paint(fresh, desk.address(run)))
                finally:
                    await fresh.close()
            tell(f"{case}: {', '.join(f'{each:.0f}' for each in times)} ms")
            rows += _rows(f"paint, {case}", times, f"a run of {steps} steps")
    return rows


async def _first_paint(context: BrowserContext, address: str) -> float:
    """Open an address in a new tab; returns milliseconds until it was painted with all of it."""
    page = await context.new_page()
    try:
        await page.add_init_script(
            f"({_NOTICE.read_text(encoding='utf-8').rstrip().rstrip(';')})()"
        )
        await page.goto(address, wait_until="commit")
        return float(await page.evaluate("window.firstPaint"))
    finally:
        await page.close()


def _rows(case: str, times: list[float], note: str) -> list[PerfRow]:
    limit = {"limit": LIMIT_MS}
    return [
        PerfRow(
            case, "median", round(statistics.median(times)), "ms", peer_values=limit, note=note
        ),
        PerfRow(case, "maximum", round(max(times)), "ms", peer_values=limit, note=note),
    ]
