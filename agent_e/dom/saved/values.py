"""Values of elements, native or declared: as in ``js/values.js``."""

from __future__ import annotations

from . import fields
from .roles import editable, role
from .text import text
from .tree import Element
from .words import number

_RANGES = frozenset({"slider", "spinbutton", "progressbar", "meter", "scrollbar"})
_NATIVE = frozenset({"input", "textarea", "select", "progress", "meter"})
_WHOLE = 100


def value(element: Element) -> str | None:
    """Value of a field, slider or select; None where there is none."""
    if element.tag in _NATIVE:
        return fields.value(element)
    if editable(element):
        return text(element)
    kind = role(element)
    if kind in _RANGES:
        return _of_range(element, kind)
    return text(element) if kind in ("textbox", "searchbox", "combobox") else None


def _of_range(element: Element, kind: str) -> str | None:
    told = (element.get("aria-valuetext") or "").strip()
    now = element.get("aria-valuenow")
    if told or kind != "progressbar" or number(now) is None:
        return told or now
    most = element.get("aria-valuemax")
    if (most is None or number(most) == _WHOLE) and not number(element.get("aria-valuemin")):
        return f"{now}%"
    return f"{now} of {most}"
