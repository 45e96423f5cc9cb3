"""What reading pages beside the open one gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .evidence import Document
from .observation import Observation


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadPage:
    """One page that was opened in the background.

    Attributes:
        url: where it was read in the end, or the address asked for where it was not.
        page: what was seen; nothing can be done there, its ids are negative and it has no boxes.
        status: HTTP status, ``None`` where it is not known.
        unsent: requests other than GET that it would have sent.
        problem: why it could not be read; ``""`` where it was.
    """

    url: str
    page: Observation | None = None
    status: int | None = None
    unsent: int = 0
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PageValue:
    """What a function gave for one page.

    Attributes:
        url: where it was read in the end, or the address asked for where it was not.
        title: of the page.
        value: as JSON.
        problem: why there is none; ``""`` where there is.
        document: text of the page, with the addresses and other attributes that the value holds.
        unlocated: strings of the value that do not stand on the page.
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
    """What a query gave.

    Attributes:
        pages: in the order of the addresses.
        combined: JSON value of what was made of all of them, as its only item; else empty.
        problem: why that could not be made; ``""`` where it was, or was not asked for.
        instead: what a page has where nothing was found on any; ``""`` otherwise.
        unlocated: strings of ``combined`` that stand on none of the pages.
    """

    pages: tuple[PageValue, ...]
    combined: tuple[Any, ...] = ()
    problem: str = ""
    instead: str = ""
    unlocated: tuple[str, ...] = ()

    @property
    def good(self) -> list[PageValue]:
        """The pages that gave something."""
        return [each for each in self.pages if not each.problem]
