"""JavaScript dialogs: recorded, kept open until answered, never left to hang the run.

While a dialog is open, every click, evaluation and screenshot of its page hangs, and of every page
that shares its renderer process: wait for ``Dialogs.blocking`` along with any page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from agent_e.errors import SkillError
from agent_e.text import cut
from agent_e.types import Dialog

from .background_tasks import Background
from .errors import NOT_SHOWN, is_closed, mapped_errors
from .lease import BrowserLease
from .pausable_timeout import PausableTimeout

if TYPE_CHECKING:
    from .tab import Tab

PATIENCE_S = 60.0
"""How long a dialog may wait before it is dismissed, not counting a person's time."""
GRACE_S = 0.5
"""How long an operation may hang before another tab's dialog is taken for the cause."""
MAX_IN_A_ROW = 10
"""How many dialogs a page may open at once after one another before that is taken for a loop."""
MAX_WHILE_LEFT = 2
"""How many more dialogs a page may open while we leave it before its tab is given up."""
_MAX_MESSAGE = 2_000
"""Characters of a dialog's text; browsers show fewer."""
AT_ONCE_S = 0.5
"""How soon after a dialog's end the next one counts as opened at once."""


@dataclass(eq=False, slots=True)
class _Open:
    handle: PlaywrightDialog
    record: Dialog
    timer: asyncio.TimerHandle
    since: float = field(default_factory=time.monotonic)


@dataclass(eq=False, slots=True)
class _Waiter:
    page: Page
    blocked: asyncio.Future[Dialog]


@dataclass(slots=True)
class _Row:
    length: int = 0
    ended: float = 0.0


class DialogLoopDetector:
    """Detects pages that open dialogs as fast as they are answered, whatever they say."""

    def __init__(self) -> None:
        self._rows: WeakKeyDictionary[Page, _Row] = WeakKeyDictionary()

    def asks(self, page: Page | None) -> bool:
        """Note a dialog that opens; return whether it merely continues a loop."""
        if page is None:
            return False
        row = self._rows.get(page)
        if row is None or time.monotonic() - row.ended > AT_ONCE_S:
            row = self._rows[page] = _Row()
        row.length += 1
        return row.length > MAX_IN_A_ROW

    def ended(self, page: Page | None) -> None:
        """Note that the page's dialog ended just now."""
        if page is not None and page in self._rows:
            self._rows[page].ended = time.monotonic()

    def forget(self, page: Page) -> None:
        """Count anew, since we took the page elsewhere."""
        self._rows.pop(page, None)


@dataclass(eq=False, slots=True)
class Leave:
    """The leaving of a tab's document; ``asked`` counts the dialogs it opens meanwhile."""

    tab: Tab
    document: int
    asked: int = 0

    @property
    def applies(self) -> bool:
        """Whether the document is still there."""
        return self.tab.document == self.document

    @property
    def insists(self) -> bool:
        """Whether the document goes on asking."""
        return self.asked > MAX_WHILE_LEFT

    def answer(self, dialog: Dialog) -> bool:
        """Return whether to accept a dialog that opens; end the tab of one that insists."""
        if dialog.kind == "beforeunload":
            return True
        self.asked += 1
        if self.insists:
            # A dialog that opens while the next document arrives can block the page for good.
            self.tab.end(f"{self.tab.url} did not let itself be left and was closed.")
        return False


