"""What a tab loads: what its page waits for now, and what it has sent."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Response

from agent_e.types import SentBy

KEPT_REQUESTS = 2000
"""Requests other than GET that one tab remembers."""
_KEPT_DOCUMENTS = 20
_AWAITED = {"document", "xhr", "fetch", "script", "stylesheet"}
_SENT_BY: dict[str, SentBy] = {
    "document": "document",
    "xhr": "script",
    "fetch": "script",
    "eventsource": "script",
    "ping": "ping",
    "cspviolationreport": "ping",
}
_PAGES_OWN = ("http:", "https:", "file:")
"""Schemes a page loads over; Chromium's PDF viewer asks for hundreds of files over others."""


@dataclass(eq=False, slots=True)
class SentRequest:
    """A request other than GET; ``status`` and ``failure`` are filled in when they are known."""

    method: str
    url: str
    by: SentBy = "script"
    status: int | None = None
    failure: str = ""


class NetworkLog:
    """Requests of one tab.

    Attributes:
        last_change: ``time.monotonic()`` of the last begin or end of a request the page waits for.
        posted: whether the newest main-frame document answers a form, which loading it again would
            send once more.
        documents: HTTP status of the newest main-frame documents by address without fragment.
    """

    def __init__(self) -> None:
        self.last_change = time.monotonic()
        self.posted = False
        self.documents: dict[str, int] = {}
        self._awaited: dict[Request, None] = {}
        self._sent: dict[Request, SentRequest] = {}
        self._order: deque[Request] = deque()

    @property
    def in_flight(self) -> int:
        """Number of requests the page waits for: documents, data, scripts and stylesheets.

        Pictures, fonts, media, sockets, event streams and beacons are none of them.
        """
        return len(self._awaited)

    def started(self, request: Request) -> SentRequest | None:
        """Note a request; returns its record when it is one other than GET."""
        if not request.url.startswith(_PAGES_OWN):
            return None
        if request.resource_type in _AWAITED:
            self._awaited[request] = None
            self.last_change = time.monotonic()
        if request.method == "GET":
            return None
        by = sent_by(request.resource_type)
        sent = self._sent[request] = SentRequest(method=request.method, url=request.url, by=by)
        self._order.append(request)
        if len(self._order) > KEPT_REQUESTS:
            self._sent.pop(self._order.popleft(), None)
        return sent

    def answered(self, response: Response) -> None:
        """Note the head of an answer."""
        request = response.request
        if sent := self._sent.get(request):
            sent.status = response.status
        if is_main_document(request):
            self.posted = request.method != "GET"
            self.documents.pop(without_fragment(request.url), None)
            self.documents[without_fragment(request.url)] = response.status
            if len(self.documents) > _KEPT_DOCUMENTS:
                del self.documents[next(iter(self.documents))]
        if "text/event-stream" in response.headers.get("content-type", ""):
            self._forget(request)

    def ended(self, request: Request) -> None:
        """Note the end of a request, good or bad."""
        if sent := self._sent.get(request):
            # A script that looks at the status only leaves the answer's body: that is no failure.
            unread = sent.status is not None and request.failure == "net::ERR_ABORTED"
            sent.failure = "" if unread else request.failure or ""
        self._forget(request)

    def committed(self) -> None:
        """Note that a new document took over: what the old one waited for counts no more."""
        earlier = list(self._awaited)
        newest = next((r for r in reversed(earlier) if is_main_document(r)), None)
        if newest:
            for request in earlier[: earlier.index(newest)]:
                self._forget(request)

    def _forget(self, request: Request) -> None:
        if request in self._awaited:
            del self._awaited[request]
            self.last_change = time.monotonic()


def sent_by(resource_type: str) -> SentBy:
    """What sends requests of a type, as Playwright or the browser's protocol names it."""
    return _SENT_BY.get(resource_type.lower(), "other")


def page_of(request: Request) -> Page | None:
    """The page that sent the request; ``None`` for workers and for pages that do not exist yet."""
    try:
        return request.frame.page
    except PlaywrightError:
        return None


def is_main_document(request: Request) -> bool:
    """Whether the request is for a document of a page's main frame."""
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:
        # The first document of a page that does not exist yet.
        return True


def without_fragment(url: str) -> str:
    """The address without its part after ``#``."""
    return url.partition("#")[0]
