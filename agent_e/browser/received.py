"""Texts that a context's pages received from the network."""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response

_KINDS = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
"""Kinds of answers that pages take addresses and other data from."""
_MAX_RESPONSES = 400
_MAX_KEPT = 50_000_000
"""Characters of the texts that are kept for the next search."""
_SEARCH_S = 2.0
"""Longest wait for the browser to hand the texts over."""


class ReceivedTexts:
    """The newest answers of a context; their texts are only asked for when one is searched."""

    def __init__(self) -> None:
        self._responses: deque[Response] = deque(maxlen=_MAX_RESPONSES)
        self._texts: WeakKeyDictionary[Response, str] = WeakKeyDictionary()

    def add(self, response: Response) -> None:
        """Note an answer."""
        if response.request.resource_type in _KINDS:
            self._responses.append(response)

    async def search(self, parts: frozenset[str]) -> frozenset[str]:
        """Return which of these are part of a text or an address that was received."""
        missing = [each for each in self._responses if each not in self._texts]
        tasks = [asyncio.ensure_future(self._read(each)) for each in missing]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_SEARCH_S)
            for task in late:
                task.cancel()
        texts = [f"{each.url}\n{self._texts.get(each, '')}" for each in self._responses]
        found = frozenset(part for part in parts if any(part in text for text in texts))
        if sum(map(len, self._texts.values())) > _MAX_KEPT:
            self._texts.clear()
        return found

    async def _read(self, response: Response) -> None:
        try:
            self._texts[response] = (await response.body()).decode("utf-8", "replace")
        except PlaywrightError:
            # A redirect, or of a document that is gone and its answers with it.
            self._texts[response] = ""
