"""The floor: Playwright's bare input at a known position, and nothing else."""

from __future__ import annotations

import importlib.metadata
import time

from playwright.async_api import ElementHandle
from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.peers import TOTAL, PeerFailed, PlaywrightPeer
from agent_e.browser import BrowserSession

from .cases import Case
from .counting import counted_messages
from .doing import KNOWN, Act

_PAGE_PX = 612
"""One page of scrolling, as with ours."""


class PlaywrightFloor:
    """Acts in the tab that a session has open.

    It observes and reports nothing; the case tells it what to wait for,
    so that the time until then is what the page itself takes.
    """

    name = PlaywrightPeer.name
    nothing = ""

    def __init__(self, session: BrowserSession) -> None:
        """Act in a session of the caller's."""
        self.version = importlib.metadata.version("playwright")
        self._session = session
        self._element: ElementHandle | None = None
        self._at = (0.0, 0.0)

    async def open(self, url: str, case: Case) -> str:
        """Open the page and find the element and its centre."""
        page = self._session.active.page
        try:
            await page.goto(url)
            if not case.target:
                return ""
            named = page.get_by_role("button", name=case.target, exact=True)
            named = named.or_(page.get_by_role("link", name=case.target, exact=True))
            self._element = await named.or_(page.get_by_label(case.target)).element_handle()
            box = await self._element.bounding_box()
        except PlaywrightError as error:
            raise PeerFailed(error.message.splitlines()[0]) from error
        assert box is not None
        self._at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return ""

    async def act(self, case: Case) -> Act:
        """Send the input, then wait for the effect."""
        page = self._session.active.page
        with counted_messages(page) as messages:
            started = time.perf_counter()
            try:
                await self._send(case)
                took = time.perf_counter() - started
                sent = messages.sent
                await page.wait_for_function(case.happened)
            except PlaywrightError as error:
                raise PeerFailed(error.message.splitlines()[0]) from error
            known = time.perf_counter() - started
        return Act(milliseconds={TOTAL: took * 1000, KNOWN: known * 1000}, messages=sent)

    async def check(self, expression: str) -> None:
        """Wait for it in the page."""
        try:
            await self._session.active.page.wait_for_function(expression)
        except PlaywrightError as error:
            raise PeerFailed(error.message.splitlines()[0]) from error

    async def _send(self, case: Case) -> None:
        page, element = self._session.active.page, self._element
        match case.verb:
            case "click":
                await page.mouse.click(*self._at)
            case "enter_text":
                assert element is not None
                await element.fill(case.argument)
            case "select_option":
                assert element is not None
                await element.select_option(label=case.argument)
            case "press_key":
                await page.keyboard.press(case.argument)
            case "scroll":
                await page.mouse.wheel(0, _PAGE_PX)
