"""Restricts one context to allowed documents, however a page requests them.

The browser's own ``Fetch`` domain pauses every request for a document before it is sent: redirects
hop by hop, frames, downloads, and the first request of a window that is not yet a page, which a
page's session never sees. Other requests, those of workers too, are paused only on demand
(``intercept``): each then costs a round trip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Request, Response
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import ActionDenied
from agent_e.types import SAFE_METHODS, Decision, Destination, Outgoing, RequestScope

from .background_tasks import Background
from .errors import is_closed, mapped_errors, unless_closed
from .frame_ownership import FrameOwnership
from .network import sent_by
from .open_tab import ContextEvents
from .running_targets import give_new_loaders
from .tab_lookup import TabLookup, Window

_ALL = {"urlPattern": "*", "requestStage": "Request"}
_PATTERNS: dict[RequestScope, list[dict[str, str]]] = {
    "documents": [{**_ALL, "resourceType": "Document"}],
    "data": [
        {**_ALL, "resourceType": kind}
        for kind in ("Document", "XHR", "Fetch", "Ping", "CSPViolationReport")
    ],
    "all": [_ALL],
}
_MAX_BODY = 100_000
"""Bytes of a body from which the shape of an unasked request is read."""
_ALLOWED = Decision(allowed=True, rule="sent")
_READS = Decision(
    allowed=False,
    rule="get only",
    sentence="nothing but GET is sent by pages that are read in the background.",
)
_GONE = ("Invalid InterceptionId", "No target with given id")
"""The paused request or target is gone: its page closed or navigated meanwhile."""


class Check(Protocol):
    """Decides whether an address may be opened."""

    def now(self, url: str) -> Decision:
        """Decide immediately, by the address alone."""
        ...

    def reached(self, url: str, address: str) -> Decision:
        """Decide on a document by the IP address it came from."""
        ...

    @property
    def adds_headers(self) -> bool:
        """Whether there are headers to add to requests."""
        ...

    def headers_for(self, url: str, origin: str = "") -> Mapping[str, str]:
        """The headers to add to a request, whose response the scripts of an origin may read.

        Once the request is redirected, it is asked about again.
        """
        ...

    async def __call__(self, url: str) -> Decision:
        """Decide, with any lookups needed."""
        ...

    async def load(self, host: str, port: int) -> Destination:
        """Decide on a connection, with the addresses that were looked up for it."""
        ...


class RequestPolicy(Protocol):
    """Decides whether a request may be sent, wherever it goes."""

    async def judge(self, sent: Outgoing) -> Decision:
        """Decide; the request waits for it."""
        ...

    def noticed(self, sent: Outgoing) -> None:
        """Note a request other than GET, whether it waits or not."""

    def addressed(self, url: str) -> None:
        """Note the address of any request, whether it waits or not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """An address that was not opened, or to which nothing was sent.

    ``tab`` is the window whose page it would have replaced; ``None`` for frames, new windows and
    non-documents. ``where`` is ``page``, ``frame``, ``window`` or ``request``.
    """

    url: str
    decision: Decision
    where: str
    tab: Window | None = None


