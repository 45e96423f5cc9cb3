"""Results of reading pages other than the open one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .evidence import Document
from .observation import Observation


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadPage:
    """One page that was opened in the background.

    Attributes:
        url: final address, or the requested one where it was not read.
        page: the observation; read-only, its ids are negative and it has no boxes.
        status: HTTP status, ``None`` where unknown.
        unsent: number of requests other than GET that it would have sent.
        problem: why it could not be read; ``""`` where it was.
    """

    url: str
    page: Observation | None = None
    status: int | None = None
    unsent: int = 0
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PageValue:
    """What a function returned for one page.

    Attributes:
        url: final address, or the requested one where it was not read.
        title: of the page.
        value: as JSON.
        problem: why there is none; ``""`` where there is.
        document: text of the page, with the addresses and other attributes in the value.
        unlocated: strings of the value that do not appear on the page.
    """

    url: str
    title: str = ""
    value: Any = None
    problem: str = ""
    document: Document | None = None
    unlocated: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was found there."""
        return not self.problem and (self.value is None or self.value in ("", [], {}))


@dataclass(frozen=True, kw_only=True, slots=True)
class QueryAnswer:
    """The result of a query.

    Attributes:
        pages: in the order of the addresses.
        combined: the JSON value computed from all pages, as its only item; else empty.
        problem: why that failed; ``""`` where it did not, or was not asked for.
        instead: what a page has where nothing was found on any; ``""`` otherwise.
        unlocated: strings of ``combined`` that appear on none of the pages.
    """

    pages: tuple[PageValue, ...]
    combined: tuple[Any, ...] = ()
    problem: str = ""
    instead: str = ""
    unlocated: tuple[str, ...] = ()

    @property
    def good(self) -> list[PageValue]:
        """The pages with a result."""
        return [each for each in self.pages if not each.problem]
