"""How many stars of a row are lit, as far as their names tell: as in ``js/stars.js``."""

from __future__ import annotations

import re
from itertools import islice, takewhile

from .tree import Element, beside
from .words import written

_TAGS = frozenset({"b", "em", "i", "img", "span", "svg"})
_STAR = re.compile(r"(?:^|[\s#/_-])(?:rating-)?stars?(?![a-z])", re.IGNORECASE)
_HALF = re.compile("half", re.IGNORECASE)
_UNLIT = re.compile(
    r"(?:^|[\s_-])(?:o|outline|border|empty|off|blank|grey|gray|inactive|far|regular)(?=$|[\s._-])",
    re.IGNORECASE,
)
_LEAST = 3
_MOST = 10
_PARTS = 3
_LONGEST_FILE = 80


def stars(element: Element) -> str:
    """What the row that this star begins says, such as ``3.5 of 5 stars``; "" for what is none."""
    first = "" if element.get("alt") else _called(element)
    if not first:
        return ""
    children, at = beside(element)
    if at > 0 and _called(children[at - 1]):
        return ""
    row = list(takewhile(bool, map(_called, children[at : at + 1 + _MOST])))
    if not _LEAST <= len(row) <= _MOST:
        return ""
    lit = "" if _UNLIT.search(first) or _HALF.search(first) else first
    halves = sum(bool(_HALF.search(names)) for names in row)
    return f"{written(row.count(lit) + halves / 2)} of {len(row)} stars"


def _called(element: Element) -> str:
    """What a star is called, "" for what is none."""
    if element.tag not in _TAGS:
        return ""
    parts = [_names(part) for part in islice(element.elements, _PARTS)]
    own = _names(element)
    if not _STAR.search(own) and not (parts and _STAR.search(parts[0])):
        return ""
    return "" if "role" in element.attributes or element.has_words else " ".join([own, *parts])


def _names(element: Element) -> str:
    """The names that a drawing, or a part of one, has in its page."""
    given = element.attributes
    file = given.get("src", given.get("href", ""))
    return f"{given.get('class', '')} {file[-_LONGEST_FILE:]}"
