"""Playwright's snapshot for models, in the same tab."""

from __future__ import annotations

import importlib.metadata
import time

from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession

from .looking import TOTAL, Element, Look, Offered, PeerFailed, offered_labels

_REF = "[ref="


class PlaywrightPeer:
    """Takes ``aria_snapshot(mode="ai")`` of the session's open page."""

    name = "playwright"

    def __init__(self, session: BrowserSession) -> None:
        """Look through a session of the caller's."""
        self.version = importlib.metadata.version("playwright")
        self._session = session

    async def open(self, url: str, prepare: str) -> None:
        """Do nothing: the page is open."""

    async def look(self) -> Look:
        """Take one snapshot."""
        body = self._session.active.page.locator("body")
        started = time.perf_counter()
        try:
            text = await body.aria_snapshot(mode="ai")
        except PlaywrightError as error:
            raise PeerFailed(error.message.splitlines()[0]) from error
        took = (time.perf_counter() - started) * 1000
        return Look(milliseconds={TOTAL: took}, offered=lambda: _offered(text))


def _offered(text: str) -> Offered:
    labels = offered_labels(
        text,
        is_offered=lambda line: _REF in line,
        indent=lambda line: len(line) - len(line.lstrip(" ")),
    )
    elements = tuple(
        Element(label=label, state_words=("disabled",) if "[disabled]" in label else ())
        for label in labels
    )
    return Offered(text=text, elements=elements, ids=len(elements))
