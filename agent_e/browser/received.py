"""Texts that a context's pages received from the network."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from weakref import ReferenceType, ref

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response

_KINDS = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
"""Kinds of answers that pages take addresses and other data from."""
_MAX_ANSWERS = 400
_MAX_KEPT = 50_000_000
"""Characters of the texts that are kept for the next search."""
_SEARCH_S = 2.0
"""Longest wait for the browser to hand the texts over."""


@dataclass(eq=False, slots=True)
class _Answer:
    """One answer; ``text`` is ``None`` until it was asked for."""

    url: str
    response: ReferenceType[Response]
    text: str | None = None

    async def read(self) -> None:
        """Ask the browser for the text; ``""`` once it has let go of it."""
        response = self.response()
        try:
            body = await response.body() if response else b""
            self.text = body.decode("utf-8", "replace")
        except PlaywrightError:
            # A redirect, or of a document that is gone and its answers with it.
            self.text = ""


class ReceivedTexts:
    """The newest answers of a context; their texts are only asked for when one is searched."""

    def __init__(self) -> None:
        self._answers: deque[_Answer] = deque(maxlen=_MAX_ANSWERS)

    def add(self, response: Response) -> None:
        """Note an answer."""
        if response.request.resource_type in _KINDS:
            self._answers.append(_Answer(response.url, ref(response)))

    async def search(self, parts: frozenset[str]) -> frozenset[str]:
        """Return which of these are part of a text or an address that was received."""
        answers = list(self._answers)
        tasks = [asyncio.ensure_future(each.read()) for each in answers if each.text is None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_SEARCH_S)
            for task in late:
                task.cancel()
        texts = [f"{each.url}\n{each.text or ''}" for each in answers]
        found = frozenset(part for part in parts if any(part in text for text in texts))
        if sum(len(each.text or "") for each in answers) > _MAX_KEPT:
            for each in answers:
                each.text = None
        return found
