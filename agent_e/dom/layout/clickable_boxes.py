"""The page as one sees it who clicks by words: what may be clicked, and whether it has arrived.

Source: seed ai-web-agent, "Element Annotation Service" and "Browser Controller Service". Nothing is
written into the page for it: what the seed keeps in an attribute is kept by number.
"""

from __future__ import annotations

import asyncio

from agent_e.browser import BrowserSession
from agent_e.dom.changes.html_size import HtmlSizeWaiter
from agent_e.dom.changes.tab_state import trace_of
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ActionTimeout
from agent_e.types import Linked, Node

MAX_OPEN = 2
"""Requests that may be on their way on a page that counts as idle."""
IDLE_S = 0.5
"""How long there may not be more of them."""
IDLE_CAP_S = 30.0
_LOOK_S = 0.05
_MAX_BOXES = 2_000


class ClickableBoxes:
    """The active page of a session."""

    def __init__(self, session: BrowserSession) -> None:
        self._session = session

    async def linked(self) -> list[Linked]:
        """List what may be clicked, in document order; ids of it may be acted on then.

        Raises:
            DialogOpen: a dialog keeps the page from answering.
            ActionTimeout: the page is too busy.
        """
        tab = await self._session.ready()
        trace_of(tab).turn_to(tab)
        worlds = worlds_of(tab)
        found = await worlds.main.call_numbering("linked", most=_MAX_BOXES)
        return [
            Linked(mmid=mmid, text=text, box=(x, y, width, height))
            for mmid, text, x, y, width, height in found["rows"]
        ]

    async def tell(self, mmid: int) -> None:
        """Note that the model means this element, whatever it is now."""
        tab = self._session.active
        worlds = worlds_of(tab)
        now = await worlds.of(mmid).call("element_now", mmid=mmid)
        if now is not None:
            worlds.tell([Node(depth=0, role=now["role"], name=now["name"], mmid=mmid)])

    async def arrive(self) -> str:
        """Wait until the page is there; returns what it is still busy with, mostly nothing.

        At most two requests on their way for half a second count as idle. A page that tells that it
        is loading is waited for until its HTML stays the same, at most 30 s.

        Raises:
            DialogOpen: a dialog came in between.
        """
        idle = await self._idle()
        tab = await self._session.ready()
        try:
            loading = await worlds_of(tab).main.call("is_loading")
        except FrameGone:
            loading = True
        if loading:
            try:
                await HtmlSizeWaiter(self._session).finish()
            except ActionTimeout as error:
                return str(error)
        return "" if idle else f"After {IDLE_CAP_S:g} s the page still loads."

    async def _idle(self) -> bool:
        clock = asyncio.get_running_loop().time
        end = clock() + IDLE_CAP_S
        since: float | None = None
        while clock() < end:
            tab = await self._session.ready()
            if tab.dialog:
                return True
            if tab.navigating or tab.network.in_flight > MAX_OPEN:
                since = None
            elif since is None:
                since = clock()
            elif clock() - since >= IDLE_S:
                return True
            await asyncio.sleep(_LOOK_S)
        return False
