"""The tabs of a session: which is active, and the handling of those that come and go."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import ActionTimeout, BadArgument, BrowserError
from agent_e.urls import short_address

from .background_tasks import done_within
from .errors import is_closed, mapped_errors, unless_closed
from .network import NetworkLog
from .tab import POPUP_S, ExpectedTab, Tab, TabServices
from .timeline import Mark, OpenedTab, Timeline

AFTERMATH_S = 0.5
"""How long after its end an action still counts as the cause of a new tab."""
_FORGET_S = 60.0
_FOLLOW_S = 2.0
_OPEN_S = 10.0
"""How long a blank tab may take to open; a browser that has none in this time has none ever."""
_CLOSE_S = 3.0
_CRASH_S = 1.0


class Tabs:
    """The tabs of one context.

    Attributes:
        all: every tab, oldest first.
        active: the one in use. It changes when our own action opens a tab, when it closes or
            crashes, and by ``activate``; never at a page's wish.
    """

    active: Tab

    def __init__(
        self,
        context: BrowserContext,
        services: TabServices,
        timeline: Timeline,
        *,
        on_event: Callable[..., None],
        action_s: float,
        claimed: Callable[[Page], Awaitable[bool]],
        given: Page | None = None,
        on_lost: Callable[[str], None] = lambda words: None,
    ) -> None:
        """Create it for a context.

        Args:
            context: that has the pages.
            services: shared by the tabs.
            timeline: records what comes and goes.
            on_event: as in ``BrowserSession.open``.
            action_s: an action whose end is never reported ends after this.
            claimed: whether a new page belongs elsewhere.
            given: the person's tab to work in, among others of theirs; it is never closed.
            on_lost: called with a sentence when that one is closed or of no use any more.
        """
        self.all: list[Tab] = []
        self._context = context
        self._services = services
        self._timeline = timeline
        self._on_event = on_event
        self._action_s = action_s
        self._claimed = claimed
        self._given = given
        self._on_lost = on_lost
        self._networks: dict[Page, NetworkLog] = {}
        self._arrivals: dict[Page, asyncio.Task[Tab | None]] = {}
        self._replacements: set[asyncio.Task[None]] = set()
        self._orphans: list[ExpectedTab] = []
        self._blanks = 0
        self._numbers = itertools.count(1)
        self._action: Mark | None = None
        self._acting_until = 0.0
        self._stopped = False

    async def begin(self) -> None:
        """Take over the existing pages, or open the first."""
        self._context.on("page", self._on_page)
        pages = self._context.pages if self._given is None else [self._given]
        if pages:
            for page in pages:
                self._on_page(page)
            arrived = [await task for task in list(self._arrivals.values())]
            self.active = next(tab for tab in reversed(arrived) if tab is not None)
            if self._given is not None:
                with mapped_errors("coming to the tab"):
                    # As if it had the focus even while the person works elsewhere.
                    focus = {"enabled": True}
                    await self.active.cdp.send("Emulation.setFocusEmulationEnabled", focus)
                self.activate(self.active)
        else:
            self.active = await self._open_blank()

    def stop(self) -> None:
        """Ignore tabs from now on: the session is closing."""
        self._stopped = True

    def of(self, page: Page | None) -> Tab | None:
        """The tab of a page."""
        return next((tab for tab in self.all if tab.page == page), None)

    def of_frame(self, frame_id: str) -> Tab | None:
        """The tab whose main frame this is."""
        return next((tab for tab in self.all if tab.frame_id == frame_id), None)

    def holds(self, frame_id: str) -> bool:
        """Whether a frame that was added after its tab opened is in one of them."""
        return any(frame_id in tab.frames for tab in self.all)

    def refuse(self, url: str) -> None:
        """Note that a window a page asked for will not open: its address is refused."""
        waiting = [(tab, item) for tab in self.all for item in tab.expected if not item.come]
        # After a redirect the address differs from the one the page asked for.
        for tab, item in sorted(waiting, key=lambda pair: pair[1].opened.url != url)[:1]:
            self._forget(tab, item)

    def asked_apart(self, url: str) -> bool:
        """Whether one of their pages has just asked for a tab with this address."""
        return any(tab.asked_apart(url) for tab in self.all)

    def numbered(self, number: int) -> Tab:
        """The open tab with this number.

        Raises:
            BadArgument: there is none.
        """
        for tab in self.all:
            if tab.number == number:
                return tab
        numbers = ", ".join(str(tab.number) for tab in self.all)
        raise BadArgument(f"There is no tab {number}. The open tabs are: {numbers}.")

    async def close(self, tab: Tab) -> None:
        """Close a tab without a beforeunload dialog; its opener or else the last takes over.

        Raises:
            BadArgument: it is the only one.
            ActionTimeout: the browser did not close it in time.
        """
        if tab.page == self._given:
            raise BadArgument("This tab is the person's own and stays open. Leave it as it is.")
        if len(self.all) == 1:
            raise BadArgument("The last tab cannot be closed. Open another page in it instead.")
        try:
            async with asyncio.timeout(_CLOSE_S):
                with mapped_errors("closing the tab"):
                    await tab.page.close()
        except TimeoutError as error:
            raise ActionTimeout(
                f"Tab {tab.number} did not close within {_CLOSE_S:g} s. It is still open."
            ) from error

    def network_of(self, page: Page | None) -> NetworkLog | None:
        """The log of a page, complete from its start."""
        return self._networks.get(page) if page else None

    def mark(self) -> Mark:
        """Begin an action: a tab that the active one opens from now on takes over."""
        self._action = self._timeline.mark(self.active)
        self._acting_until = time.monotonic() + self._action_s
        return self._action

    def looked_at(self, mark: Mark) -> None:
        """End the action that began with the mark, except for its aftermath."""
        if mark is self._action:
            self._acting_until = time.monotonic() + AFTERMATH_S

    def activate(self, tab: Tab) -> None:
        """Make this tab active."""
        self.active = tab
        self._services.background.run(self._bring_to_front(tab))

    def expect(self, opener: Tab, url: str) -> None:
        """Note a request for a new window: its page comes only when the server answers."""
        opened = OpenedTab(short_address(url) or "about:blank")
        self._timeline.opened.add(opened, opener)
        oldest = time.monotonic() - _FORGET_S
        opener.expected[:] = [item for item in opener.expected if item.since > oldest]
        opener.expected.append(ExpectedTab(opened, takes_over=self._acts_in(opener)))

    async def ready(self) -> Tab:
        """The active tab, once those being opened or replaced are ready.

        Raises:
            BrowserError: the browser is gone.
        """
        gone = self._services.gone
        while not gone.is_set() and (tasks := {*self._arrivals.values(), *self._replacements}):
            # What was begun in a browser that dies may take a minute to fail.
            ending = asyncio.ensure_future(gone.wait())
            await asyncio.wait({*tasks, ending}, return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
        if gone.is_set():
            raise BrowserError(gone.words)
        return self.active

    async def give_up(self, tab: Tab) -> Tab:
        """Replace a tab whose page never answers with a blank one; return the active tab.

        Raises:
            BrowserError: the browser is gone.
        """
        self._on_event("tab_stuck", url=tab.url)
        if tab.page == self._given:
            self._on_lost("The tab that the run was given does not answer any more.")
            return await self.ready()
        self._services.dialogs.page_gone(tab.page)
        tab.end(f"The tab that showed {tab.url} did not answer any more and was closed.")
        tab.closing_reported = True
        self._replace(self._recover(tab, ""))
        return await self.ready()

    def _acts_in(self, tab: Tab | None) -> bool:
        return tab is self.active and time.monotonic() < self._acting_until

    def _on_page(self, page: Page) -> None:
        if self._stopped or page in self._networks:
            return
        self._networks[page] = NetworkLog()
        page.on("close", self._on_close)
        page.on("crash", self._on_crash)
        task = self._services.background.run(self._adopt(page))
        self._arrivals[page] = task
        task.add_done_callback(lambda _: self._arrivals.pop(page, None))

    async def _adopt(self, page: Page) -> Tab | None:
        """Make a tab of the page; ``None`` if it is already gone, as after a download."""
        if await self._claimed(page) or await self._is_persons(page):
            self._networks.pop(page, None)
            return None
        opener, expected = await self._opener(page)
        try:
            cdp = await self._context.new_cdp_session(page)
            info = await cdp.send("Target.getTargetInfo")
        except PlaywrightError as error:
            self._forget(opener, expected)
            if not (is_closed(error) or page.is_closed()):
                raise
            return None
        if page.is_closed():
            self._forget(opener, expected)
            return None
        tab = Tab(
            page,
            cdp,
            self._networks[page],
            self._services,
            number=next(self._numbers),
            opener=opener,
        )
        self.all.append(tab)
        following = self._services.background.run(self._follow(tab, info["targetInfo"]["targetId"]))
        if opener or expected:
            self._opened(tab, opener, expected)
        else:
            # Our own tab is ready at once; one that is taken over may have a dialog open.
            await asyncio.wait({following}, timeout=_FOLLOW_S)
        return tab

    async def _is_persons(self, page: Page) -> bool:
        """Whether a page is one of the person's own, beside the tab that is given to us."""
        if self._given in (None, page) or self._blanks:
            return False
        opener = await page.opener()
        if opener in self._arrivals or self.of(opener) is not None:
            return False
        with unless_closed():
            # Of a window that is to know no opener, the browser does.
            cdp = await self._context.new_cdp_session(page)
            info = await cdp.send("Target.getTargetInfo")
            await cdp.detach()
            named = self.of_frame(info["targetInfo"].get("openerId", ""))
            return named is None and not self.asked_apart(page.url)
        return True

    async def _opener(self, page: Page) -> tuple[Tab | None, ExpectedTab | None]:
        opener_page = await page.opener()
        if opener_page in self._arrivals:
            await asyncio.wait({self._arrivals[opener_page]})
        opener = self.of(opener_page)
        if opener is None and not self._blanks and self._orphans:
            return None, self._orphans.pop(0)
        acts = time.monotonic() < self._acting_until
        if opener is None and not self._blanks and acts and page.url.startswith("http"):
            # A middle click or Control-click opens a tab without naming its opener.
            return self.active, None
        waiting = opener.expected if opener else []
        expected = next((item for item in waiting if not item.come), None)
        if expected:
            expected.come = True
        return opener, expected

    def _opened(self, tab: Tab, opener: Tab | None, expected: ExpectedTab | None) -> None:
        takes_over = self._acts_in(opener)
        if expected:
            expected.opened.url = tab.url
            in_time = self._services.patience.left(POPUP_S, expected.since) > 0
            stayed = opener is None or opener.closed or opener is self.active
            takes_over = expected.takes_over and in_time and stayed
            _discard(opener, expected)
        else:
            self._timeline.opened.add(OpenedTab(tab.url), opener)
        url = opener.url if opener else ""
        self._on_event("tab_opened", url=tab.url, opener=url, active=takes_over, tab=tab.number)
        # Chromium brings every new tab to the front; the active one stays there.
        if self._services.lending.lent:
            self.active = tab
        else:
            self.activate(tab if takes_over else self.active)

    def _forget(self, opener: Tab | None, expected: ExpectedTab | None) -> None:
        if expected:
            _discard(opener, expected)
            self._timeline.opened.remove(expected.opened)

    def _on_close(self, page: Page) -> None:
        self._networks.pop(page, None)
        self._services.dialogs.page_gone(page)
        tab = self.of(page)
        if tab is None:
            return
        # A page may request a window and close its own before that one exists.
        self._orphans = [item for item in tab.expected if not item.come]
        tab.end("The tab was closed by its page. Look at the page that is open now.")
        self.all.remove(tab)
        if self._stopped:
            return
        self._on_event("tab_closed", url=tab.url)
        if page == self._given:
            self._on_lost("The tab that the run was given was closed.")
            return
        if tab is self.active:
            self._succeed(tab)

    def _succeed(self, tab: Tab) -> None:
        if not self.all:
            self._replace(self._reopen())
            return
        heir = tab.opener if tab.opener in self.all else self.all[-1]
        if self._services.lending.lent:
            self.active = heir
        else:
            self.activate(heir)

    def _on_crash(self, page: Page) -> None:
        tab = self.of(page)
        if tab is None or self._stopped:
            return
        reason = self._services.overload.reason
        words = f"The tab that showed {tab.url} crashed"
        if reason:
            words = f"The page {tab.url} {reason}"
        self._on_event("tab_crashed", url=tab.url, message=reason and f"it {reason}")
        self._services.dialogs.page_gone(page)
        if page == self._given:
            self._on_lost(f"{words}.")
            return
        tab.end(f"{words}. Open the page again, or another one.")
        self._replace(self._recover(tab, f"{words}; a blank one took its place. Open it again."))

    def _replace(self, work: Any) -> None:
        task = self._services.background.run(work)
        self._replacements.add(task)
        task.add_done_callback(self._replacements.discard)

    async def _reopen(self) -> None:
        """Open a blank tab to replace the last one, unless another is coming."""
        if coming := set(self._arrivals.values()):
            await asyncio.wait(coming)
        if self.all:
            self.activate(self.all[-1])
        else:
            await self._open_and_activate()

    async def _recover(self, tab: Tab, words: str) -> None:
        if tab not in self.all:
            return
        place = self.all.index(tab)
        self.all.remove(tab)
        self._services.background.run(done_within(_CRASH_S, self._kill(tab)))
        if tab is self.active and (blank := await self._open_and_activate()):
            self.all.remove(blank)
            self.all.insert(place, blank)
            if not tab.closing_reported:
                blank.notice(words)
        # It is off the list; at worst Chromium keeps a dead page until the end.
        await done_within(_CLOSE_S, tab.page.close())

    async def _kill(self, tab: Tab) -> None:
        """End the process of a page: in a loop it would hold up the tabs that share it."""
        other = await self._context.new_cdp_session(tab.page)
        # The whole browser crashes with a page whose picture is being taken.
        self._services.background.run(done_within(_CRASH_S, tab.cdp.detach()))
        await other.send("Page.crash")

    async def _open_and_activate(self) -> Tab | None:
        try:
            blank = await self._open_blank()
        except BrowserError:
            # The browser itself is gone; the session's next caller gets that error.
            return None
        self.activate(blank)
        return blank

    async def _open_blank(self) -> Tab:
        self._blanks += 1
        try:
            async with asyncio.timeout(_OPEN_S):
                with mapped_errors("opening a tab"):
                    page = await self._context.new_page()
                if page in self._arrivals:
                    await self._arrivals[page]
        except TimeoutError as error:
            self._services.gone.set()
            raise BrowserError(f"The browser opened no new tab within {_OPEN_S:g} s.") from error
        finally:
            self._blanks -= 1
        tab = self.of(page)
        if tab is None:
            raise BrowserError("A new tab was closed at once.")
        return tab

    async def _follow(self, tab: Tab, frame_id: str) -> None:
        with unless_closed():
            await tab.follow(frame_id=frame_id)

    async def _bring_to_front(self, tab: Tab) -> None:
        with unless_closed():
            await tab.cdp.send("Page.bringToFront")


def _discard(opener: Tab | None, expected: ExpectedTab) -> None:
    if opener and expected in opener.expected:
        opener.expected.remove(expected)
