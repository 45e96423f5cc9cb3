"""Background tabs: opened beside the session's own, read, and closed again.

They do not count as tabs of the session: none is listed, brought to the front or made active. They
send nothing but GET; their dialogs are dismissed, their downloads cancelled, and the windows they
open closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Download, Page, Request
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import ActionDenied, ActionTimeout, NavigationFailed
from agent_e.types import SAFE_METHODS, Navigation

from . import navigate
from .background_tasks import done_within, to_the_end
from .errors import is_closed, mapped_errors, unless_closed
from .network import NetworkLog
from .request_interceptor import Refused
from .tab import Tab, TabServices
from .tab_lookup import Window
from .tabs import Tabs

_ARRIVES_S = 5.0
_CLOSE_S = 3.0
_POPUP_S = 1.0
_QUIET_S = 0.25
_QUIET_AT_MOST_S = 3.0
_DEEPEST = 10
"""Nested frames that are followed up to their page."""
_SHARED = ("shared_worker", "service_worker")
_MAX_DIALOGS = 20
"""Dialogs dismissed per page; a page that opens more is closed."""


class FileInstead(NavigationFailed):
    """The server sends a file to save, not a page."""


@dataclass(eq=False, kw_only=True, slots=True)
class TabBeside:
    """A background tab.

    Attributes:
        tab: the tab itself; its number is not one of the session's.
        unsent: requests other than GET that were not sent.
        refused: why an address was not opened in it, ``""`` while none was refused.
    """

    tab: Tab
    unsent: int = 0
    refused: str = ""
    dialogs: int = 0
    popups: int = 0
    windows: list[Page] = field(default_factory=list)
    frames: set[str] = field(default_factory=set)


class _NoFiles:
    """Stands in for the session's downloads: none starts; ``asked`` if one would have."""

    files: tuple[()] = ()
    asked = False

    async def next_after(self, number: int, *, begin_s: float, end_s: float) -> None:
        self.asked = True


