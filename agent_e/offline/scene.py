"""The state of a conversation: the current page, and the calls that change it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from .page import Line, Page, Step, read_result
from .replay import Batch, Call, Exchange

T = TypeVar("T")
Moves = Generator[Batch, list[Step], T]
"""A strategy: yields calls, receives their steps, returns its finding."""
_CLOSE = re.compile(r"(?:close|dismiss|cancel|done|ok)\b.*|[×✕x]", re.I)
SIDES = (
    "navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "toolbar", "tablist",
)  # fmt: skip
"""Roles around a page's own content."""
_AHEAD = re.compile(r"(?:next(?: page)?|more results|load more|show more)?\s*[›»→>]*", re.I)
_SEARCH = re.compile(r"\b(?:search|find)\b", re.I)


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A fact for the report: the claim, and the page's own words for it."""

    claim: str
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """How a goal or the whole sub-task ends."""

    status: Literal["done", "failed"]
    summary: str
    facts: tuple[Found, ...] = ()


@dataclass(kw_only=True, slots=True)
class Scene:
    """The current page, and findings so far; rebuilt from the conversation for every reply.

    Attributes:
        found: facts on the way to an answer.
        subject: name of the item found last, for "it".
        partly: whether the page changed since it was last observed.
    """

    page: Page
    found: list[Found] = field(default_factory=list)
    subject: str = ""
    partly: bool = False

    def take(self, batch: tuple[Exchange, ...]) -> list[Step]:
        """Learn from one reply's calls."""
        steps = []
        for exchange in batch:
            step = read_result(self.page, exchange.result)
            self.page = step.page
            self.partly = (self.partly or step.changed) and not step.whole
            steps.append(step)
        return steps

    def do(self, name: str, **arguments: Any) -> Moves[Step]:
        """Make one call; a JavaScript dialog that it opens is accepted, as that was intended."""
        step = (yield (Call(name=name, arguments=arguments),))[-1]
        if step.page.dialog and name != "handle_dialog":
            return (yield (Call(name="handle_dialog", arguments={"accept": True}),))[-1]
        return step

    def known(self) -> Moves[Page]:
        """Return the page, observed again if it has changed."""
        if self.partly:
            yield from self.do("get_dom")
        return self.page

    def click(self, line: Line) -> Moves[Step]:
        """Click an element."""
        return (yield from self.do("click", mmid=line.mmid))


def closing(lines: Iterable[Line]) -> Line | None:
    """The button that closes a dialog."""
    buttons = (n for n in lines if n.mmid is not None and n.role in ("button", "link"))
    return next((n for n in buttons if _CLOSE.fullmatch(n.name.strip())), None)


def main_lines(page: Page) -> tuple[Line, ...]:
    """The page's own content without navigation, from its first heading on."""
    main = next((line for line in page.lines if line.role == "main"), None)
    lines = page.under(main) if main is not None else page.lines
    own = [line for line in lines if not page.within(line, "navigation", "banner", "contentinfo")]
    first = next((at for at, line in enumerate(own) if line.role == "heading"), 0)
    return (*own[first:], *own[:first])


def top_heading(page: Page) -> str:
    """The page's subject, by its first heading or its title."""
    return next((line.name for line in main_lines(page) if line.role == "heading"), page.title)


def next_page(page: Page) -> Line | None:
    """The element that leads to the next page of a list."""
    controls = (n for n in page.lines if n.mmid is not None and n.role in ("link", "button"))
    usable = (n for n in controls if n.name.strip() and not n.disabled)
    return next((n for n in usable if _AHEAD.fullmatch(n.name.strip())), None)


def search_field(page: Page) -> Line | None:
    """The field of the page's search."""
    fields = [line for line in page.lines if line.field and not line.disabled]
    sure = [n for n in fields if n.role == "searchbox" or page.within(n, "search")]
    return next(iter([*sure, *(n for n in fields if _SEARCH.search(n.name))]), None)
