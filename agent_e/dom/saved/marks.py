"""What the class alone tells of one thing among its like: as in ``js/marks.js``."""

from __future__ import annotations

import re
from itertools import islice

from .roles import role
from .tree import Element, beside

_MEANS = {
    "": "active",
    "button": "active",
    "cell": "active",
    "gridcell": "active",
    "img": "active",
    "link": "current",
    "listitem": "current",
    "menuitem": "current",
    "option": "selected",
    "tab": "selected",
    "treeitem": "current",
}
_SAID = frozenset({"aria-current", "aria-selected", "aria-pressed", "aria-checked"})
_MARKED = re.compile(r"active|chosen|current|picked|selected|today|\bon\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[-_]+|(?<=[a-z])(?=[A-Z])")
_MARKS = frozenset({"active", "chosen", "current", "on", "picked", "selected", "today"})
_THINGS = frozenset({"cat", "item", "link", "menu", "nav", "page", "step", "tab"})
_FAULTY = re.compile("disabled|invalid|error", re.IGNORECASE)
_OFF = frozenset({"disabled"})
_FAULTS = frozenset({"invalid", "error"})
_DENIALS = frozenset({"ever", "has", "in", "ng", "no", "non", "not", "un", "was"})
_FIELDS = frozenset(
    {"checkbox", "combobox", "listbox", "radio", "searchbox", "spinbutton", "textbox"}
)
_MADE = re.compile(r"(?:__+(?=[a-z]*[0-9A-Z])|[-_](?=[a-z]*[0-9]))[A-Za-z0-9]{4,8}$")
_ENOUGH = 15
_MOST_INSIDE = 2_000


def marked(element: Element) -> list[str]:
    """What its class says: ``current``, ``selected``, ``active``, ``today``, ``looks disabled``."""
    item = _item_around(element)
    classes = f"{element.get('class') or ''} {(item and item.get('class')) or ''}"
    if not (_MARKED.search(classes) or _FAULTY.search(classes)):
        return []
    kind = role(element)
    if kind == "listitem" and _holds_control(element):
        return []
    found = (_among_others(element, item, kind), _looks(element, item, kind))
    return [state for state in found if state]


def _among_others(element: Element, item: Element | None, kind: str) -> str:
    """That it is the one among its like."""
    word = _mark(element) or _mark(item)
    means = _MEANS.get(kind, "")
    if not word or not means or not _SAID.isdisjoint(element.attributes):
        return ""
    others = _neighbours(item or element)
    alike = sum(bool(_mark(other) or (item and _mark(_head(other)))) for other in others)
    if not others or 2 * alike >= len(others):
        return ""
    return means if word in ("active", "current", "on") else word


def _looks(element: Element, item: Element | None, kind: str) -> str:
    """That it seems to be switched off, or wrong: a class says nothing for sure."""
    given = element.attributes
    if kind in _FIELDS:
        faulty = "aria-invalid" not in given and _worded(element, _FAULTY, _FAULTS)
        return "looks invalid" if faulty else ""
    if kind not in _MEANS or not {"aria-disabled", "disabled"}.isdisjoint(given):
        return ""
    off = _worded(element, _FAULTY, _OFF) or _worded(item, _FAULTY, _OFF)
    return "looks disabled" if off else ""


def _mark(element: Element | None) -> str:
    return _worded(element, _MARKED, _MARKS)


def _worded(element: Element | None, hint: re.Pattern[str], wanted: frozenset[str]) -> str:
    """The first of these words that a class ends with, "" for none."""
    classes = (element.get("class") or "") if element is not None else ""
    if not hint.search(classes):
        return ""
    for one in classes.split():
        words = [word.lower() for word in _BETWEEN.split(_MADE.sub("", one))]
        while len(words) > 1 and words[-1] in _THINGS:
            words.pop()
        if words[-1] in wanted and _DENIALS.isdisjoint(words):
            return words[-1]
    return ""


def _head(element: Element) -> Element | None:
    return next(element.elements, None)


def _item_around(element: Element) -> Element | None:
    """The item that it is all of, or the head of."""
    up = element.parent
    if up is None or _head(up) is not element:
        return None
    return up if up.tag == "li" or len(list(islice(up.elements, 2))) == 1 else None


def _neighbours(element: Element) -> list[Element]:
    """What stands beside it and has the same tag."""
    children, at = beside(element)
    near = children[max(0, at - _ENOUGH) : at + 1 + _ENOUGH]
    return [other for other in near if other is not element and other.tag == element.tag]


def _holds_control(element: Element) -> bool:
    element.scope.document.work.steps += 1
    return any(
        (part.tag == "a" and "href" in part.attributes)
        or part.tag == "button"
        or not {"role", "tabindex"}.isdisjoint(part.attributes)
        for part in islice(element.below(), _MOST_INSIDE)
    )
