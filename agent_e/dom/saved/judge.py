"""What is decided about a row once everything inside it is known: as in ``js/judge.js``."""

from __future__ import annotations

import re
from itertools import islice

from .cards import is_card, title_of
from .help import hint
from .names import name
from .roles import editable, role
from .sheet import Row, Sheet
from .states import canvas_size
from .style import style
from .text import text
from .tree import Element
from .words import squeeze

_HOLDS_TEXT = frozenset(
    {"listitem", "cell", "gridcell", "columnheader", "rowheader", "definition", "term"}
)
_KEPT_EMPTY = frozenset(
    {"cell", "gridcell", "columnheader", "rowheader", "progressbar", "meter", "img", "canvas"}
    | {"video", "audio"}
)
_NAMED_BY_AUTHOR = frozenset({"alert", "article", "main", "popover", "row", "status"})
_NOWHERE = re.compile(r"^javascript:|#$", re.I)
_LEAST_CANVAS = 50
_UNSUPPORTED = re.compile(r"support|browser|canvas", re.IGNORECASE)
_LONGEST_LISTENER = 200
_LONGEST_NAME = 120
_SHORT_NAME = 80
_NEAR = 6


def judge_acting(sheet: Sheet, index: int) -> None:
    """Settle the row of an element to act on."""
    row = sheet.rows[index]
    element = row.element
    if element is None:
        return
    parts = list(sheet.inside(index))
    element.scope.document.work.steps += len(parts)
    declared = row.why in ("control", "stands for")
    row.name = text(element) if row.why == "stands for" else name(element)
    row.name = row.name or ("" if declared else text(element))
    holds_field = row.role == "combobox" and any(
        part.why and part.element and editable(part.element) for part in parts
    )
    if holds_field or not (declared or _is_worthwhile(row, parts)):
        _become_structure(sheet, index)
    elif row.role == "row" and row.kind == "row":
        row.name = ""
    elif title := None if declared or _is_named(element) else _title(parts):
        row.name, row.level = _shortened(title.name), title.level
        title.dropped = title.why == "" and row.name == title.name
    else:
        _shorten_acting(row, parts)


def _title(parts: list[Row]) -> Row | None:
    """What names the whole, where it holds others to act on."""
    return title_of(parts) if any(part.why for part in parts) else None


def _is_named(element: Element) -> bool:
    """Whether its author gave it a name of its own."""
    return not element.attributes.keys().isdisjoint(("aria-label", "aria-labelledby"))


def _become_structure(sheet: Sheet, index: int) -> None:
    row = sheet.rows[index]
    if row.kind:
        row.why, row.role, row.href = "", row.kind, None
        judge_structure(sheet, index)
    else:
        sheet.drop(index)


def _shorten_acting(row: Row, parts: list[Row]) -> None:
    full = row.name
    headings = [part for part in parts if part.role == "heading"]
    plain = [part for part in parts if not part.why and part.role != "frame"]
    # A sign such as × or − stands for the name that its author gave.
    told = all(part.name in full or not _has_letters(part.name) for part in plain)
    if row.element is not None and editable(row.element):
        # Its value has the words of all that stands in it.
        for part in plain:
            part.dropped = True
    elif told and (len(full) <= _LONGEST_NAME or len(plain) < 2):
        for part in plain:
            part.dropped = True
        if len(headings) == 1:
            row.level = headings[0].level
    elif headings and len(full) > _LONGEST_NAME:
        row.name = _shortened(headings[0].name)
        row.level = headings[0].level
        for part in plain:
            part.dropped = part.name in row.name
    else:
        row.name = _shortened(full)


