"""Attributes in lines of a page: by their kind, by their column, or after their label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from . import values
from .items import Item
from .language import content, coverage, fit
from .outline import Line
from .values import Value

_KINDS = {
    "price": values.price, "rating": values.rating, "review": values.reviews,
    "availability": values.stock, "stock": values.stock, "duration": values.duration,
}  # fmt: skip
_OTHER_PRICES = content("total shipping delivery unit old former original")
_ALONE = frozenset({"text", "cell", "term", "heading", "item"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A value, and the words of the page that carry it."""

    value: Value
    quote: str


Readings = dict[str, Reading]
"""By attribute, as the task names it."""


def read_all(wanted: Sequence[str], lines: Sequence[Line], item: Item | None = None) -> Readings:
    """Read each attribute that the lines tell; an item names its table's columns."""
    found = {name: read(name, lines, item) for name in wanted}
    return {name: reading for name, reading in found.items() if reading is not None}


def read(attribute: str, lines: Sequence[Line], item: Item | None = None) -> Reading | None:
    """Find the value of one attribute: ``price``, ``rating``, ``review``, ``name`` or a label."""
    wanted = content(attribute)
    for cell in lines if item is not None and item.headers else ():
        if item is not None and fit(attribute, item.headers.get(cell.index, "")) >= 0.6:
            inside = [
                n for n in lines if n.name and cell.index <= n.index < max(cell.end, cell.index + 1)
            ]
            if inside:
                return _by_kind(wanted, inside) or _plain(inside[0].name)
    if wanted & {"name", "title"}:
        title = item.title if item else next((n.name for n in lines if n.heading), "")
        return _plain(title) if title else labelled(attribute, lines)
    return _by_kind(wanted, lines) or labelled(attribute, lines)


def _plain(text: str) -> Reading:
    return Reading(value=values.measure(text), quote=text)


def _by_kind(wanted: frozenset[str], lines: Sequence[Line]) -> Reading | None:
    kind = next((reader for word, reader in _KINDS.items() if word in wanted), None)
    if kind is None or wanted & _OTHER_PRICES:
        return None
    hits = [(line, value) for line in lines if (value := kind(line.name))]
    if kind is values.price:
        asked = [hit for hit in hits if not values.is_former_price(hit[0].name)]
        named = [hit for hit in asked if "price" in content(hit[0].name)]
        hits = named or asked or hits
    return Reading(value=hits[0][1], quote=hits[0][0].name) if hits else None


def labelled(label: str, lines: Sequence[Line]) -> Reading | None:
    """Find ``Label: value`` in one line, a field's value, or what follows a line with the label."""
    for line, after in zip(lines, [*lines[1:], None], strict=False):
        head, _mark, tail = line.name.partition(":")
        alike = fit(label, head)
        if tail.strip() and alike >= 0.6:
            return Reading(value=values.measure(tail), quote=line.name)
        if line.value and alike >= 0.6:
            return _plain(line.value)
        follows = after is not None and after.name and after.mmid is None
        if follows and line.role in _ALONE and alike >= 0.8 and coverage(label, head) >= 0.99:
            return _plain(after.name) if after is not None else None
    for line in lines:
        head, _mark, tail = line.name.partition(":")
        if tail.strip() and head.casefold().endswith(label.casefold()):
            return Reading(value=values.measure(tail), quote=line.name)
        begins = re.match(rf"{re.escape(label)}\s+(?:is\s+|of\s+)?(.+)", line.name, re.I)
        if begins and line.role in _ALONE and len(line.name) < 80:
            return Reading(value=values.measure(begins[1]), quote=line.name)
    return None
