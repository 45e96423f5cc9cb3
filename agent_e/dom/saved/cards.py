"""Which elements are one thing to click though they hold others: as in ``js/cards.js``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .roles import editable
from .sheet import Row
from .style import style
from .tree import Element
from .words import integer

_SIGNED = frozenset({"handler", "pointer"})
_KINDS = frozenset(
    {"", "article", "cell", "definition", "figure", "gridcell", "group", "listitem", "row", "term"}
)
_ITEMS = frozenset({"article", "listitem", "row"})
_CALLED = re.compile(
    r"(?:^|[\s_-])(?:card|entry|item|message|post|product|result|task|teaser|thread|ticket|tile)"
    r"(?:\s|$)",
    re.IGNORECASE,
)
_MOST_INSIDE = 10
_LONGEST = 600
_LONGEST_PART = 40


def is_card(row: Row, parts: list[Row]) -> bool:
    """Whether a row with others to act on inside is one to act on all the same."""
    element = row.element
    if element is None:
        return False
    if row.why == "draggable":
        return row.name != ""
    own = _outermost(parts)
    if not any(part.name and not part.why for part in own):
        return False
    if "aria-sort" in element.attributes:
        return True
    if _holds_items(own, parts):
        return False
    if row.why in _SIGNED:
        return True
    acting = [part for part in own if part.why]
    fields = sum(1 for part in acting if part.element and editable(part.element))
    many = len(acting) > _MOST_INSIDE or fields > 1 or len(row.name) > _LONGEST
    if row.kind not in _KINDS or many:
        return False
    title = title_of(parts)
    return title is not None and not _is_led_by(own, title) and _shows_it(row, element)


def title_of(parts: Iterable[Row]) -> Row | None:
    """What stands for the whole: a heading, else the first words; none without words."""
    own = [part for part in _outermost(parts) if part.name]
    for part in own:
        if part.role == "heading" or part.level:
            return part
    plain = (part for part in own if not part.why)
    return next((part for part in plain if any(map(str.isalnum, part.name))), None)


def _outermost(parts: Iterable[Row]) -> list[Row]:
    """What is inside, without what is inside of something to act on."""
    found: list[Row] = []
    inner: int | None = None
    for part in parts:
        if inner is None or part.depth <= inner:
            inner = part.depth if part.why else None
            found.append(part)
    return found


def _holds_items(own: list[Row], parts: list[Row]) -> bool:
    """Whether it holds items that are clicked each for itself."""
    acting = [part for part in own if part.why and part.name]
    buttons = [part.name for part in acting if part.role == "button"]
    if len(set(buttons)) < len(buttons):
        return True
    deeper = {id(at) for at, after in zip(parts, parts[1:], strict=False) if after.depth > at.depth}
    return any(
        part.level > 0 or len(part.name) > _LONGEST_PART or id(part) in deeper
        for part in acting
        if part.why not in ("control", "stands for")
    )


def _is_led_by(own: list[Row], title: Row) -> bool:
    """Whether a link in it is what it is called by: then a click on that is as good."""
    if title.why or title.level:
        return title.why != ""
    before = own[: own.index(title)]
    return any(part.why and part.role == "link" and part.name for part in before)


def _shows_it(row: Row, element: Element) -> bool:
    """Whether anything beside the listener says that it is one thing."""
    place = integer(element.get("tabindex"))
    stops = place is not None and place >= 0
    called = _CALLED.search(element.get("class") or "") is not None
    return row.kind in _ITEMS or stops or called or style(element).pointer