class Dialogs:
    """The dialogs of one session, those of background tabs included."""

    def __init__(
        self,
        *,
        background: Background,
        patience: PausableTimeout,
        lending: BrowserLease,
        on_opened: Callable[[Page | None, Dialog], None],
        on_closed: Callable[[Dialog, str], None],
    ) -> None:
        """Make it.

        Args:
            background: runs background work.
            patience: whether a person is being asked, who may take longer than a dialog may.
            lending: who holds the window: the person answers dialogs while they do.
            on_opened: called with every dialog a page opens, alerts included.
            on_closed: called with how each ended: ``accepted``, ``dismissed``, ``timed out`` or
                ``gone``.
        """
        self._background = background
        self._patience = patience
        self._lending = lending
        self._on_opened = on_opened
        self._on_closed = on_closed
        self._open: list[_Open] = []
        self._waiters: list[_Waiter] = []
        self._leaving: dict[Page, Leave] = {}
        self._expired: Dialog | None = None
        self._insistence = DialogLoopDetector()

    def of(self, page: Page) -> Dialog | None:
        """The page's open dialog."""
        item = self._of(page)
        return item.record if item else None

    @property
    def any(self) -> Dialog | None:
        """The newest dialog open on any tab."""
        return self._open[-1].record if self._open else None

    @asynccontextmanager
    async def leaving(self, tab: Tab) -> AsyncIterator[Leave]:
        """Leave the tab's document, which cannot keep us by dialogs.

        An open one and those it opens from now on are dismissed, ``beforeunload`` is accepted. A
        document that insists has its tab ended.
        """
        leave = self._leaving[tab.page] = Leave(tab, tab.document)
        self._insistence.forget(tab.page)
        try:
            if (item := self._of(tab.page)) and self._take(item.handle):
                accept = item.record.kind == "beforeunload"
                how = "accepted" if accept else "dismissed"
                await self._settle(item.handle, item.record, accept=accept, how=how)
            yield leave
        finally:
            del self._leaving[tab.page]

    @contextmanager
    def blocking(self, page: Page) -> Iterator[asyncio.Future[Dialog]]:
        """A future for the dialog that keeps the page from answering.

        It resolves at once for the page's own dialog. Another tab's blocks this page only if the
        two share a process, which cannot be seen: it counts after ``GRACE_S``.
        """
        waiter = _Waiter(page, asyncio.get_running_loop().create_future())
        self._waiters.append(waiter)
        for item in self._open:
            self._tell(waiter, item)
        try:
            yield waiter.blocked
        finally:
            self._waiters.remove(waiter)
            waiter.blocked.cancel()

    def opened(self, handle: PlaywrightDialog) -> None:
        """Register a dialog that a page opened."""
        record = Dialog(
            kind=handle.type,  # type: ignore[arg-type]  # Playwright's four types are ours
            message=cut(handle.message, _MAX_MESSAGE),
            default=handle.default_value,
        )
        lent = self._lending.lent
        leave = self._leaving.get(handle.page) if handle.page else None
        if leave and leave.applies:
            self._background.run(self._close(handle, record, accept=leave.answer(record)))
            return
        if not lent and self._insistence.asks(handle.page):
            # Reported each time, a loop would fill the journal, and nobody could leave the page.
            self._background.run(self._close(handle, record, accept=False))
            return
        self._on_opened(handle.page, record)
        if handle.type == "alert" and not lent:
            self._background.run(self._settle(handle, record, accept=False, how="dismissed"))
            return
        loop = asyncio.get_running_loop()
        item = _Open(handle, record, loop.call_later(PATIENCE_S, self._expire, handle))
        self._open.append(item)
        for waiter in self._waiters:
            self._tell(waiter, item)

    def closed(self, handle: PlaywrightDialog) -> None:
        """Note that a dialog went away without us: a person answered it, or its page is gone."""
        self._insistence.ended(handle.page)
        if item := self._take(handle):
            self._on_closed(item.record, "gone")

    def page_gone(self, page: Page) -> None:
        """Forget the dialogs of a page that closed or crashed."""
        for item in [item for item in self._open if item.handle.page == page]:
            self.closed(item.handle)

    async def answer(self, page: Page, *, accept: bool, text: str | None = None) -> str:
        """Answer the page's dialog, else the newest of another tab; return its message.

        A prompt accepted without text keeps its proposed text.

        Raises:
            SkillError: none is open.
        """
        item = self._of(page) or (self._open[-1] if self._open else None)
        if item is None:
            raise SkillError(self._none_open())
        self._take(item.handle)
        how = "accepted" if accept else "dismissed"
        await self._settle(item.handle, item.record, accept=accept, how=how, text=text)
        return item.record.message

    def returned(self) -> None:
        """Take over dialogs the person left open; alerts are dismissed as usual."""
        for item in [item for item in self._open if item.record.kind == "alert"]:
            self._take(item.handle)
            settled = self._settle(item.handle, item.record, accept=False, how="dismissed")
            self._background.run(settled)

    async def dismiss_all(self) -> None:
        """Dismiss whatever is open."""
        for item in list(self._open):
            self._take(item.handle)
            await self._settle(item.handle, item.record, accept=False, how="dismissed")

    def _of(self, page: Page) -> _Open | None:
        return next((item for item in self._open if item.handle.page == page), None)

    def _tell(self, waiter: _Waiter, item: _Open) -> None:
        if item.handle.page == waiter.page:
            self._block(waiter, item)
        else:
            asyncio.get_running_loop().call_later(GRACE_S, self._block, waiter, item)

    def _block(self, waiter: _Waiter, item: _Open) -> None:
        if item in self._open and not waiter.blocked.done():
            waiter.blocked.set_result(item.record)

    def _expire(self, handle: PlaywrightDialog) -> None:
        item = next((item for item in self._open if item.handle == handle), None)
        left = self._patience.left(PATIENCE_S, item.since) if item else 0
        if item and left > 0:
            item.timer = asyncio.get_running_loop().call_later(left, self._expire, handle)
            return
        if item := self._take(handle):
            self._expired = item.record
            self._background.run(self._settle(handle, item.record, accept=False, how="timed out"))

    def _take(self, handle: PlaywrightDialog) -> _Open | None:
        item = next((item for item in self._open if item.handle == handle), None)
        if item:
            self._open.remove(item)
            item.timer.cancel()
        return item

    async def _settle(
        self,
        handle: PlaywrightDialog,
        record: Dialog,
        *,
        accept: bool,
        how: str,
        text: str | None = None,
    ) -> None:
        known = await self._close(handle, record, accept=accept, text=text)
        self._on_closed(record, how if known else "gone")

    async def _close(
        self, handle: PlaywrightDialog, record: Dialog, *, accept: bool, text: str | None = None
    ) -> bool:
        """Answer a dialog; return whether it was still open."""
        # The next dialog of a loop may come before the answer to this one is confirmed.
        self._insistence.ended(handle.page)
        with mapped_errors("answering a dialog"):
            try:
                if accept and record.kind == "prompt":
                    await handle.accept(record.default if text is None else text)
                elif accept:
                    await handle.accept()
                else:
                    await handle.dismiss()
            except PlaywrightError as error:
                if not _already_gone(error):
                    raise
                return False
        return True

    def _none_open(self) -> str:
        if self._expired is None:
            return "No dialog is open, so there is nothing to answer."
        record, self._expired = self._expired, None
        return (
            f"No dialog is open: the {record.kind} {record.message!r} was dismissed because it had "
            f"no answer for {PATIENCE_S:g} s."
        )


def _already_gone(error: PlaywrightError) -> bool:
    # A closing page takes its dialog with it, and a person may answer before us.
    gone = ("already handled", "No dialog is showing", NOT_SHOWN)
    return is_closed(error) or any(words in error.message for words in gone)
