"""Where on the active page texts are that no picture of it may show."""

from __future__ import annotations

from collections.abc import Callable

from agent_e.browser import BrowserSession
from agent_e.errors import ElementGone

from .world import FrameGone, worlds_of

Box = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the top viewport."""


class Veil:
    """Finds what has to be covered on pictures of a session's active page."""

    def __init__(self, session: BrowserSession, pattern: Callable[[], str]) -> None:
        """Make it; ``pattern`` is asked each time, and ``""`` stands for nothing to cover."""
        self._session = session
        self._pattern = pattern

    async def boxes(self) -> list[Box]:
        """Return where such texts are shown; raises as looking at the page does."""
        pattern = self._pattern()
        if not pattern:
            return []
        found: list[Box] = []
        for world in worlds_of(await self._session.ready()).all:
            try:
                left, top = await world.locate()
                rows = await world.call("veil", pattern=pattern)
            except (ElementGone, FrameGone):
                # A frame that is gone shows nothing.
                continue
            found += [(x + left, y + top, width, height) for x, y, width, height in rows]
        return found
