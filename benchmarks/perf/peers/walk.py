"""The limit: one bare walk over all elements in the same tab."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession

from .looking import TOTAL, Look, PeerFailed

IN_PAGE = "in page"
_SCRIPT = Path(__file__).with_name("walk.js")


class Walk:
    """Walks the session's open page: open shadow roots and same-origin frames included.

    ``TOTAL`` is until the rows are here as one string, ``IN_PAGE`` until they are one in the page.

    Attributes:
        elements: their number.
    """

    name = "bare walk"

    def __init__(self, session: BrowserSession) -> None:
        """Look through a session of the caller's."""
        self.elements = 0
        self._session = session
        self._cdp: CDPSession | None = None
        self._expression = f"({_SCRIPT.read_text(encoding='utf-8').rstrip().rstrip(';')})()"

    async def open(self, url: str, prepare: str) -> None:
        """Open a separate protocol session with the page."""
        page = self._session.active.page
        if self._cdp is None:
            self._cdp = await page.context.new_cdp_session(page)

    async def look(self) -> Look:
        """Walk once."""
        assert self._cdp is not None
        started = time.perf_counter()
        try:
            done = await self._cdp.send(
                "Runtime.evaluate", {"expression": self._expression, "returnByValue": True}
            )
        except PlaywrightError as error:
            raise PeerFailed(error.message.splitlines()[0]) from error
        took = (time.perf_counter() - started) * 1000
        if "exceptionDetails" in done:
            raise PeerFailed(done["exceptionDetails"]["text"])
        in_page, elements, _ = done["result"]["value"].split(" ", 2)
        self.elements = int(elements)
        return Look(milliseconds={TOTAL: took, IN_PAGE: float(in_page)})
