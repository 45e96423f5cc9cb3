"""One tab: its page, what it is doing, and the one safe way to wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Page, WebSocket
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import ActionTimeout, BrowserError, DialogOpen, SkillError
from agent_e.types import Dialog, Navigation
from agent_e.urls import short_address, short_title

from .background_tasks import Background, consume
from .dialogs import Dialogs
from .document_state import DocumentState
from .errors import is_closed
from .lease import BrowserLease
from .network import NetworkLog
from .overload import Overload
from .pausable_timeout import PausableTimeout
from .timeline import OpenedTab

T = TypeVar("T")

POPUP_S = 5.0
"""How long to wait for a window that a page asked for."""
_FIRST = asyncio.FIRST_COMPLETED
_TITLE_S = 2.0
_SAY_SO_S = 0.2
"""How long after its tabs' end the browser's end may be reported."""


class BrowserGone(asyncio.Event):
    """Set when the browser is gone, or the tab that the person gave; ``words`` say so."""

    words = "The browser is gone: it was closed or crashed."


@dataclass(frozen=True, kw_only=True, slots=True)
class TabServices:
    """What the tabs of one session share.

    Attributes:
        dialogs: the dialogs of all tabs.
        background: runs background work.
        patience: whether a person is being asked, which pauses limits.
        lending: who holds the window: page operations wait for their turn.
        timeout_s: limit of ``Tab.guard`` unless its caller sets one.
        gone: done when the browser is gone.
        unconnected: returns the browser's name for why the proxy could not connect to an address.
        overload: knows what was ended for overloading the browser.
        on_navigated: called with every change of document or address.
        on_window: called with the address when a page asks for a new window.
    """

    dialogs: Dialogs
    background: Background
    patience: PausableTimeout
    lending: BrowserLease
    timeout_s: float
    gone: BrowserGone
    unconnected: Callable[[str], str]
    overload: Overload
    on_navigated: Callable[[Tab, Navigation], None]
    on_window: Callable[[Tab, str], None]


@dataclass(eq=False, slots=True)
class ExpectedTab:
    """A window that a page asked for and that has not opened yet.

    ``takes_over``: our own action asked for it, so it becomes the active tab; ``come``: its page
    exists and is being made a tab.
    """

    opened: OpenedTab
    takes_over: bool
    come: bool = False
    since: float = field(default_factory=time.monotonic)


class Tab:
    """One tab of a session.

    Attributes:
        number: unique in the session, never reused.
        page: Playwright's page.
        frame_id: the browser's id for its main frame; ``""`` before ``follow``.
        cdp: protocol session of the page's main target.
        next_mmid: first element id unused in this tab; only ever increases.
        network: the page's requests.
        expected: windows that the page asked for and that have not opened yet.
        opener: the tab whose page opened this one.
        closing_reported: whether a caller waiting for the tab was told that it ended.
    """

    def __init__(
        self,
        page: Page,
        cdp: CDPSession,
        network: NetworkLog,
        services: TabServices,
        *,
        number: int,
        opener: Tab | None = None,
    ) -> None:
        """Create it for an existing page; call ``follow`` next."""
        self.number = number
        self.page = page
        self.frame_id = ""
        self.cdp = cdp
        self.next_mmid = 1
        self.network = network
        self.expected: list[ExpectedTab] = []
        self.opener = opener
        self.closing_reported = False
        self._services = services
        self._state = DocumentState(
            page.url, network, lambda navigation: services.on_navigated(self, navigation)
        )
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._notice = ""
        self._apart: dict[str, float] = {}
        self._sockets: list[tuple[int, WebSocket]] = []
        page.on("websocket", self._on_socket)

    @property
    def frames(self) -> Collection[str]:
        """The browser's ids of frames inside its page that were added since ``follow``."""
        return self._state.frames

    @property
    def url(self) -> str:
        """The page's address, cut if very long; of an error page, the one that failed to load."""
        return short_address(self._state.failed_url or self.page.url)

    @property
    def socket(self) -> str:
        """Address of a WebSocket that the page holds open; ``""`` for none."""
        # Those of documents that are gone are not always reported as closed.
        self._sockets = [
            (number, each)
            for number, each in self._sockets
            if number == self.document and not each.is_closed()
        ]
        return self._sockets[-1][1].url if self._sockets else ""

    def _on_socket(self, socket: WebSocket) -> None:
        self._sockets.append((self.document, socket))

    @property
    def document(self) -> int:
        """Increases with every new main-frame document."""
        return self._state.number

    @property
    def document_id(self) -> tuple[int, int]:
        """Number of the tab, and of its document: no other tab has the same."""
        return self.number, self.document

    @property
    def parsed(self) -> bool:
        """Whether the current document has been parsed (DOMContentLoaded)."""
        return self._state.parsed

    @property
    def failed(self) -> bool:
        """Whether the browser shows its error page instead of a document."""
        return bool(self._state.failed_url)

    @property
    def navigating(self) -> bool:
        """Whether a new document, or a window that the page asked for, is on its way."""
        left = self._services.patience.left
        return self._state.navigating or any(left(POPUP_S, e.since) > 0 for e in self.expected)

    def unconnected(self, url: str) -> str:
        """The browser's name for why the proxy could not connect to an address, else ``""``."""
        return self._services.unconnected(url)

    @property
    def dialog(self) -> Dialog | None:
        """The dialog now open on this page."""
        return self._services.dialogs.of(self.page)

    @property
    def closed(self) -> bool:
        """Whether the tab is closed or has crashed."""
        return self._end.done() or self.page.is_closed()

    async def follow(self, *, frame_id: str) -> None:
        """Follow the page from now on; returns once its renderer answers and it is parsed."""
        self.frame_id = frame_id
        self.cdp.on("Page.windowOpen", lambda event: self._services.on_window(self, event["url"]))
        self.cdp.on("Page.frameRequestedNavigation", self._on_apart)
        await self._state.follow(self.cdp, frame_id=frame_id)
        await self.page.wait_for_load_state("domcontentloaded", timeout=0)
        self._state.was_parsed()

    def _on_apart(self, event: Any) -> None:
        if event["disposition"] != "currentTab":
            self._apart = {event["url"]: time.monotonic()}

    def asked_apart(self, url: str) -> bool:
        """Whether its page has just asked for a tab with this address, as by a middle click."""
        return time.monotonic() - self._apart.get(url, -POPUP_S) < POPUP_S

    def stays(self, refused: str) -> None:
        """Note that a navigation of the page was refused; see ``DocumentState.stays``."""
        self._state.stays(refused)

    def end(self, why: str) -> None:
        """Note that the tab closed or crashed; every waiter gets ``why``."""
        if not self._end.done():
            self._end.set_result(why)
        self.expected.clear()

    def raise_if_ended(self) -> None:
        """Raise ``SkillError`` with the reason if the tab closed or crashed."""
        if self._end.done():
            raise SkillError(self._end.result())

    def notice(self, words: str) -> None:
        """Report this, once, to the tab's next user; empty words cancel it."""
        self._notice = words

    async def guard(self, awaitable: Awaitable[T], *, timeout_s: float | None = None) -> T:
        """Await something that needs the page, without ever hanging on it.

        An operation in progress when a dialog opens resumes once that is answered; its result is
        dropped. Playwright's errors pass through unless the tab or browser ended.

        Args:
            awaitable: an operation on this tab.
            timeout_s: longest wait; the session's action timeout when left out.

        Raises:
            DialogOpen: a dialog keeps the page from answering.
            ActionTimeout: it took longer than ``timeout_s``.
            SkillError: the tab closed or crashed.
            BrowserError: the browser is gone.
        """
        begun = False
        try:
            async with self._services.lending.turn():
                self._check()
                begun = True
                return await self._guarded(awaitable, timeout_s)
        except BaseException:
            if not begun:
                _drop(awaitable)
            raise

    async def _guarded(self, awaitable: Awaitable[T], timeout_s: float | None) -> T:
        limit = self._services.timeout_s if timeout_s is None else timeout_s
        task = asyncio.ensure_future(awaitable)
        with self._services.dialogs.blocking(self.page) as blocked:
            try:
                await self._one_of({task, blocked, self._end}, limit)
            except asyncio.CancelledError:
                task.cancel()
                raise
            if task.done():
                return await self._result(task)
            task.add_done_callback(consume)
            if blocked.done():
                self._services.background.keep(task)
                raise _dialog_open(blocked.result(), own=self.dialog is not None)
        task.cancel()
        if self._end.done():
            raise await self._ended()
        raise ActionTimeout(f"The page did not answer within {limit:g} s. It is busy or stuck.")

    async def while_shown(self, ask: Callable[[], Awaitable[T]]) -> T | None:
        """Await a request that may never be answered once another document is shown.

        Returns the answer, or ``None`` when the document was replaced before it came.
        """
        task = asyncio.ensure_future(ask())
        replaced = asyncio.ensure_future(self._state.replaced())
        try:
            await asyncio.wait({task, replaced}, return_when=_FIRST)
            return task.result() if task.done() else None
        finally:
            replaced.cancel()
            task.cancel()
            task.add_done_callback(consume)

    async def loaded(self, timeout_s: float) -> bool:
        """Wait until no navigation is under way and the document is parsed.

        Returns whether that happened within ``timeout_s``; otherwise raises as ``guard``.
        """
        try:
            await self.guard(self._state.settled(), timeout_s=max(timeout_s, 0.0))
        except ActionTimeout:
            return self._state.idle
        return True

    async def title(self) -> str:
        """Title of the page, cut if very long; ``""`` while it cannot be read.

        Never waits for a hung page.
        """
        return short_title(await self._title())

    async def _title(self) -> str:
        if self.closed or self._notice:
            return ""
        try:
            if self.dialog is None:
                return await self.guard(self.page.title(), timeout_s=_TITLE_S)
        except (PlaywrightError, SkillError):
            if self.closed:
                return ""
        try:
            # The browser's own copy of the title: the page cannot answer now.
            info = await self.cdp.send("Target.getTargetInfo")
        except PlaywrightError:
            return ""
        return str(info["targetInfo"]["title"])

    async def _one_of(self, events: set[asyncio.Future[Any]], limit: float) -> None:
        """Wait for one of them up to the limit, not counting a person's time."""
        patience, since, left = self._services.patience, time.monotonic(), limit
        while not (await asyncio.wait(events, timeout=left, return_when=_FIRST))[0]:
            left = patience.left(limit, since)
            if left <= 0:
                return

    def _check(self) -> None:
        if self._services.gone.is_set():
            raise self._browser_gone()
        self.raise_if_ended()
        if self._notice:
            words, self._notice = self._notice, ""
            raise SkillError(words)
        if self.dialog:
            raise _dialog_open(self.dialog, own=True)

    async def _result(self, task: asyncio.Future[T]) -> T:
        error = task.exception()
        if error is not None and is_closed(error) and (self.closed or self._services.gone.is_set()):
            raise await self._ended() from error
        return task.result()

    async def _ended(self) -> SkillError | BrowserError:
        self.closing_reported = True
        # When the browser dies, its tabs are reported closed first.
        try:
            async with asyncio.timeout(_SAY_SO_S):
                await self._services.gone.wait()
        except TimeoutError:
            why = self._end.result() if self._end.done() else "The tab was closed."
            return SkillError(why)
        return self._browser_gone()

    def _browser_gone(self) -> BrowserError:
        reason = self._services.overload.reason
        words = f"The browser is gone: it {reason}." if reason else self._services.gone.words
        return BrowserError(f"{words} Start the run again.")


def _dialog_open(dialog: Dialog, *, own: bool) -> DialogOpen:
    where = "" if own else " in another tab"
    article = "An" if dialog.kind == "alert" else "A"
    return DialogOpen(
        f"{article} {dialog.kind} dialog is open{where}: {dialog.message!r}. "
        "Nothing else works until it is answered (handle_dialog)."
    )


def _drop(awaitable: Awaitable[Any]) -> None:
    # Neither awaited nor closed, a coroutine would warn when it is collected.
    if asyncio.iscoroutine(awaitable):
        awaitable.close()
    elif isinstance(awaitable, asyncio.Future):
        awaitable.cancel()
