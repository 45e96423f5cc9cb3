"""What happened in a session, in order, so that one can ask what came after a given moment."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from agent_e.types import Dialog, Navigation, RequestSeen

from .downloads import SavedFile
from .network import SentRequest

if TYPE_CHECKING:
    from .tab import Tab

T = TypeVar("T")

KEPT = 2000
"""Entries of each kind that are remembered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """A moment: everything recorded so far came before it. ``tab`` was the active one."""

    number: int
    tab: Tab


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionEvents:
    """What happened after a mark; fields are named as in ``ChangeReport`` where they mean the same.

    Attributes:
        navigations: changes of document or address of the tab that was active, in order.
        opened_tabs: addresses of tabs that pages opened, also of those still on their way.
        closed_tab: the tab that was active is closed or crashed.
        dialogs: dialogs that opened, on any tab; ``dialog_open`` when one still waits.
        downloads: names of files that were saved, with what is odd about them.
        failed_downloads: names of files that could not be saved, with the reason.
        downloading: number of files that began to come after the mark and are not there yet.
        requests: requests other than GET, except those of other tabs.
        console_errors: script errors, except those of other tabs.
        refused: why addresses were not opened that pages asked for, in any tab.
    """

    navigations: tuple[Navigation, ...] = ()
    opened_tabs: tuple[str, ...] = ()
    closed_tab: bool = False
    dialogs: tuple[Dialog, ...] = ()
    dialog_open: bool = False
    downloads: tuple[str, ...] = ()
    failed_downloads: tuple[str, ...] = ()
    downloading: int = 0
    requests: tuple[RequestSeen, ...] = ()
    console_errors: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def navigation(self) -> Navigation | None:
        """All navigations as one: where it began, where it ended."""
        if not self.navigations:
            return None
        first, last = self.navigations[0], self.navigations[-1]
        documents = [step for step in self.navigations if not step.same_document]
        return Navigation(
            from_url=first.from_url,
            to_url=last.to_url,
            title=last.title,
            status=documents[-1].status if documents else None,
            same_document=not documents,
        )


@dataclass(eq=False, slots=True)
class OpenedTab:
    """A tab that a page opened; ``url`` is its address as announced, then as it is."""

    url: str


@dataclass(eq=False, slots=True)
class _Entry(Generic[T]):
    number: int
    tab: Tab | None
    value: T


class _Kind(Generic[T]):
    def __init__(self) -> None:
        self._entries: deque[_Entry[T]] = deque(maxlen=KEPT)

    def add(self, entry: _Entry[T]) -> None:
        self._entries.append(entry)

    def since(self, number: int) -> list[_Entry[T]]:
        return [entry for entry in self._entries if entry.number > number]

    def remove(self, value: T) -> None:
        entry = next((entry for entry in self._entries if entry.value is value), None)
        if entry:
            self._entries.remove(entry)


class Timeline:
    """The record of one session; bounded, the oldest entries go first."""

    def __init__(self) -> None:
        self._number = 0
        self._navigations: _Kind[Navigation] = _Kind()
        self._opened: _Kind[OpenedTab] = _Kind()
        self._dialogs: _Kind[Dialog] = _Kind()
        self._begun: _Kind[SavedFile] = _Kind()
        self._saved: _Kind[str] = _Kind()
        self._unsaved: _Kind[str] = _Kind()
        self._requests: _Kind[SentRequest] = _Kind()
        self._errors: _Kind[str] = _Kind()
        self._refused: _Kind[str] = _Kind()

    def mark(self, tab: Tab) -> Mark:
        """This moment."""
        return Mark(number=self._number, tab=tab)

    def navigated(self, tab: Tab, navigation: Navigation) -> None:
        """Record a change of document or address."""
        self._navigations.add(self._entry(tab, navigation))

    def opened(self, opener: Tab | None, opened: OpenedTab) -> None:
        """Record a tab that a page opened."""
        self._opened.add(self._entry(opener, opened))

    def not_opened(self, opened: OpenedTab) -> None:
        """Take back a tab that never came, or was gone at once because it was a download."""
        self._opened.remove(opened)

    def dialog(self, dialog: Dialog) -> None:
        """Record a dialog that opened."""
        self._dialogs.add(self._entry(None, dialog))

    def begun(self, file: SavedFile) -> None:
        """Record the begin of a download."""
        self._begun.add(self._entry(None, file))

    def saved(self, name: str) -> None:
        """Record a finished download."""
        self._saved.add(self._entry(None, name))

    def unsaved(self, name: str) -> None:
        """Record a failed download."""
        self._unsaved.add(self._entry(None, name))

    def request(self, tab: Tab | None, sent: SentRequest) -> None:
        """Record a request other than GET; its end is filled in later."""
        self._requests.add(self._entry(tab, sent))

    def error(self, tab: Tab | None, message: str) -> None:
        """Record a script error."""
        self._errors.add(self._entry(tab, message))

    def refused(self, sentence: str) -> None:
        """Record that an address was not opened."""
        self._refused.add(self._entry(None, sentence))

    def since(self, mark: Mark, *, dialog_open: bool) -> ActionEvents:
        """What was recorded after the mark."""
        tab, number = mark.tab, mark.number
        loads = [
            entry.number
            for entry in self._navigations.since(number)
            if entry.tab is tab and not entry.value.same_document
        ]
        loaded = min(loads, default=self._number + 1)
        return ActionEvents(
            navigations=tuple(e.value for e in self._navigations.since(number) if e.tab is tab),
            opened_tabs=tuple(e.value.url for e in self._opened.since(number)),
            closed_tab=tab.closed,
            dialogs=tuple(e.value for e in self._dialogs.since(number)),
            dialog_open=dialog_open,
            downloads=tuple(e.value for e in self._saved.since(number)),
            failed_downloads=tuple(e.value for e in self._unsaved.since(number)),
            downloading=sum(not e.value.ended.is_set() for e in self._begun.since(number)),
            requests=tuple(
                RequestSeen(
                    method=e.value.method,
                    url=e.value.url,
                    status=e.value.status,
                    failure=e.value.failure,
                    by=e.value.by,
                    on_load=e.number > loaded,
                )
                for e in self._requests.since(number)
                if e.tab is tab or e.tab is None
            ),
            console_errors=tuple(
                e.value for e in self._errors.since(number) if e.tab is tab or e.tab is None
            ),
            refused=tuple(e.value for e in self._refused.since(number)),
        )

    def _entry(self, tab: Tab | None, value: T) -> _Entry[T]:
        self._number += 1
        return _Entry(self._number, tab, value)