class TabsBeside:
    """Opens background tabs and tracks them."""

    def __init__(
        self,
        context: BrowserContext,
        browser: Callable[[], Browser],
        services: TabServices,
        on_reading: Callable[[bool], Awaitable[None]],
    ) -> None:
        """Create it for a session.

        Args:
            context: of the session.
            browser: returns the context's.
            services: of the session's tabs.
            on_reading: called with whether any background tab is open, when that changes.
        """
        self._context = context
        self._browser = browser
        self._services = services
        self._background = services.background
        self._on_reading = on_reading
        self._readers = 0
        self._changing = asyncio.Lock()
        self._cdp: CDPSession | None = None
        self._workers: frozenset[str] = frozenset()
        self._creating = asyncio.Lock()
        self._expected: dict[str, asyncio.Future[tuple[Page, CDPSession]]] = {}
        self._open: dict[Page, TabBeside] = {}

    def of(self, page: Page | None) -> TabBeside | None:
        """The tab of a page, or of the page that opened this window."""
        if page is None:
            return None
        return self._open.get(page) or next(
            (each for each in self._open.values() if page in each.windows), None
        )

    def of_frame(self, frame_id: str) -> Tab | None:
        """The tab whose main frame this is."""
        return next((e.tab for e in self._open.values() if e.tab.frame_id == frame_id), None)

    def holds(self, frame_id: str) -> bool:
        """Whether a frame is in one of these tabs."""
        return any(frame_id in each.frames for each in self._open.values())

    async def owns(self, frame_id: str) -> bool:
        """Whether a frame, worker or window belongs to one of these tabs.

        A shared worker does if it did not exist before they were opened.
        """
        if not self._readers:
            return False
        ours = {frame for each in self._open.values() for frame in each.frames}
        targets = {} if frame_id in ours else {e["targetId"]: e for e in await self._targets()}
        for _ in range(_DEEPEST):
            if frame_id in ours:
                return True
            target = targets.get(frame_id)
            if target is None:
                return False
            if target["type"] in _SHARED:
                return frame_id not in self._workers
            frame_id = target.get("parentFrameId") or target.get("openerId") or ""
        return False

    async def _targets(self) -> list[Any]:
        assert self._cdp is not None, "asked while one of these is open"
        return list((await self._cdp.send("Target.getTargets"))["targetInfos"])

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[None]:
        async with self._changing:
            if not self._readers:
                self._cdp = await self._browser().new_browser_cdp_session()
                found = await self._targets()
                self._workers = frozenset(e["targetId"] for e in found if e["type"] in _SHARED)
                await self._on_reading(True)
            # Only now: a caller cancelled above has nothing to undo, and the next one starts over.
            self._readers += 1
        try:
            yield
        finally:
            await to_the_end(self._read())

    async def _read(self) -> None:
        async with self._changing:
            self._readers -= 1
            if not self._readers and self._cdp is not None:
                cdp, self._cdp = self._cdp, None
                await self._on_reading(False)
                with unless_closed():
                    await cdp.detach()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[TabBeside]:
        """Open a blank tab; it is closed at the end, whatever its page does."""
        with mapped_errors("opening a page in the background"):
            async with self._reading():
                page, cdp = await self._created()
                beside = TabBeside(tab=self._tab(page, cdp))
                self._open[page] = beside
                try:
                    await self._prepare(beside)
                    yield beside
                finally:
                    await to_the_end(self._close(page, beside))

    async def goto(self, beside: TabBeside, url: str, timeout_s: float) -> Navigation:
        """Open an address in a tab and wait, briefly at most, until the page has come to rest.

        Raises:
            ActionDenied: it leads to an address that may not be opened.
            NavigationFailed: why it could not be opened.
        """
        files = _NoFiles()
        means = navigate.NavigationServices(
            downloads=files,  # type: ignore[arg-type]  # all that a trip asks of them
            timeout_s=timeout_s,
        )
        try:
            went = await navigate.goto(beside.tab, url, means)
        except NavigationFailed as error:
            if beside.refused:
                raise ActionDenied(
                    f"{url} leads on to another address, and {beside.refused}"
                ) from error
            if files.asked:
                raise FileInstead(
                    f"{url} is a file to download, not a page. open_url saves it."
                ) from error
            raise
        await self._rest(beside.tab)
        return went

    async def claims(self, page: Page) -> bool:
        """Whether a new page is a background tab, or a window that one opened."""
        if not self._open and not self._expected and not self._creating.locked():
            return False
        try:
            opener = await page.opener()
            if opener is not None and (beside := self.of(opener)):
                beside.windows.append(page)
                self._end(page.close())
                return True
            cdp = await self._context.new_cdp_session(page)
            target = (await cdp.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
            async with self._creating:
                ours = self._expected.pop(target, None)
            if ours is None or ours.done():
                await cdp.detach()
                return ours is not None
        except PlaywrightError as error:
            if is_closed(error) or page.is_closed():
                return False
            raise
        ours.set_result((page, cdp))
        return True

    def dismissed(self, handle: PlaywrightDialog) -> bool:
        """Dismiss the dialog if a background tab opened it; return whether one did."""
        beside = self.of(handle.page)
        if beside is None:
            return False
        beside.dialogs += 1
        asks_on = beside.dialogs > _MAX_DIALOGS
        self._end(beside.tab.page.close() if asks_on else handle.dismiss())
        return True

    def cancelled(self, download: Download) -> bool:
        """Cancel the download if a background tab began it; return whether one did."""
        if self.of(download.page) is None:
            return False
        self._end(_cancel(download))
        return True

    def note(self, refused: Refused) -> None:
        """Note a refused address if it was for one of these tabs."""
        for beside in self._open.values():
            if refused.tab is beside.tab:
                beside.refused = refused.decision.sentence

    async def _created(self) -> tuple[Page, CDPSession]:
        """Create a page behind the front one; Playwright's own call would bring it forward."""
        browser = self._cdp
        assert browser is not None, "opened while reading"
        own = await self._services_context()
        come: asyncio.Future[tuple[Page, CDPSession]] = asyncio.get_running_loop().create_future()
        async with self._creating:
            created = await browser.send(
                "Target.createTarget", {"url": "about:blank", "background": True, **own}
            )
            self._expected[created["targetId"]] = come
        try:
            async with asyncio.timeout(_ARRIVES_S):
                return await come
        except BaseException as error:
            self._expected.pop(created["targetId"], None)
            await browser.send("Target.closeTarget", {"targetId": created["targetId"]})
            if isinstance(error, TimeoutError):
                raise ActionTimeout(
                    f"The browser opened no page in the background within {_ARRIVES_S:g} s."
                ) from error
            raise

    async def _services_context(self) -> dict[str, str]:
        page = self._context.pages[0]
        cdp = await self._context.new_cdp_session(page)
        try:
            info = await cdp.send("Target.getTargetInfo")
        finally:
            await cdp.detach()
        known = info["targetInfo"].get("browserContextId")
        return {"browserContextId": known} if known else {}

    def _tab(self, page: Page, cdp: CDPSession) -> Tab:
        network = NetworkLog()

        def started(request: Request) -> None:
            network.started(request)

        page.on("request", started)
        page.on("response", network.answered)
        page.on("requestfinished", network.ended)
        page.on("requestfailed", network.ended)
        services = replace(
            self._services,
            on_navigated=lambda tab, navigation: None,
            on_window=lambda tab, url: self._opens_window(tab),
        )
        tab = Tab(page, cdp, network, services, number=0)
        page.on("close", lambda _: tab.end("The page closed itself."))
        page.on("crash", lambda _: tab.end("The page crashed."))
        return tab

    def _opens_window(self, tab: Tab) -> None:
        if beside := self._open.get(tab.page):
            beside.popups += 1

    async def _prepare(self, beside: TabBeside) -> None:
        tab = beside.tab
        info = await tab.cdp.send("Target.getTargetInfo")
        beside.frames.add(info["targetInfo"]["targetId"])
        tab.cdp.on("Page.frameAttached", lambda event: beside.frames.add(event["frameId"]))
        tab.cdp.on("Fetch.requestPaused", lambda event: self._on_paused(beside, event))
        await tab.cdp.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
        await tab.cdp.send("Network.enable")
        # What a service worker sends for the page could not be told from the page's own.
        await tab.cdp.send("Network.setBypassServiceWorker", {"bypass": True})
        await tab.follow(frame_id=info["targetInfo"]["targetId"])

    def _on_paused(self, beside: TabBeside, event: Any) -> None:
        request = {"requestId": event["requestId"]}
        if event["request"]["method"] in SAFE_METHODS:
            self._end(beside.tab.cdp.send("Fetch.continueRequest", request))
            return
        beside.unsent += 1
        failed = {**request, "errorReason": "Aborted"}
        self._end(beside.tab.cdp.send("Fetch.failRequest", failed))
        if event["resourceType"] == "Document" and event["frameId"] == beside.tab.frame_id:
            beside.tab.stays(event.get("networkId", ""))

    async def _rest(self, tab: Tab) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + _QUIET_AT_MOST_S
        calm = loop.time()
        while loop.time() < until and loop.time() - calm < _QUIET_S and not tab.closed:
            await asyncio.sleep(_QUIET_S / 5)
            if tab.network.in_flight or tab.navigating:
                calm = loop.time()

    def _end(self, work: Awaitable[object]) -> None:
        """Run it in the background; it may end with its page, or hang until that is closed."""
        self._background.run(done_within(_CLOSE_S, work))

    async def _close(self, page: Page, beside: TabBeside) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + _POPUP_S
        # Once its opener is gone, a window no longer names it.
        while len(beside.windows) < beside.popups and loop.time() < until:  # noqa: ASYNC110
            await asyncio.sleep(_QUIET_S / 5)
        # So that no script of it sends anything as it unloads.
        ended = beside.tab.cdp.send("Emulation.setScriptExecutionDisabled", {"value": True})
        await done_within(_CLOSE_S, ended)
        for each in [*beside.windows, page]:
            await done_within(_CLOSE_S, each.close())
        self._open.pop(page, None)


class WindowsBeside:
    """A session's tabs and background tabs, for its interceptor; see ``TabLookup``."""

    def __init__(self, tabs: Tabs, beside: TabsBeside) -> None:
        self._tabs = tabs
        self._beside = beside

    @property
    def active(self) -> Window:
        """The active tab."""
        return self._tabs.active

    def of(self, page: Page | None) -> Window | None:
        """The window of a page; ``None`` when it has none yet."""
        beside = self._beside.of(page)
        return beside.tab if beside else self._tabs.of(page)

    def of_frame(self, frame_id: str) -> Window | None:
        """The window with this main frame; ``None`` for other frames."""
        return self._beside.of_frame(frame_id) or self._tabs.of_frame(frame_id)

    def holds(self, frame_id: str) -> bool:
        """Whether a frame that was added after its window opened is in one of them."""
        return self._beside.holds(frame_id) or self._tabs.holds(frame_id)

    def refuse(self, url: str) -> None:
        """Note that a window a page asked for will not open."""
        self._tabs.refuse(url)

    def asked_apart(self, url: str) -> bool:
        """Whether a page of the session has just asked for a tab with this address."""
        return self._tabs.asked_apart(url)

    async def only_reads(self, frame_id: str) -> bool:
        """Whether a frame or worker may send nothing but GET."""
        return await self._beside.owns(frame_id)


async def _cancel(download: Download) -> None:
    await download.cancel()
    await download.delete()