class RequestInterceptor:
    """The URL filter around one context."""

    def __init__(
        self,
        context: BrowserContext,
        tabs: TabLookup,
        check: Check,
        *,
        background: Background,
        on_refused: Callable[[Refused], None],
        events: ContextEvents | None = None,
    ) -> None:
        """Create it; ``begin`` starts it.

        Args:
            context: whose pages it restricts.
            tabs: its windows.
            check: decides on addresses.
            background: runs background work.
            on_refused: called for every address that is refused.
            events: of the context; they tell its pages from the person's own.
        """
        self.check = check
        self.warden: RequestPolicy | None = None
        self._context = context
        self._tabs = tabs
        self._background = background
        self._on_refused = on_refused
        self._cdp: CDPSession | None = None
        self._scopes: list[RequestScope] = ["documents"]
        self._events = events or ContextEvents(context, lambda _: True, persons=False)
        self._ownership = FrameOwnership(context, tabs, persons=self._events.persons)

    async def begin(self, browser: Browser, *, alone: bool, proxied: bool) -> None:
        """Pause documents from now on.

        Args:
            browser: that has the context.
            alone: whether nobody else has contexts in it.
            proxied: whether a proxy connects it to the addresses that were checked.
        """
        with mapped_errors("guarding what is opened"):
            self._cdp = await browser.new_browser_cdp_session()
            await self._ownership.begin(self._cdp, alone=alone)
            self._cdp.on("Fetch.requestPaused", self._on_paused)
            await self._cdp.send("Fetch.enable", {"patterns": self._patterns})
            if self._events.persons:
                await give_new_loaders(self._cdp, await self._ownership.running())
        self._context.on("page", self._on_window)
        self._events.on("request", self._on_request)
        if not proxied:
            self._events.on("response", self._on_response)

    async def intercept(self, scope: RequestScope) -> None:
        """Pause these requests from now on, to judge them."""
        before = self._scopes[-1]
        self._scopes.append(scope)
        await self._send("Fetch.enable", patterns=self._patterns)
        # Until now the browser may have paused what an earlier scope has to be judged by.
        self._scopes.remove(before)

    @property
    def _patterns(self) -> list[dict[str, str]]:
        return _PATTERNS["all" if self.check.adds_headers else self._scopes[-1]]

    async def end(self) -> None:
        """Stop, once its context is closed: in a shared browser it would go on pausing.

        Not before: paused requests proceed once nothing holds them.
        """
        if self._cdp is None:
            return
        with unless_closed():
            await self._cdp.detach()

    async def check_url(self, url: str) -> None:
        """Return when the address may be opened.

        Raises:
            ActionDenied: why it may not.
        """
        self._admit(url, await self.check(url))

    def admit_answer(self, url: str, address: str) -> None:
        """Check the IP address that a response came from; raises as ``check_url``."""
        self._admit(url, self.check.reached(url, address))

    def _admit(self, url: str, decision: Decision) -> None:
        if not decision.allowed:
            self._on_refused(Refused(url=url, decision=decision, where="call"))
            raise ActionDenied(decision.sentence)

    def arrived(self, tab: Window, url: str) -> None:
        """Check a loaded document: some come without any request, such as blob: ones."""
        decision = self.check.now(url)
        if not decision.allowed:
            self._on_refused(Refused(url=url, decision=decision, where="page", tab=tab))
            self._background.run(self._leave(tab))

    def _on_window(self, page: Page) -> None:
        # A window may open with a blob: document, which needs no request.
        decision = self.check.now(page.url or "about:blank")
        if not decision.allowed:
            self._background.run(self._refuse_window(page, decision))

    def _on_request(self, request: Request) -> None:
        if self.warden is None:
            return
        self.warden.addressed(request.url)
        if request.method in SAFE_METHODS:
            return
        try:
            page = request.frame.page if request.service_worker is None else None
        except PlaywrightError:
            # Its window is about to open.
            page = None
        tab = self._tabs.of(page)
        sent = Outgoing(
            method=request.method,
            url=request.url,
            by=sent_by(request.resource_type),
            page=tab.url if tab else "",
            body=(request.post_data_buffer or b"")[:_MAX_BODY].decode("utf-8", "replace"),
            document=tab.document_id if tab else (0, 0),
        )
        self.warden.noticed(sent)

    def _on_response(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self._background.run(self._look_where_from(response))

    async def _look_where_from(self, response: Response) -> None:
        try:
            address = await response.server_addr()
            reached = address["ipAddress"] if address else ""
            decision = self.check.reached(response.url, reached)
            tab = None if decision.allowed else self._tabs.of(response.frame.page)
        except PlaywrightError:
            # A document that is gone needs no protection.
            return
        if not decision.allowed:
            self._on_refused(Refused(url=response.url, decision=decision, where="page", tab=tab))
            if tab is not None:
                await self._leave(tab)

    def _on_paused(self, event: Any) -> None:
        kind = event["resourceType"]
        # Others are paused for their headers alone.
        asked = not self.check.adds_headers or any(
            each.get("resourceType", kind) == kind
            for scope in self._scopes
            for each in _PATTERNS[scope]
        )
        self._background.run(self._judge(event, asked=asked))

    async def _judge(self, event: Any, *, asked: bool) -> None:
        request, url, frame = event["requestId"], event["request"]["url"], event.get("frameId", "")
        # What could not be judged is blocked.
        decision: Decision | None = None
        try:
            changed = await self._changed(event["request"], frame)
            decision = await self._decided(event, frame) if asked else _ALLOWED
        finally:
            if decision is not None and decision.allowed:
                await self._send("Fetch.continueRequest", requestId=request, **changed)
            else:
                await self._send("Fetch.failRequest", requestId=request, errorReason="Aborted")
        if decision.allowed:
            return
        if event["resourceType"] != "Document":
            self._on_refused(Refused(url=url, decision=decision, where="request"))
            return
        tab = self._tabs.of_frame(frame)
        window = tab is None and await self._ownership.is_window(frame)
        if tab:
            tab.stays(event.get("networkId", ""))
        where = "page" if tab else "window" if window else "frame"
        if window:
            # It would stay forever, empty and unseen.
            self._tabs.refuse(url)
            await self._send("Target.closeTarget", targetId=frame)
        self._on_refused(Refused(url=url, decision=decision, where=where, tab=tab))

    async def _changed(self, request: Any, frame: str) -> dict[str, Any]:
        # There where the response may be read from a script of another origin.
        origin = next((v for k, v in request["headers"].items() if k.lower() == "origin"), "")
        changed = _changed(request, self.check.headers_for(request["url"], origin))
        ours = bool(changed) and await self._ownership.is_ours(frame, request["url"])
        return changed if ours else {}

    async def _decided(self, event: Any, frame: str) -> Decision:
        url, document = event["request"]["url"], event["resourceType"] == "Document"
        if self._events.persons and not await self._ownership.is_ours(frame, url):
            # Not even looked up.
            return _ALLOWED
        if document:
            decision = await self.check(url)
            if not decision.allowed:
                return decision if await self._ownership.is_ours(frame) else _ALLOWED
        safe = event["request"]["method"] in SAFE_METHODS
        if not safe and await self._tabs.only_reads(frame):
            return _READS
        tab = self._tabs.of_frame(frame)
        active = self._tabs.active
        # A page may go on after it has opened the window that is active now.
        elsewhere = tab is not None and active not in (tab, tab.opener) and active.opener != tab
        if (
            self.warden is None
            or (elsewhere and not document)
            or not await self._ownership.is_ours(frame)
        ):
            return _ALLOWED
        page = tab.url if tab else ""
        if page == "about:blank":
            # The opener of an empty tab answers for what it requests.
            page = self._tabs.active.url
        return await self.warden.judge(_outgoing(event, page, tab.document_id if tab else (0, 0)))

    async def _leave(self, tab: Window) -> None:
        with unless_closed():
            await tab.cdp.send("Page.navigate", {"url": "about:blank"})

    async def _refuse_window(self, page: Page, decision: Decision) -> None:
        with unless_closed():
            if await self._events.opened(page):
                self._on_refused(Refused(url=page.url, decision=decision, where="window"))
                await page.close()

    async def _send(self, method: str, **parameters: Any) -> Any:
        assert self._cdp is not None, "begin comes first"
        try:
            return await self._cdp.send(method, parameters)
        except PlaywrightError as error:
            if not is_closed(error) and not any(words in error.message for words in _GONE):
                raise
        return None


def _changed(request: Any, added: Mapping[str, str]) -> dict[str, Any]:
    """Return the headers, with the referrer cut to its origin for another one; if as before, none.

    Pages can ask for the whole of it to be sent, with a query that they write themselves.
    """
    headers = request["headers"]
    name = next((each for each in headers if each.lower() == "referer"), "")
    whole = headers.get(name, "")
    cut = _referrer(whole, request["url"])
    if cut == whole and not added:
        return {}
    ours = {each.lower() for each in added}
    kept = {
        each: cut if each == name else value
        for each, value in headers.items()
        if each.lower() not in ours
    }
    kept |= added
    return {"headers": [{"name": each, "value": value} for each, value in kept.items()]}


def _referrer(whole: str, url: str) -> str:
    """Return what of a referrer is sent to an address: to another origin, the origin alone."""
    own, other = urlsplit(whole), urlsplit(url)
    if not whole or (own.scheme, own.netloc) == (other.scheme, other.netloc):
        return whole
    return f"{own.scheme}://{own.netloc}/"


def _outgoing(event: Any, page: str, document: tuple[int, int]) -> Outgoing:
    request = event["request"]
    headers = {name.lower(): value for name, value in request.get("headers", {}).items()}
    body = request.get("postData", "")
    return Outgoing(
        method=request["method"],
        url=request["url"],
        by=sent_by(event["resourceType"]),
        page=page or headers.get("referer", ""),
        fragment=request.get("urlFragment", ""),
        referrer=_referrer(headers.get("referer", ""), request["url"]),
        body=body,
        unread=bool(request.get("hasPostData")) and not body,
        document=document,
        redirected="redirectedRequestId" in event,
    )
