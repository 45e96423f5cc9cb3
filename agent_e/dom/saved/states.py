"""States of elements, native or declared: as in ``js/states.js``."""

from __future__ import annotations

from . import fields
from .declared import height, width
from .marks import marked
from .roles import editable, input_type, role
from .style import style
from .tree import Element
from .words import integer, number, written

_FORMATS = {
    "date": "date as yyyy-mm-dd",
    "datetime-local": "date and time as yyyy-mm-ddThh:mm",
    "month": "month as yyyy-mm",
    "week": "week as yyyy-Www",
    "time": "time as hh:mm",
    "color": "colour as #rrggbb",
    "file": "file upload",
    "password": "password",
}
_BOUNDED = frozenset({"number", "range", "date", "datetime-local", "month", "week", "time"})
_FIELDS = frozenset({"input", "select", "textarea"})
_CAN_BE_DISABLED = _FIELDS | {"button", "fieldset", "optgroup", "option"}
_NEVER_REQUIRED = frozenset({"hidden", "range", "color", "submit", "image", "reset", "button"})
_CHECKABLE = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_THREE_WAY = frozenset({"checkbox", "menuitemcheckbox", "option", "treeitem"})
_POPUPS = frozenset({"menu", "listbox", "tree", "grid", "dialog"})
_ORDERS = {"ascending": "sorted ascending", "descending": "sorted descending", "other": "sorted"}
_MOMENTS = frozenset({"step", "location", "date", "time"})
_PRESSED = {"true": "pressed", "mixed": "partly pressed", "false": "not pressed"}
_EXPANDED = {"true": "expanded", "false": "collapsed"}
_UNSAID = (None, "", "false", "undefined")
_MOST_ROWS = 65_534
"""What browsers take for more than that is this."""
_MOST_COLUMNS = 1_000
_CANVAS = (300, 150)
"""Size of a drawing that says none."""


def states(element: Element) -> list[str]:
    """Words such as ``checked``, ``disabled``, ``expanded``."""
    kind = role(element)
    given = element.attributes
    found = [
        _checked(element, kind),
        "selected" if _yes(element, "aria-selected") else "",
        _PRESSED.get(given.get("aria-pressed", ""), ""),
        _expanded(element),
        "disabled" if _is_disabled(element) else "",
        *_of_field(element, kind),
        _current(element),
        _opens(element, kind),
        _ORDERS.get(given.get("aria-sort", ""), ""),
        "busy" if _yes(element, "aria-busy") else "",
        _level(element, kind),
        _position(element) if "aria-posinset" in given else "",
        _extent(element) if kind in ("table", "grid", "treegrid") else "",
    ]
    if kind in ("dialog", "alertdialog") and _yes(element, "aria-modal"):
        found.append("modal")
    drags = "draggable" if given.get("draggable") == "true" else ""
    found += [_of_tag(element), drags, *marked(element)]
    return [state for state in found if state]


def canvas_size(canvas: Element) -> tuple[int, int]:
    """Width and height of a drawing in pixels, as written down or by default."""
    return round(width(canvas) or _CANVAS[0]), round(height(canvas) or _CANVAS[1])


def _of_tag(element: Element) -> str:
    """What its own tag says of it."""
    given = element.attributes
    if element.tag in ("video", "audio"):
        return "paused, muted" if "muted" in given else "paused"
    if element.tag == "canvas":
        across, down = canvas_size(element)
        return f"{across}x{down}, its content cannot be read"
    if element.tag not in ("td", "th"):
        return ""
    rows, columns = integer(given.get("rowspan")) or 1, integer(given.get("colspan")) or 1
    columns = columns if 1 < columns <= _MOST_COLUMNS else 1
    parts = [f"{min(rows, _MOST_ROWS)} rows"] if rows > 1 else []
    parts += [f"{columns} columns"] if columns > 1 else []
    return f"over {', '.join(parts)}" if parts else ""


def _yes(element: Element, attribute: str) -> bool:
    return element.get(attribute) == "true"


def _checked(element: Element, kind: str) -> str:
    if element.tag == "input" and input_type(element) in ("checkbox", "radio"):
        return "checked" if fields.is_checked(element) else "not checked"
    given = element.get("aria-checked")
    if given == "mixed" and kind in _THREE_WAY:
        return "partly checked"
    if kind in _CHECKABLE or given in ("true", "false"):
        return "checked" if given == "true" else "not checked"
    return ""


