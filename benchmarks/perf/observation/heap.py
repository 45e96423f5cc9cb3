"""What being observed leaves behind in a page's memory."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import CDPSession

from agent_e.benchmarks.perf.peers import Ours

OBSERVATIONS = 200
_WARM = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Heap:
    """What the page's renderer holds after a garbage collection."""

    bytes: int
    nodes: int
    documents: int


async def heap_before_and_after(
    ours: Ours, *, observations: int = OBSERVATIONS
) -> tuple[Heap, Heap]:
    """Observe the open page many times; returns what it held before and holds after.

    Raises:
        PeerFailed: we could not look at it.
    """
    page = ours.session.active.page
    cdp = await page.context.new_cdp_session(page)
    await cdp.send("Performance.enable")
    for _ in range(_WARM):
        await ours.look()
    before = await _collected(cdp)
    for _ in range(observations):
        await ours.look()
    after = await _collected(cdp)
    await cdp.detach()
    return before, after


async def _collected(cdp: CDPSession) -> Heap:
    # What a first collection finishes, only a second one frees.
    for _ in range(2):
        await cdp.send("HeapProfiler.collectGarbage")
    metrics = (await cdp.send("Performance.getMetrics"))["metrics"]
    values = {metric["name"]: int(metric["value"]) for metric in metrics}
    return Heap(
        bytes=values["JSHeapUsedSize"], nodes=values["Nodes"], documents=values["Documents"]
    )
