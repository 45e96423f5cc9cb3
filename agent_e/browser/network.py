"""A tab's requests: what its page is waiting for, and what it has sent."""

from __future__ import annotations

import time
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Response

from agent_e.types import SentBy
from agent_e.urls import short_address

KEPT_REQUESTS = 2000
"""Requests other than GET per tab whose outcome is awaited."""
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
"""Schemes a page loads over; Chromium's PDF viewer loads hundreds of files over others."""


@dataclass(eq=False, slots=True)
class SentRequest:
    """A request other than GET; ``status`` and ``failure`` are filled in once known."""

    method: str
    url: str
    by: SentBy = "script"
    status: int | None = None
    failure: str = ""


class NetworkLog:
    """Requests of one tab.

    Attributes:
        last_change: ``time.monotonic()`` when a request the page waits for last began or ended.
        posted: whether the newest main-frame document is the response to a form, which reloading
            would submit again.
        documents: HTTP status of the newest main-frame documents by address without fragment.
    """

    def __init__(self) -> None:
        self.last_change = time.monotonic()
        self.posted = False
        self.documents: dict[str, int] = {}
        self._awaited: dict[Request, None] = {}
        self._sent: dict[Request, SentRequest] = {}

    @property
    def in_flight(self) -> int:
        """Number of requests the page waits for: documents, data, scripts and stylesheets.

        Images, fonts, media, sockets, event streams and beacons do not count.
        """
        return len(self._awaited)

    def started(self, request: Request) -> SentRequest | None:
        """Note a request; return its record if it is other than GET."""
        if not request.url.startswith(_PAGES_OWN):
            return None
        if request.resource_type in _AWAITED:
            self._awaited[request] = None
            self.last_change = time.monotonic()
        if request.method == "GET":
            return None
        by = sent_by(request.resource_type)
        sent = self._sent[request] = SentRequest(
            method=request.method, url=short_address(request.url), by=by
        )
        if len(self._sent) > KEPT_REQUESTS:
            del self._sent[next(iter(self._sent))]
        return sent

    def answered(self, response: Response) -> None:
        """Note the head of a response."""
        request = response.request
        if sent := self._sent.get(request):
            sent.status = response.status
        if is_main_document(request):
            self.posted = request.method != "GET"
            self.documents.pop(without_fragment(request.url), None)
            self.documents[without_fragment(request.url)] = response.status
            if len(self.documents) > _KEPT_DOCUMENTS:
                del self.documents[next(iter(self.documents))]
        # Reading headers costs more than all the rest here.
        if request in self._awaited and "text/event-stream" in response.headers.get(
            "content-type", ""
        ):
            self._forget(request)

    def ended(self, request: Request) -> None:
        """Note the end of a request, failed or not."""
        if sent := self._sent.pop(request, None):
            # A script interested only in the status drops the body: that is no failure.
            unread = sent.status is not None and request.failure == "net::ERR_ABORTED"
            sent.failure = "" if unread else request.failure or ""
        self._forget(request)

    def committed(self) -> None:
        """Note that a new document took over: the old one's pending requests no longer count."""
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
    """The sender of requests of a type, as named by Playwright or the browser's protocol."""
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
        # The first document of a page yet to be created.
        return True


def without_fragment(url: str) -> str:
    """The address without ``#`` and what follows."""
    return url.partition("#")[0]
