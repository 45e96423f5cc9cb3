"""Accessible names, after accname and HTML-AAM: as in ``js/names.js``."""

from __future__ import annotations

from .roles import editable, referenced, role
from .stars import stars
from .text import button_label, drawing_title, part, text
from .tree import Element
from .words import squeeze

_FROM_CONTENT = frozenset(
    {"", "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem"}
    | {"menuitemcheckbox", "menuitemradio", "option", "radio", "rowheader", "switch", "tab"}
    | {"tooltip", "treeitem"}
)
_FIELDS = frozenset({"input", "select", "textarea"})
_BY_CHILD = {"fieldset": "legend", "table": "caption", "figure": "figcaption"}


def name(element: Element) -> str:
    """The accessible name; a placeholder only where there is no other."""
    if element.known_name is None:
        element.known_name = _name(element)
    return element.known_name


def placeholder(element: Element) -> str:
    """What stands in a field as long as it is empty."""
    if not editable(element):
        return ""
    asked = ("placeholder", "aria-placeholder", "data-placeholder")
    return next((found for each in asked if (found := element.get(each)) is not None), "")


def _name(element: Element) -> str:
    if "aria-labelledby" in element.attributes:
        others = referenced(element, "aria-labelledby")
        labelled = squeeze(" ".join(part(other, follow=False) for other in others))
        if labelled:
            return labelled
    own = squeeze(element.get("aria-label") or "") or squeeze(_native(element)) or stars(element)
    if own:
        return own
    if element.tag not in _FIELDS and role(element) in _FROM_CONTENT:
        content = text(element)
        if content:
            return content
    return squeeze(element.get("title") or "") or squeeze(placeholder(element))


def _native(element: Element) -> str:
    labels = element.scope.labels.get(element)
    if labels:
        said = " ".join(part(label, element, follow=True) for label in labels).strip()
        if said:
            return said
    tag = element.tag
    if element.svg:
        return drawing_title(element)
    if tag == "input":
        return button_label(element)
    if tag in ("img", "area"):
        return element.get("alt") or ""
    if tag in ("optgroup", "option"):
        return element.get("label") or ""
    child = element.first(_BY_CHILD[tag]) if tag in _BY_CHILD else None
    return part(child, follow=True) if child else ""
