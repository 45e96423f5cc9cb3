"""An ordered record of a session, to be queried from a given moment on."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from agent_e.types import Dialog, Navigation, RequestSeen

from .downloads import SavedFile
from .network import SentRequest

if TYPE_CHECKING:
    from .tab import Tab

T = TypeVar("T")

KEPT = 2000
"""Entries remembered per kind."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """A moment after everything recorded so far. ``tab`` was the active one."""

    number: int
    tab: Tab


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionEvents:
    """What happened after a mark; fields share ``ChangeReport``'s names and meanings.

    Attributes:
        navigations: changes of document or address of the tab that was active, in order.
        opened_tabs: addresses of tabs that pages opened, including those still opening.
        closed_tab: the tab that was active is closed or crashed.
        dialogs: dialogs opened on any tab; ``dialog_open`` if one still waits.
        downloads: names of saved files, with anything odd about them.
        failed_downloads: names of files that could not be saved, with the reason.
        downloading: number of downloads begun after the mark and not finished yet.
        requests: requests other than GET, except those of other tabs.
        console_errors: script errors, except those of other tabs.
        refused: why addresses that pages requested were not opened, in any tab.
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
        """All navigations as one, from first origin to last destination."""
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


class Entries(Generic[T]):
    """Records of one kind; bounded, the oldest are dropped first."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._entries: deque[_Entry[T]] = deque(maxlen=KEPT)

    def add(self, value: T, tab: Tab | None = None) -> None:
        """Record something, with the tab it happened in, if any."""
        self._entries.append(_Entry(next(self._numbers), tab, value))

    def since(self, number: int) -> list[_Entry[T]]:
        """The entries after a number."""
        return [entry for entry in self._entries if entry.number > number]

    def remove(self, value: T) -> None:
        """Remove what did not happen after all."""
        entry = next((entry for entry in self._entries if entry.value is value), None)
        if entry:
            self._entries.remove(entry)


class Timeline:
    """The record of one session.

    Attributes:
        navigations: changes of document or address.
        opened: tabs that pages opened.
        dialogs: opened dialogs.
        begun: downloads; ``saved`` and ``unsaved`` name those that ended.
        requests: other than GET; their outcomes are filled in later.
        errors: script errors.
        refused: why addresses were not opened.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self.navigations: Entries[Navigation] = Entries(self._numbers)
        self.opened: Entries[OpenedTab] = Entries(self._numbers)
        self.dialogs: Entries[Dialog] = Entries(self._numbers)
        self.begun: Entries[SavedFile] = Entries(self._numbers)
        self.saved: Entries[str] = Entries(self._numbers)
        self.unsaved: Entries[str] = Entries(self._numbers)
        self.requests: Entries[SentRequest] = Entries(self._numbers)
        self.errors: Entries[str] = Entries(self._numbers)
        self.refused: Entries[str] = Entries(self._numbers)

    def mark(self, tab: Tab) -> Mark:
        """This moment."""
        return Mark(number=next(self._numbers), tab=tab)

    def since(self, mark: Mark, *, dialog_open: bool) -> ActionEvents:
        """What was recorded after the mark."""
        tab, number = mark.tab, mark.number
        navigations = [e for e in self.navigations.since(number) if e.tab is tab]
        loads = [e.number for e in navigations if not e.value.same_document]
        errors = [e for e in self.errors.since(number) if e.tab in (tab, None)]
        requests = [e for e in self.requests.since(number) if e.tab in (tab, None)]
        return ActionEvents(
            navigations=tuple(e.value for e in navigations),
            opened_tabs=tuple(e.value.url for e in self.opened.since(number)),
            closed_tab=tab.closed,
            dialogs=tuple(e.value for e in self.dialogs.since(number)),
            dialog_open=dialog_open,
            downloads=tuple(e.value for e in self.saved.since(number)),
            failed_downloads=tuple(e.value for e in self.unsaved.since(number)),
            downloading=sum(not e.value.ended.is_set() for e in self.begun.since(number)),
            requests=tuple(
                RequestSeen(
                    method=e.value.method,
                    url=e.value.url,
                    status=e.value.status,
                    failure=e.value.failure,
                    by=e.value.by,
                    on_load=bool(loads) and e.number > loads[0],
                )
                for e in requests
            ),
            console_errors=tuple(e.value for e in errors),
            refused=tuple(e.value for e in self.refused.since(number)),
        )
