"""The browser that tests share: a process of its own would cost each of them a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.config import BrowserSettings

_OF_A_BROWSER = {"cdp_url", "executable", "headed", "user_data_dir"}
"""Settings that no context of a running browser can have."""


def _unheard(what: str, **fields: Any) -> None:
    return


class Chromium:
    """One running browser, in which every session and every page has a context of its own."""

    def __init__(self) -> None:
        self._resources = AsyncExitStack()
        self._running: SharedBrowser | None = None

    async def running(self) -> SharedBrowser:
        """Start the browser, or start it anew if a test has ended it."""
        if self._running is None or not self._running.browser.is_connected():
            await self.close()
            self._running = await self._resources.enter_async_context(
                SharedBrowser.start(BrowserSettings())
            )
        return self._running

    async def bare(self) -> Browser:
        """Playwright's own browser, for pages that need no session of ours."""
        return (await self.running()).browser

    @asynccontextmanager
    async def session(
        self,
        settings: BrowserSettings | None = None,
        *,
        downloads_dir: Path,
        on_event: Callable[..., None] = _unheard,
    ) -> AsyncIterator[BrowserSession]:
        """Open a session, in a browser of its own if the settings ask for one.

        It is an ``opener`` of agents.
        """
        settings = settings or BrowserSettings()
        own = settings.model_fields_set & _OF_A_BROWSER
        async with BrowserSession.open(
            settings,
            downloads_dir=downloads_dir,
            on_event=on_event,
            shared=None if own else await self.running(),
        ) as session:
            yield session

    async def close(self) -> None:
        self._running = None
        await self._resources.aclose()
