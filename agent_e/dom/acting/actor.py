"""Acting on elements with trusted input: real mouse and keyboard, never a script's click."""

from __future__ import annotations

from agent_e.browser import BrowserSession
from agent_e.dom.seeing import Seeing
from agent_e.types import Node

from . import choose, fill, pointer, pressing, scrolling, waiting
from .scrolling import Direction, Sought
from .targets import Targets


class PageActor:
    """Acts on the active page of a session; the ``Actor`` of ``skills/context.py``.

    Each way of acting is a module beside this one, and says there what it raises.
    """

    def __init__(self, session: BrowserSession, observer: Seeing, action_timeout_s: float) -> None:
        self._session = session
        self._observer = observer
        self._targets = Targets(session, observer, action_timeout_s)

    async def resolve(self, mmid: int) -> Node:
        """Return the element as it is now; see ``Targets.resolve``."""
        return await self._targets.resolve(mmid)

    async def click(self, mmid: int) -> None:
        """Click; see ``pointer.click``. A dialog that opens is no error: the report tells of it."""
        await pointer.click(self._targets, self._targets.of(mmid))

    async def enter_text(self, mmid: int, text: str) -> str:
        """Replace a field's text; see ``fill.enter_text``."""
        return await fill.enter_text(self._targets, self._targets.of(mmid), text)

    async def press_key(self, key: str, mmid: int | None = None) -> None:
        """Press a key; see ``pressing.press_key``."""
        await pressing.press_key(self._targets, key, mmid)

    async def select_option(self, mmid: int, option: str) -> str:
        """Choose an option; see ``choose.select_option``."""
        return await choose.select_option(self._targets, self._targets.of(mmid), option)

    async def scroll(
        self, direction: Direction, pages: float = 1.0, mmid: int | None = None
    ) -> None:
        """Turn the wheel; see ``scrolling.scroll``."""
        await scrolling.scroll(self._targets, direction, pages, mmid)

    async def scroll_until(
        self, direction: Direction, text: str, mmid: int | None = None
    ) -> Sought:
        """Scroll on until a text is in view; see ``scrolling.scroll_until``."""
        return await scrolling.scroll_until(self._targets, direction, text, mmid)

    async def wait_for(self, text: str, timeout_s: float, *, gone: bool = False) -> None:
        """Wait for a text; see ``waiting.wait_for_text``."""
        await waiting.wait_for_text(self._session, self._observer, text, timeout_s, gone=gone)

    async def wait_for_url(self, part: str, timeout_s: float) -> str:
        """Wait for an address; see ``waiting.wait_for_url``."""
        return await waiting.wait_for_url(self._session, part, timeout_s)

    async def wait_for_element(self, mmid: int, timeout_s: float, *, gone: bool = False) -> Node:
        """Wait for an element; see ``waiting.wait_for_element``."""
        return await waiting.wait_for_element(self._targets, mmid, timeout_s, gone=gone)

    async def wait_until_calm(self, timeout_s: float) -> str:
        """Wait for calm; see ``waiting.wait_until_calm``."""
        return await waiting.wait_until_calm(self._session, timeout_s)
