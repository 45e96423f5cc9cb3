"""What else can be clicked: elements that no tag or role declares."""

from __future__ import annotations

from .flow import Flow
from .roles import input_type, is_control
from .style import is_visible
from .tree import Element
from .words import integer

_PAGES = frozenset({"html", "body", "main", "header", "footer", "nav", "section", "form"})
_LISTS = frozenset({"ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "menu"})
_ALIKE = 3


def reason(element: Element, flow: Flow, around: Flow) -> str:
    """Why the element is one to act on, "" when it is not."""
    if flow.inert or flow.hidden or not flow.visible:
        return ""
    if is_control(element):
        return "control"
    return "stands for" if stands_for(element) else clickable(element, flow, around)


def clickable(element: Element, flow: Flow, around: Flow) -> str:
    """Why the element, no control, seems to be something to click; "" when it does not."""
    if element.tag == "label" and element in element.scope.controls:
        return ""
    if element.tag in _PAGES:
        # Not explained yet: the items below are to be asked themselves.
        flow.pointer = False
        return ""
    pointed = flow.pointer and not around.pointer
    handles = "onclick" in element.attributes
    listens = handles or around.delegates
    if element.tag in _LISTS or ((pointed or listens) and _repeats(element)):
        flow.pointer = False
        flow.delegates = listens and not pointed
        return ""
    if handles or pointed or listens:
        return "handler" if handles else "pointer" if pointed else "listener"
    if element.get("draggable") == "true":
        return "draggable"
    place = integer(element.get("tabindex"))
    return "tab stop" if place is not None and place >= 0 else ""


def stands_for(element: Element) -> Element | None:
    """The checkbox, radio or file field that is not shown and that this label stands for."""
    if element.tag != "label":
        return None
    field = element.scope.controls.get(element)
    if field is None or field.tag != "input":
        return None
    if input_type(field) not in ("checkbox", "radio", "file") or is_visible(field):
        return None
    return field


def _repeats(element: Element) -> bool:
    """Whether a box only repeats one kind of item, as a list without the tags of one."""
    children = list(element.elements)
    if len(children) < _ALIKE:
        return False
    first, kind = children[0], children[0].get("class")
    if (not kind and first.tag != "li") or first.tag == "span":
        return False
    return all(
        child.tag == first.tag and child.get("class") == kind and child.has_words
        for child in children
    )
