"""Lets go of the requests of documents that are gone.

Playwright holds the last 10,000 requests and responses of a driver, about 7 kB for a pair, and has
no method that ends one. What its client does when the driver drops one at that number is done here
as soon as nothing more can be asked about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.async_api import BrowserContext, Page, Request

from .network import is_main_document, page_of

KEPT = 400
"""Ended requests of documents that are still there."""


class EndedRequests:
    """The ended requests of a context that Playwright still holds."""

    def __init__(self) -> None:
        self._pages: dict[Request, Page | None] = {}

    def listen(self, context: BrowserContext) -> None:
        """Let go of this context's requests from now on.

        A Playwright that is built differently keeps them all, as it does by itself.
        """
        held: Any = context._impl_obj
        if hasattr(held, "_dispose") and hasattr(getattr(held, "_connection", None), "_objects"):
            context.on("requestfinished", self._on_finished)
            context.on("requestfailed", self._on_ended)

    def _on_finished(self, request: Request) -> None:
        page = page_of(request)
        if page is not None and is_main_document(request):
            # It took over: a download, or an answer without content, would have failed.
            begun = request.timing["startTime"]
            self._release(
                each
                for each, its in self._pages.items()
                if its is page and each.timing["startTime"] < begun
            )
        self._on_ended(request)

    def _on_ended(self, request: Request) -> None:
        self._pages[request] = page_of(request)
        self._release(list(self._pages)[:-KEPT])

    def _release(self, requests: Iterable[Request]) -> None:
        for request in list(requests):
            del self._pages[request]
            for each in (request.existing_response, request):
                if each is not None:
                    _release(each._impl_obj)


def _release(held: Any) -> None:
    """End an object of Playwright's; only its name stays, for the driver's own message of its end.

    A call of what was ended raises Playwright's error that it was collected.
    """
    owners = (held._connection._objects, held._parent._objects)
    if all(objects.get(held._guid) is held for objects in owners):
        held._dispose("gc")
        for objects in owners:
            objects[held._guid] = _Ended(held._guid, owners)


class _Ended:
    """Stands for an object that was ended before the driver dropped it."""

    __slots__ = ("_guid", "_owners")

    def __init__(self, guid: str, owners: tuple[dict[str, Any], ...]) -> None:
        self._guid = guid
        self._owners = owners

    def _dispose(self, reason: str | None) -> None:
        """Called by Playwright when the driver drops it, or the context with it."""
        for objects in self._owners:
            objects.pop(self._guid, None)