def _expanded(element: Element) -> str:
    up = element.parent
    if element.tag == "summary" and up is not None and up.tag == "details":
        return "expanded" if "open" in up.attributes else "collapsed"
    given = element.get("aria-expanded") or ""
    if given in _EXPANDED:
        return _EXPANDED[given]
    # Nothing is popped up on a saved page.
    return "collapsed" if element.tag in ("button", "input") and _shows_popover(element) else ""


def _shows_popover(element: Element) -> bool:
    given, ids = element.attributes, element.scope.ids
    if "popovertarget" in given:
        hides = given.get("popovertargetaction", "").lower() == "hide"
        return not hides and given["popovertarget"] in ids
    command = given.get("command", "").lower()
    return command in ("toggle-popover", "show-popover") and given.get("commandfor", "") in ids


def _is_disabled(element: Element) -> bool:
    """Whether it, or the widget or group that it is part of, is switched off."""
    own = style(element)
    if own.dimmed:
        return True
    if element.tag not in _CAN_BE_DISABLED or element.svg:
        return False
    return own.disabled or "disabled" in element.attributes


def _of_field(element: Element, kind: str) -> list[str]:
    tag, given = element.tag, element.attributes
    native = tag in _FIELDS
    found = _of_input(element) if tag == "input" else []
    if tag != "input" and kind in ("slider", "spinbutton"):
        found.append(_bounds(given.get("aria-valuemin"), given.get("aria-valuemax")))
    needed = native and "required" in given
    needed = needed and not (tag == "input" and input_type(element) in _NEVER_REQUIRED)
    if needed or _yes(element, "aria-required"):
        found.append("required")
    fixed = tag in ("input", "textarea") and "readonly" in given and editable(element)
    if fixed or _yes(element, "aria-readonly"):
        found.append("read-only")
    if (tag == "select" and "multiple" in given) or _yes(element, "aria-multiselectable"):
        found.append("multiple")
    if given.get("aria-invalid") not in _UNSAID:
        found.append("invalid")
    return found


def _of_input(element: Element) -> list[str]:
    """What an input takes."""
    kind, given = input_type(element), element.attributes
    found = [_FORMATS.get(kind, "")]
    length = len(fields.input_value(element)) if kind == "password" else 0
    if length:
        found.append(f"{length} characters hidden")
    if kind == "range":
        low, high = given.get("min") or "0", given.get("max") or "100"
        found.append(_bounds(low, high, given.get("step")))
    elif kind in _BOUNDED:
        step = given.get("step") if kind == "number" else None
        found.append(_bounds(given.get("min"), given.get("max"), step))
    if "multiple" in given and kind in ("file", "email"):
        found.append("multiple")
    return found


def _bounds(low: str | None, high: str | None, step: str | None = None) -> str:
    """The bounds of what may be entered."""
    steps = f" in steps of {step}" if step and step not in ("1", "any") else ""
    if low and high:
        return f"from {low} to {high}{steps}"
    if low:
        return f"from {low}{steps}"
    return f"up to {high}{steps}" if high else steps.strip()


def _current(element: Element) -> str:
    given = element.get("aria-current")
    if given in _UNSAID:
        return ""
    return f"current {given}" if given in _MOMENTS else "current"


def _opens(element: Element, kind: str) -> str:
    given = element.get("aria-haspopup")
    if given == "true":
        return "opens menu"
    if given in _POPUPS:
        return "" if kind == "combobox" and given == "listbox" else f"opens {given}"
    return "opens dialog" if element.get("command") == "show-modal" else ""


def _level(element: Element, kind: str) -> str:
    given = number(element.get("aria-level"))
    leveled = kind in ("treeitem", "row", "listitem")
    return f"level {written(given)}" if given and given > 0 and leveled else ""


def _position(element: Element) -> str:
    """Where the first and last items present stand, when there are more than the page holds."""
    at, size = number(element.get("aria-posinset")), number(element.get("aria-setsize"))
    if not at or at <= 0 or not size:
        return ""
    count, ends = fields.set_of(element)
    if 0 < size <= count or element not in ends:
        return ""
    return f"item {written(at)} of {written(size) if size > 0 else 'an unknown number'}"


def _extent(table: Element) -> str:
    """How many lines a table has when the page does not hold them all."""
    rows = number(table.get("aria-rowcount"))
    if not rows:
        return ""
    held = sum(part.tag == "tr" or part.get("role") == "row" for part in table.below())
    return f"{written(rows)} rows in all" if rows > held else ""
