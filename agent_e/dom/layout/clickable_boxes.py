"""The page for agents that click by label: its clickable elements, and load state.

Source: seed ai-web-agent, "Element Annotation Service" and "Browser Controller Service". Nothing is
written into the page: what the seed stores in an attribute is stored by number.
"""

from __future__ import annotations

import asyncio

from agent_e.browser import BrowserSession
from agent_e.dom.changes.html_size import HtmlSizeWaiter
from agent_e.dom.changes.tab_state import trace_of
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ActionTimeout
from agent_e.types import Linked

MAX_OPEN = 2
"""Requests that an idle page may have in flight."""
IDLE_S = 0.5
"""How long there may be no more than that."""
IDLE_CAP_S = 30.0
_LOOK_S = 0.05
_MAX_BOXES = 2_000


class ClickableBoxes:
    """A session's active page."""

    def __init__(self, session: BrowserSession) -> None:
        self._session = session

    async def linked(self) -> list[Linked]:
        """List what may be clicked, in document order; its ids may then be acted on."""
        tab = await self._session.ready()
        trace_of(tab).turn_to(tab)
        found = await worlds_of(tab).main.call_numbering("linked", most=_MAX_BOXES)
        return [Linked(mmid=mmid, text=text, box=tuple(box)) for mmid, text, *box in found["rows"]]

    async def tell(self, mmid: int) -> None:
        """Note that the model means this element in its current form."""
        await worlds_of(self._session.active).tell_now(mmid)

    async def arrive(self) -> str:
        """Wait until the page has loaded; return what it is still busy with, mostly nothing.

        At most two requests in flight for half a second count as idle. If the page says that it is
        loading, wait until its HTML is stable, at most 30 s.
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
