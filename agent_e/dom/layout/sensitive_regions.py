"""Regions of the active page with text that no picture may show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from agent_e.browser import BrowserSession
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, worlds_of
from agent_e.errors import ElementGone

_NOTHING = "(?!)"
"""Matches nowhere."""
Box = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the top viewport."""


class SensitiveRegions:
    """Finds what must be covered in pictures of a session's active page."""

    def __init__(self, session: BrowserSession, pattern: Callable[[], str]) -> None:
        """Create it; ``pattern`` is called each time, and ``""`` means nothing to cover."""
        self._session = session
        self._pattern = pattern

    async def boxes(self) -> list[Box]:
        """Return where such texts are shown; raises as observing the page does."""
        pattern = self._pattern()
        if not pattern and not self._session.lending.times:
            return []
        # What the person has filled in is covered even without such text.
        pattern = pattern or _NOTHING
        main, *frames = worlds_of(await self._session.ready()).all
        found: list[Box] = []
        for last in (False, False, True):
            # A new page replacing it has regions of its own.
            try:
                found = await _boxes(main, pattern)
                break
            except FrameGone:
                if last:
                    raise
        for frame in frames:
            # A frame that is gone shows nothing.
            with suppress(ElementGone, FrameGone):
                found += await _boxes(frame, pattern)
        return found


async def _boxes(world: IsolatedWorld, pattern: str) -> list[Box]:
    left, top = await world.locate()
    rows = await world.call("sensitive_regions", pattern=pattern)
    return [(x + left, y + top, width, height) for x, y, width, height in rows]
