"""A tab that the person has open in a browser of theirs: finding it, and telling it from others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page, Request, Response

from agent_e.errors import BrowserError
from agent_e.text import cut

from .errors import mapped_errors
from .network import page_of

_MAX_LISTED = 20
_MAX_TITLE = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class _OpenTab:
    page: Page
    url: str
    title: str

    @property
    def shown(self) -> str:
        # Users, paths and queries may hold tokens.
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        title = cut(" ".join(self.title.split()), _MAX_TITLE)
        return f"'{title}' ({parts.scheme}:{f'//{host}' if host else ''})"


async def find_tab(context: BrowserContext, text: str) -> Page:
    """Return the one open tab whose address or title contains a text, or is it.

    Only what the browser itself knows of a tab is read, and nothing in its page.

    Raises:
        BrowserError: there is none, or more than one; says which are open.
    """
    with mapped_errors("listing the open tabs"):
        tabs = await asyncio.gather(*map(_told, context.pages))
    whole = [tab for tab in tabs if text in (tab.url, tab.title)]
    part = [tab for tab in tabs if text.lower() in f"{tab.url}\n{tab.title}".lower()]
    found = whole or part
    if len(found) == 1:
        return found[0].page
    listed = [tab.shown for tab in found or tabs]
    more = f" and {len(listed) - _MAX_LISTED} more" if len(listed) > _MAX_LISTED else ""
    those = f"{', '.join(listed[:_MAX_LISTED])}{more}" if listed else "none"
    if found:
        raise BrowserError(
            f"{len(found)} open tabs have {text!r} in their address or title: {those}. Give "
            "--cdp-tab more of one."
        )
    raise BrowserError(
        f"No open tab has {text!r} in its address or title. Open are: {those}. Give --cdp-tab a "
        "part of one."
    )


async def _told(page: Page) -> _OpenTab:
    cdp = await page.context.new_cdp_session(page)
    try:
        info = (await cdp.send("Target.getTargetInfo"))["targetInfo"]
    finally:
        await cdp.detach()
    return _OpenTab(page=page, url=str(info["url"]), title=str(info["title"]))


class ContextEvents:
    """The events of a context; in a person's own, those of the session's pages alone.

    Attributes:
        persons: whether the context is the person's, who has other tabs in it.
    """

    def __init__(
        self, context: BrowserContext, owns: Callable[[Page], bool], *, persons: bool
    ) -> None:
        """Create it; ``owns`` is whether a page is one of the session's."""
        self.persons = persons
        self._context: Any = context
        self._owns = owns

    def on(self, event: str, handler: Callable[[Any], object]) -> None:
        """Call this on every event of this name that concerns one of the session's pages."""

        def ours(thing: Any) -> None:
            page = _page_of(thing)
            if page is not None and self._owns(page):
                handler(thing)

        self._context.on(event, ours if self.persons else handler)

    async def opened(self, page: Page) -> bool:
        """Whether a page that is new was opened by one of the session's."""
        if not self.persons:
            return True
        opener = await page.opener()
        return opener is not None and self._owns(opener)


def _page_of(thing: Any) -> Page | None:
    if isinstance(thing, Request):
        return page_of(thing)
    if isinstance(thing, Response):
        return page_of(thing.request)
    page: Page | None = thing.page
    return page
