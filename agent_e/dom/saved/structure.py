"""Which elements that nothing can be done with have a line of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from unicodedata import category

from .declared import width
from .names import name
from .roles import editable, referenced
from .sheet import Row
from .stars import stars
from .tree import Element

_STRUCTURE = frozenset(
    {"alert", "alertdialog", "article", "audio", "banner", "canvas", "cell", "columnheader"}
    | {"complementary", "contentinfo", "definition", "dialog", "feed", "grid", "gridcell"}
    | {"heading", "list", "listbox", "listitem", "log", "main", "menu", "menubar", "meter"}
    | {"navigation", "progressbar", "radiogroup", "row", "rowheader", "search", "status"}
    | {"table", "tablist", "tabpanel", "term", "timer", "toolbar", "tree", "treegrid", "video"}
)
_IF_NAMED = frozenset({"figure", "form", "group", "img", "region", "tooltip"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_TABLE_PARTS = frozenset({"row", "cell", "columnheader", "rowheader", "table"})
_SMALL_IMAGE = 32
_SECTIONS = ("thead", "tbody", "tfoot")


def structure_role(element: Element, role: str, data: bool) -> str:
    """Role of the line of an element that is not acted on, "" for none."""
    if role in _TABLE_PARTS and not data:
        return ""
    if role in _STRUCTURE:
        return role
    if "popover" in element.attributes:
        return "popover"
    return role if role in _IF_NAMED and _says(name(element)) else ""


def _says(words: str) -> bool:
    """Whether a name is more than signs: a picture that is called "..." says nothing."""
    return any(not (each.isspace() or category(each).startswith("P")) for each in words)


def is_data(table: Element, around: bool) -> bool:
    """Whether a table holds data, rather than a layout; ``around`` says it of the one outside."""
    kind = table.get("role")
    if kind:
        return kind in _TABLES
    if table.tag != "table":
        return around
    parts = list(table.elements)
    lines = [part for part in parts if part.tag == "tr"]
    for part in parts:
        if part.tag in ("thead", "caption"):
            return True
        if part.tag in _SECTIONS:
            lines += [line for line in part.elements if line.tag == "tr"]
    if any(cell.tag == "th" for line in lines for cell in line.elements):
        return True
    if len(lines) < 2 or len(list(islice(_cells(lines[0]), 2))) < 2:
        return False
    return not any(part.tag in ("table", "form", "header", "nav") for part in table.below())


def holds_value(row: Row | None) -> bool:
    """Whether what is inside is its value."""
    if row is None or not row.why or row.element is None:
        return False
    return row.role in ("combobox", "textbox") or editable(row.element)


def is_small(image: Element) -> bool:
    """Whether a picture is said to be no larger than a sign in a line."""
    across = width(image)
    return stars(image) != "" or (across is not None and across <= _SMALL_IMAGE)


def owned_by(owner: Element) -> list[Element]:
    """What is shown in an element though it is written elsewhere."""
    owners = owner.scope.document.owners
    others = referenced(owner, "aria-owns") if owner.shadow is None else []
    return [o for o in others if owners.get(o) is owner and o.parent is not owner]


def _cells(row: Element) -> Iterator[Element]:
    return (child for child in row.elements if child.tag in ("td", "th"))
