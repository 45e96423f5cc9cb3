"""The simplest wait: the page is ready when the size of its HTML is stable.

The rule of the seed ai-web-agent, preserved to compare its architecture as it was: it costs at
least three seconds, and a page that only swaps words counts as stable.
"""

from __future__ import annotations

import asyncio
import time

from agent_e.browser import BrowserSession
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ActionTimeout, DialogOpen

from .settle import Settled

EVERY_S = 1.0
"""Time between two measurements."""
TIMES = 3
"""How often in a row the size must be unchanged."""
CAP_S = 30.0
"""Longest wait."""


class HtmlSizeWaiter:
    """Waits until the HTML's size was the same three times, a second apart."""

    def __init__(
        self, session: BrowserSession, *, every_s: float = EVERY_S, cap_s: float = CAP_S
    ) -> None:
        self._session = session
        self._every_s = every_s
        self._cap_s = cap_s

    async def finish(self) -> Settled:
        """Wait; a dialog ends it, as nothing can be measured behind one.

        ``ActionTimeout`` if the page was still changing at the limit.
        """
        started = time.perf_counter()
        since, left = time.monotonic(), self._session.patience.left
        last, same = 0, 0
        while same < TIMES:
            try:
                size = await self._size(left(self._cap_s, since))
            except DialogOpen:
                break
            same = same + 1 if size == last != 0 else 0
            last = size
            if left(self._cap_s, since) < 0:
                raise ActionTimeout(
                    f"The page is still loading after {self._cap_s:g} s: its HTML keeps changing. "
                    "Look at it as it is, or wait."
                )
            if same < TIMES:
                await asyncio.sleep(self._every_s)
        return Settled(milliseconds={"html_stable": (time.perf_counter() - started) * 1000})

    async def _size(self, left_s: float) -> int:
        """Size of the current HTML, 0 while there is none."""
        tab = await self._session.ready()
        if not await tab.loaded(max(left_s, 0.0)):
            return 0
        try:
            answer = await worlds_of(tab).main.call("html_size")
        except FrameGone:
            return 0
        return int(answer["size"])
