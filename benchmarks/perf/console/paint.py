"""How soon the page of a long run shows what belongs to it."""

from __future__ import annotations

import json
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import BrowserContext

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling

from .desk import WINDOW, Desk
from .model import steps_task

STEPS = 500
REPEATS = 10
LIMIT_MS = 1_000.0
_QUIET_MS = 2_000
_NOTICE = Path(__file__).with_name("first_paint.js")


async def measure_paint(desk: Desk, options: PerfOptions, *, steps: int = STEPS) -> list[PerfRow]:
    """Make a run of so many steps, and open its page ``options.repeats`` times (10)."""
    tell = telling(options, "paint")
    tell(f"making a run of {steps} steps")
    run = await desk.make(steps_task(steps), desk.site)
    await desk.until(run, "ended")
    address, note, rows = desk.address(run), f"a run of {steps} steps", []
    async with desk.signed_in() as known:
        whole = await _whole(known, address)
        for case in ("first visit", "another tab"):
            times = []
            for _ in range(options.repeats or REPEATS):
                async with _profile(desk, known, new=case == "first visit") as context:
                    times.append(await _first_paint(context, address, whole))
            tell(f"{case}: {', '.join(f'{each:.0f}' for each in times)} ms")
            rows += _rows(f"paint, {case}", times, note)
    return rows


@asynccontextmanager
async def _profile(
    desk: Desk, known: BrowserContext, *, new: bool
) -> AsyncIterator[BrowserContext]:
    """A profile that has the session; a new one has nothing else of the console."""
    if not new:
        yield known
        return
    state = await known.storage_state()
    fresh = await desk.browser.new_context(storage_state=state, viewport=WINDOW)
    try:
        yield fresh
    finally:
        await fresh.close()


async def _whole(context: BrowserContext, address: str) -> dict[str, str]:
    """Return what the page shows once it has read the whole journal."""
    page = await context.new_page()
    await page.goto(address)
    await page.locator(".viewer .picture img").wait_for()
    shown, before = "", None
    while shown != before:
        before, shown = shown, await page.locator(".scrub .n").inner_text()
        await page.wait_for_timeout(_QUIET_MS)
    picture = await page.locator(".viewer .picture img").evaluate("image => image.src")
    await page.close()
    return {"moments": shown, "picture": picture}


async def _first_paint(context: BrowserContext, address: str, whole: dict[str, str]) -> float:
    """Open an address in a new tab; returns milliseconds until all of it was painted."""
    notice = _NOTICE.read_text(encoding="utf-8").rstrip().rstrip(";")
    page = await context.new_page()
    try:
        await page.add_init_script(f"({notice})({json.dumps(whole)})")
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
