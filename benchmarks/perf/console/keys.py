"""How soon a key pressed in the console shows in the live picture."""

from __future__ import annotations

import statistics
from pathlib import Path

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling

from .desk import Desk
from .model import WAITING

REPEATS = 50
LIMIT_MS = 250.0
_NOTICE = Path(__file__).with_name("key_to_frame.js")
_REST_MS = 300
"""Between two keys, so that each is measured by itself."""


async def measure_input(desk: Desk, options: PerfOptions) -> list[PerfRow]:
    """Take a run over and press a key ``options.repeats`` times (50)."""
    run = await desk.make(WAITING, f"{desk.pages}/keys.html")
    await desk.until(run, "awaiting_human")
    notice = _NOTICE.read_text(encoding="utf-8").rstrip().rstrip(";")
    times = []
    async with desk.signed_in() as context:
        page = await desk.watch(context, run)
        await page.get_by_role("button", name="Take over").click()
        await page.locator(".viewer.driven canvas[data-frames]").focus()
        for _ in range(options.repeats or REPEATS):
            await page.wait_for_timeout(_REST_MS)
            await page.evaluate(notice)
            await page.keyboard.press("a")
            times.append(float(await page.evaluate("window.keyToFrame")))
    times.sort()
    telling(options, "input")(f"{times[0]:.0f} to {times[-1]:.0f} ms")
    limit = {"limit": LIMIT_MS}
    p90 = times[min(len(times) - 1, int(0.9 * len(times)))]
    return [
        PerfRow(
            "input",
            "key to frame, median",
            round(statistics.median(times)),
            "ms",
            peer_values=limit,
        ),
        PerfRow("input", "key to frame, p90", round(p90), "ms", peer_values=limit),
    ]
