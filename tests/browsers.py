"""The browser that tests share: a process of its own would cost each of them a second."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.browser.chromium import find_chromium, is_root, launch_arguments
from agent_e.config import BrowserSettings

CDP_URL = "AGENT_E_BROWSER__CDP_URL"
"""The variable that has a program attach to a running browser."""

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
            await self.aclose()
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

    async def aclose(self) -> None:
        self._running = None
        await self._resources.aclose()


@contextmanager
def listening(folder: Path) -> Iterator[str]:
    """Start a browser with its profile in this folder; yields where it can be attached to."""
    arguments = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    arguments += ["--no-sandbox"] if is_root() else []
    with subprocess.Popen(
        [find_chromium(None, "").path, *arguments, *launch_arguments()],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if found := re.search(r"listening on (ws://\S+)", line):
                    break
            else:
                raise AssertionError("the browser did not say where it listens")
            # What it says later has to be read too, or it would wait for that.
            rest = threading.Thread(target=process.stderr.read, daemon=True)
            rest.start()
            yield found[1]
        finally:
            process.kill()
        rest.join()
