"""Parts that most pages have: main content, the search field, the way to the next page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .outline import Line, Page

SIDES = (
    "navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "toolbar", "tablist",
)  # fmt: skip
"""Roles around a page's own content."""

_AHEAD = re.compile(
    r"(?:next(?: page| results?)?|older(?: posts)?|more results|load more|show more)?\s*[›»→>]*",
    re.I,
)
_JUST_SENDING = re.compile(r"submit|done|ok|finish", re.I)
_SEARCH = re.compile(r"\b(?:search|find|keywords?|query|looking for)\b", re.I)


def main_lines(page: Page) -> tuple[Line, ...]:
    """The page's own content without navigation, from its first heading on."""
    main = next((line for line in page.lines if line.role == "main"), None)
    lines = page.under(main) if main is not None else page.lines
    kept = [line for line in lines if not page.within(line, "navigation", "banner", "contentinfo")]
    first = next((at for at, line in enumerate(kept) if line.role == "heading"), 0)
    return (*kept[first:], *kept[:first])


def top_heading(page: Page) -> str:
    """What the page is about, by its first heading or its title."""
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


def only_field(page: Page) -> Line | None:
    """The one text field there is, the search left out if there is another."""
    fields = [line for line in page.lines if line.field and not line.disabled]
    inner = [line for line in fields if line is not search_field(page)]
    return next((each[0] for each in (inner, fields) if len(each) == 1), None)


def only_sending(lines: Iterable[Line]) -> Line | None:
    """The one button of a page, if that only sends: such a page is nothing but a form."""
    usable = (line for line in lines if line.mmid is not None and not line.disabled)
    buttons = [line for line in usable if line.role == "button" and line.name]
    alone = len(buttons) == 1 and _JUST_SENDING.fullmatch(buttons[0].name.strip())
    return buttons[0] if alone else None
