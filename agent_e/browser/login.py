"""Manual login, done once so that later runs start logged in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.config import BrowserSettings
from agent_e.errors import NavigationFailed

from .addresses import resolve
from .background_tasks import Background
from .errors import mapped_errors
from .launch import Launched, check_display, launched
from .navigate import format_failure
from .profiles import profile_path, write_storage_state
from .request_interceptor import Check, Refused, RequestInterceptor
from .run_proxy import RunProxy
from .tab_lookup import PlainWindows


async def login(
    url: str,
    name: str,
    *,
    settings: BrowserSettings,
    until: Awaitable[object],
    headed: bool = True,
    check: Check | None = None,
    on_refused: Callable[[str], None] = print,
) -> Path:
    """Open a window to log in by hand and save what the site remembers as a profile.

    It ends when the person closes the window or when ``until`` is done, whichever comes first. An
    existing profile of that name is loaded first and then replaced by the new state.

    Args:
        url: the site's address, as people type it.
        name: of the profile.
        settings: which browser; those for profiles and windows are ignored.
        until: done when the person signals it, such as by pressing Enter.
        headed: ``False`` where no window can be shown.
        check: what the person and pages may open; by default anything.
        on_refused: called with a sentence for each refused address.

    Returns:
        The profile's file.

    Raises:
        BadArgument: it is no address.
        NavigationFailed: the address could not be opened.
        ConfigError: the name is invalid, or there is no display.
        BrowserMissing: there is no Chromium.
        BrowserError: it does not start, or ended before anything could be saved.
    """
    path = profile_path(name)
    if headed and settings.cdp_url is None:
        check_display(
            f"Log in on a machine that has one and copy {path} here, or give this one a display "
            "that you can see, such as by ssh -X or VNC."
        )
    address = resolve(url, current="about:blank")
    changes: dict[str, Any] = {
        "headed": headed,
        "profile": name if path.exists() else None,
        **dict.fromkeys(("cdp_tab", "user_data_dir", "profile_directory", "storage_state")),
    }
    waiting = asyncio.ensure_future(until)
    try:
        async with launched(settings.model_copy(update=changes)) as ours:
            latest = _LatestState(ours.context)
            async with _guarded(ours, check, on_refused) as page:
                await _show(page, address, ours.proxy)
                closed = asyncio.ensure_future(latest.closed.wait())
                either: set[asyncio.Future[Any]] = {waiting, closed}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                closed.cancel()
                write_storage_state(path, await latest.state())
    finally:
        waiting.cancel()
    return path


@asynccontextmanager
async def _guarded(
    ours: Launched, check: Check | None, on_refused: Callable[[str], None]
) -> AsyncIterator[Page]:
    """Open a window, limited by the check if there is one."""
    if check is not None and ours.proxy is not None:
        await ours.proxy.restrict(check)
    if check is None or ours.browser is None:
        yield await ours.context.new_page()
        return

    def report(refused: Refused) -> None:
        on_refused(refused.decision.sentence)

    background = Background()
    windows = PlainWindows(ours.context, background)
    page = await windows.open()
    border = RequestInterceptor(
        ours.context, windows, check, background=background, on_refused=report
    )
    await border.begin(ours.browser, alone=ours.alone, proxied=ours.proxied)
    try:
        yield page
    finally:
        await background.stop()
        if not ours.alone:
            await border.end()


class _LatestState:
    """The latest state of a context, even if the person quits the whole browser.

    Attributes:
        closed: set when no window is left.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.closed = asyncio.Event()
        self._context = context
        self._cookies: list[Any] | None = None
        context.on("close", lambda _: self.closed.set())
        context.on("page", self._watch)

    async def state(self) -> Mapping[str, Any]:
        try:
            return dict(await self._context.storage_state())
        except PlaywrightError:
            if self._cookies is None:
                with mapped_errors("saving the login"):
                    raise
            # Closing the last window may end the browser; sites mostly rely on cookies.
            return {"cookies": self._cookies, "origins": []}

    def _watch(self, page: Page) -> None:
        page.on("load", self._look)
        page.on("close", lambda _: None if self._context.pages else self.closed.set())

    async def _look(self, _: Page) -> None:
        try:
            self._cookies = list(await self._context.cookies())
        except PlaywrightError:
            # The window is closing; what was seen before stands.
            return


async def _show(page: Page, address: str, proxy: RunProxy | None) -> None:
    try:
        await page.goto(address, wait_until="commit")
    except PlaywrightError as error:
        failure = proxy.failure_at(address) if proxy is not None else ""
        raise NavigationFailed(format_failure(address, error.message, proxy=failure)) from error