def judge_structure(sheet: Sheet, index: int) -> None:
    """Settle the row of a structure."""
    row = sheet.rows[index]
    element = row.element
    if element is None:
        return
    if row.role == "heading":
        _judge_heading(sheet, index, element)
        return
    parts = list(islice(sheet.inside(index), 2))
    if row.role in _HOLDS_TEXT:
        if len(parts) == 1 and parts[0].role == "text":
            row.name = parts[0].name
            parts[0].dropped = True
            return
    elif row.role in _NAMED_BY_AUTHOR:
        row.name = squeeze(element.get("aria-label") or "")
    elif role(element) or row.role == "frame":
        row.name = name(element)
    if row.role == "canvas":
        row.name = row.name or _fallback(element)
        trifle = not row.name and min(canvas_size(element)) < _LEAST_CANVAS
    else:
        trifle = row.role not in _KEPT_EMPTY
    if not parts and not row.name and trifle:
        sheet.drop(index)


def _fallback(canvas: Element) -> str:
    """What a drawing says in place of itself, without words for browsers that cannot draw."""
    words = squeeze(canvas.text()[:_LONGEST_LISTENER])
    return "" if _UNSUPPORTED.search(words) else _shortened(words)


def _judge_heading(sheet: Sheet, index: int, element: Element) -> None:
    row = sheet.rows[index]
    parts = list(sheet.inside(index))
    element.scope.document.work.steps += len(parts)
    row.name = _heading_name(element, parts)
    for part in parts:
        if not part.why and part.name in row.name:
            part.dropped = True
    left = [part for part in parts if not part.dropped]
    same = len(left) == 1 and left[0].why != "" and left[0].name == row.name
    if same:
        left[0].level = row.level
    if same or (row.name == "" and not left):
        sheet.drop(index)


def _heading_name(element: Element, parts: list[Row]) -> str:
    """A heading without the words of its buttons."""
    words = any(part.name for part in parts if part.role in ("text", "link"))
    buttons = any(part.role == "button" for part in parts)
    if not buttons or not words or "aria-label" in element.attributes:
        return name(element)
    return squeeze(" ".join(part.name for part in parts if part.role != "button"))


def _is_worthwhile(row: Row, parts: list[Row]) -> bool:
    """Whether an element that nothing declares a control is worth an id."""
    element = row.element
    if element is None:
        return False
    if any(part.why for part in parts):
        return is_card(row, parts)
    if row.why == "listener" and len(row.name) > _LONGEST_LISTENER:
        return False
    if row.why != "tab stop":
        sign = "" if row.name else hint(element, row.href)
        # What is only guessed takes more than a listener to be believed.
        guessed = row.why == "listener" and sign.startswith("called ")
        return not guessed and (row.name != "" or sign != "")
    return row.name != "" and len(row.name) <= _SHORT_NAME and not style(element).scrolls


def _has_letters(words: str) -> bool:
    return any(sign.isalpha() or sign.isnumeric() for sign in words)


def _shortened(words: str) -> str:
    if len(words) <= _LONGEST_NAME:
        return words
    cut = words.rfind(" ", 0, _SHORT_NAME + 1)
    return f"{words[: cut if cut > _SHORT_NAME / 2 else _SHORT_NAME]}…"


def without_repeats(rows: list[Row]) -> list[Row]:
    """The rows without links that lead where one next to them does, such as a card's picture."""
    before: Row | None = None
    at = 0
    for index, row in enumerate(rows):
        if before and (row.depth < before.depth or index - at > _NEAR):
            before = None
        if row.why == "" and row.role != "link":
            continue
        after = rows[index + 1].depth if index + 1 < len(rows) else 0
        leads = row.role == "link" and bool(row.href) and not _NOWHERE.search(row.href or "")
        alone = leads and after <= row.depth
        worse = _worse(before, row) if alone and before else None
        if worse:
            worse.dropped = True
        if worse is not row:
            before, at = (row if alone else None), index
    return [row for row in rows if not row.dropped]


def _worse(before: Row, row: Row) -> Row | None:
    """Of a picture and a title that lead to the same place, the one that says less."""
    if (before.frame, before.href) != (row.frame, row.href):
        return None
    if before.name != row.name and before.name and row.name:
        return None
    return row if row.name == "" or (before.name != "" and row.level == 0) else before
