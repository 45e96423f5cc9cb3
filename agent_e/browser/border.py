"""Keeps the documents of one context within what is allowed, however a page comes to ask for one.

The browser's own ``Fetch`` domain pauses every request for a document before it is sent: redirects
hop by hop, frames, downloads, and the first request of a window that is no page yet, which the
session of a page never sees. Other requests are not touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.async_api import Browser, BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import ActionDenied
from agent_e.types import Decision

from .background import Background
from .errors import is_closed, mapped_errors
from .tab import Tab
from .tabs import Tabs

_DOCUMENTS = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}
_GONE = ("Invalid InterceptionId", "No target with given id")
"""What was paused or named is gone: its page was closed, or went elsewhere meanwhile."""


class Check(Protocol):
    """Decides whether an address may be opened."""

    def now(self, url: str) -> Decision:
        """Decide at once, by the address alone."""
        ...

    async def __call__(self, url: str) -> Decision:
        """Decide, with whatever has to be looked up."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """An address that was not opened.

    ``tab`` is the tab whose page it would have replaced; ``None`` for frames and new windows, which
    ``where`` tells apart: ``page``, ``frame`` or ``window``.
    """

    url: str
    decision: Decision
    where: str
    tab: Tab | None = None


class Border:
    """The border around one context."""

    def __init__(
        self,
        context: BrowserContext,
        tabs: Tabs,
        check: Check,
        *,
        background: Background,
        on_refused: Callable[[Refused], None],
    ) -> None:
        """Make it; ``begin`` puts it up."""
        self.check = check
        self._context = context
        self._tabs = tabs
        self._background = background
        self._on_refused = on_refused
        self._cdp: CDPSession | None = None
        self._alone = False
        self._of_context = ""

    async def begin(self, browser: Browser, *, alone: bool) -> None:
        """Pause documents from now on.

        Args:
            browser: that the context is in.
            alone: whether nobody else has contexts in it, whose documents are none of ours.
        """
        self._alone = alone
        with mapped_errors("guarding what is opened"):
            own = await self._tabs.active.cdp.send("Target.getTargetInfo")
            self._of_context = str(own["targetInfo"].get("browserContextId", ""))
            self._cdp = await browser.new_browser_cdp_session()
            self._cdp.on("Fetch.requestPaused", self._on_paused)
            await self._cdp.send("Fetch.enable", {"patterns": [_DOCUMENTS]})
        self._context.on("page", self._on_window)

    async def end(self) -> None:
        """Take it down, once its context is closed: in a browser of many it would go on pausing.

        Until then it stays, for what is paused goes on when nobody holds it any more.
        """
        if self._cdp is None:
            return
        try:
            await self._cdp.detach()
        except PlaywrightError as error:
            if not is_closed(error):
                raise

    async def admit(self, url: str) -> None:
        """Return when the address may be opened.

        Raises:
            ActionDenied: why it may not.
        """
        decision = await self.check(url)
        if not decision.allowed:
            self._on_refused(Refused(url=url, decision=decision, where="call"))
            raise ActionDenied(decision.sentence)

    def arrived(self, tab: Tab, url: str) -> None:
        """Look at a document that is there: some come without any request, as blob: ones do."""
        decision = self.check.now(url)
        if not decision.allowed:
            self._on_refused(Refused(url=url, decision=decision, where="page", tab=tab))
            self._background.run(self._leave(tab))

    def _on_window(self, page: Page) -> None:
        # A window may come with a blob: document, for which nothing is requested.
        decision = self.check.now(page.url or "about:blank")
        if not decision.allowed:
            self._on_refused(Refused(url=page.url, decision=decision, where="window"))
            self._background.run(self._close(page))

    def _on_paused(self, event: Any) -> None:
        self._background.run(self._judge(event))

    async def _judge(self, event: Any) -> None:
        request, url, frame = event["requestId"], event["request"]["url"], event["frameId"]
        decision = None
        try:
            decision = await self.check(url)
            if not decision.allowed and not await self._is_ours(frame):
                decision = None
        except BaseException:
            # What could not be judged is not let through.
            await self._send("Fetch.failRequest", requestId=request, errorReason="Aborted")
            raise
        if decision is None or decision.allowed:
            await self._send("Fetch.continueRequest", requestId=request)
            return
        await self._send("Fetch.failRequest", requestId=request, errorReason="Aborted")
        tab = self._tabs.of_frame(frame)
        window = tab is None and await self._is_window(frame)
        where = "page" if tab else "window" if window else "frame"
        if window:
            # It would stay there for ever, empty and unseen.
            self._tabs.refuse(url)
            await self._send("Target.closeTarget", targetId=frame)
        self._on_refused(Refused(url=url, decision=decision, where=where, tab=tab))

    async def _is_window(self, frame: str) -> bool:
        return any(t["targetId"] == frame and t["type"] == "page" for t in await self._targets())

    async def _is_ours(self, frame: str) -> bool:
        """Whether a frame is in our context: whose others are, nobody asked us to guard."""
        if self._alone:
            return True
        for target in await self._targets():
            if target["targetId"] == frame:
                return bool(target.get("browserContextId") == self._of_context)
        for page in self._context.pages:
            for each in page.frames:
                try:
                    session = await self._context.new_cdp_session(each)
                except PlaywrightError:
                    # A frame without a process of its own: the page's tree has it.
                    continue
                try:
                    tree = await session.send("Page.getFrameTree")
                finally:
                    await session.detach()
                if _has(tree["frameTree"], frame):
                    return True
        return False

    async def _targets(self) -> list[Any]:
        found = await self._send("Target.getTargets")
        return list(found["targetInfos"]) if found else []

    async def _leave(self, tab: Tab) -> None:
        try:
            await tab.cdp.send("Page.navigate", {"url": "about:blank"})
        except PlaywrightError as error:
            if not is_closed(error):
                raise

    async def _close(self, page: Page) -> None:
        try:
            await page.close()
        except PlaywrightError as error:
            if not is_closed(error):
                raise

    async def _send(self, method: str, **parameters: Any) -> Any:
        assert self._cdp is not None, "begin comes first"
        try:
            return await self._cdp.send(method, parameters)
        except PlaywrightError as error:
            if not is_closed(error) and not any(words in error.message for words in _GONE):
                raise
        return None


def _has(tree: Any, frame: str) -> bool:
    if tree["frame"]["id"] == frame:
        return True
    return any(_has(child, frame) for child in tree.get("childFrames", ()))
