"""What a person does from afar with the browser around the page: tabs, addresses, history."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent_e.errors import DialogOpen
from agent_e.types import TabInfo
from agent_e.urls import short_title

from .background_tasks import done_within
from .navigate import Direction
from .tab import Tab

if TYPE_CHECKING:
    from .session import BrowserSession

_ANSWER_S = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class TabStrip:
    """The tabs, and where the active one's history leads."""

    tabs: tuple[TabInfo, ...]
    can_back: bool
    can_forward: bool


async def tab_strip(session: BrowserSession) -> TabStrip:
    """Return the tabs as the browser knows them: no page is asked, and nobody waits for it."""
    active, tabs = session.active, session.tabs
    shown = await asyncio.gather(*(_info(tab, active=tab is active) for tab in tabs))
    back = forward = False

    async def look() -> None:
        nonlocal back, forward
        state = await active.cdp.send("Page.getNavigationHistory")
        entries, at = state["entries"], state["currentIndex"]
        # Each of our tabs starts with a blank page.
        back = at > (1 if entries[0]["url"] == "about:blank" else 0)
        forward = at + 1 < len(entries)

    await done_within(_ANSWER_S, look())
    return TabStrip(tabs=tuple(shown), can_back=back, can_forward=forward)


async def _info(tab: Tab, *, active: bool) -> TabInfo:
    title = ""

    async def look() -> None:
        nonlocal title
        info = await tab.cdp.send("Target.getTargetInfo")
        title = short_title(info["targetInfo"]["title"])

    await done_within(_ANSWER_S, look())
    return TabInfo(number=tab.number, url=tab.url, title=title, active=active)


class RemoteTabs:
    """The browser's own buttons, for the person who holds the window."""

    def __init__(self, session: BrowserSession) -> None:
        """Create it; the window must have been lent to the person."""
        self._session = session
        self._navigating: asyncio.Task[Any] | None = None

    async def switch(self, number: int) -> None:
        """Make a tab active; raises as ``BrowserSession.switch_tab``."""
        with self._theirs():
            await self._session.switch_tab(number)

    async def close(self, number: int) -> None:
        """Close a tab; raises as ``BrowserSession.close_tab``."""
        with self._theirs():
            await self._session.close_tab(number)
            # Which of the others a window shows is left to the browser, and here is no window.
            self._session.activate(self._session.active)

    async def open(self, url: str) -> None:
        """Open an address in the active tab; raises as ``BrowserSession.goto``."""
        await self._replace_navigation()
        # A dialog that the page opens is shown to the person.
        with self._theirs(), suppress(DialogOpen):
            await self._session.goto(url)

    async def go(self, direction: Direction) -> None:
        """Go back, forward or reload; raises as ``BrowserSession.history``."""
        await self._replace_navigation()
        with self._theirs(), suppress(DialogOpen):
            await self._session.history(direction)

    @contextmanager
    def _theirs(self) -> Iterator[None]:
        with self._session.lending.as_owner(), self._session.patience.counting():
            yield

    async def _replace_navigation(self) -> None:
        """End the navigation before: the person does not wait for a page they left."""
        before, self._navigating = self._navigating, asyncio.current_task()
        if before is not None and not before.done():
            before.cancel()
            await asyncio.wait({before})
