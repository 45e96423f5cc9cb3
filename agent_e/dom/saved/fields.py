"""What fields hold, as the markup fills them."""

from __future__ import annotations

import re

from .roles import input_type
from .tree import Element
from .words import clean, integer, number, squeeze, written

MOST_OPTIONS = 1_000
_BLANKS = re.compile("[\t\n\f\r ]+")
_NO_TEXT = frozenset({"checkbox", "radio", "button", "submit", "reset", "image", "hidden"})
_LINES = re.compile("[\r\n]+")
_FORMS = {
    "date": re.compile(r"\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    "month": re.compile(r"\d{4,}-(0[1-9]|1[0-2])"),
    "week": re.compile(r"\d{4,}-W(0[1-9]|[1-4]\d|5[0-3])"),
    "time": re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"),
    "datetime-local": re.compile(
        r"\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d"
        r"(:[0-5]\d(\.\d{1,3})?)?"
    ),
}
_SETS = frozenset({"ul", "ol", "menu"})
_SET_ROLES = frozenset(
    {"listbox", "list", "tree", "menu", "feed", "radiogroup", "tablist", "group"}
)
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


def value(element: Element) -> str | None:
    """What a native field, select or bar shows; None for all other elements. Secrets are masked."""
    tag = element.tag
    if tag == "input":
        kind = input_type(element)
        if kind in _NO_TEXT:
            return None
        if kind == "password":
            return "••••" if input_value(element) else ""
        return input_value(element)
    if tag == "textarea":
        return input_value(element)
    if tag == "select":
        return ", ".join(_label(option) for option in chosen_options(element))
    if tag == "progress" and "value" not in element.attributes:
        return None
    return _bar(element) if tag in ("progress", "meter") else None


def input_value(element: Element) -> str:
    """The value that a text field or button begins with."""
    if element.tag == "textarea":
        lines = element.text().replace("\r\n", "\n").replace("\r", "\n")
        return lines.removeprefix("\n")
    given = element.get("value") or ""
    kind = input_type(element) if element.tag == "input" else ""
    if kind in ("text", "search", "tel", "password", "url", "email"):
        flat = _LINES.sub("", given)
        return flat.strip("\t\n\f\r ") if kind in ("url", "email") else flat
    if kind in _FORMS:
        return given.replace(" ", "T") if _FORMS[kind].fullmatch(given) else ""
    if kind == "number":
        return given if number(given) is not None and given == given.strip() else ""
    if kind == "color":
        return given.lower() if _COLOUR.fullmatch(given) else "#000000"
    if kind == "range":
        return _slider(element, given)
    return "" if kind == "file" else given


def set_of(item: Element) -> tuple[int, tuple[Element, ...]]:
    """How many numbered items the page holds of the set of one, and the first and last of them."""
    up = around = item.parent
    while around is not None and around.tag not in _SETS and around.get("role") not in _SET_ROLES:
        around = around.parent
    top = around or up
    if top is None:
        return 0, ()
    sets = item.scope.document.sets
    if top not in sets:
        present = [part for part in top.below() if "aria-posinset" in part.attributes]
        sets[top] = len(present), (present[0], present[-1])
    return sets[top]


def is_checked(element: Element) -> bool:
    """Whether a checkbox or radio button is: of a group of radio buttons only the last."""
    return "checked" in element.attributes and element not in element.scope.document.unchosen


def options(element: Element) -> list[str]:
    """Texts of what can be chosen, in order."""
    if element.tag == "select":
        return [
            _label(option) + (" (disabled)" if _is_disabled(option) else "")
            for option in _options(element)[:MOST_OPTIONS]
        ]
    if element.tag != "input":
        return []
    source = element.scope.ids.get(element.get("list") or "")
    offered = source.elements if source is not None and source.tag == "datalist" else ()
    kept = [option for option in offered if option.tag == "option"]
    return [squeeze(option.get("value") or option_text(option)) for option in kept[:MOST_OPTIONS]]


def chosen_options(select: Element) -> list[Element]:
    """The options of a select that are chosen."""
    found = _options(select)
    marked = [option for option in found if "selected" in option.attributes]
    if "multiple" in select.attributes:
        return marked
    if marked:
        return marked[-1:]
    if (integer(select.get("size")) or 0) > 1:
        return []
    free = (option for option in found if not _is_disabled(option))
    first = next(free, None)
    return [first] if first is not None else []


def _options(select: Element) -> list[Element]:
    return [part for part in select.below() if part.tag == "option"]


def _is_disabled(option: Element) -> bool:
    up = option.parent
    grouped = up is not None and up.tag == "optgroup" and "disabled" in up.attributes
    return grouped or "disabled" in option.attributes


def option_text(option: Element) -> str:
    """The text of an option."""
    return _BLANKS.sub(" ", option.text()).strip(" ")


def _label(option: Element) -> str:
    return clean(option.get("label") or option_text(option)).strip(" ")


def _bar(element: Element) -> str:
    lowest = number(element.get("min")) or 0.0 if element.tag == "meter" else 0.0
    highest = number(element.get("max"))
    highest = 1.0 if highest is None or (element.tag == "progress" and highest <= 0) else highest
    highest = max(highest, lowest)
    now = min(max(number(element.get("value")) or 0.0, lowest), highest)
    return f"{int(now * 100 + 0.5)}%" if highest == 1 else f"{written(now)} of {written(highest)}"


def _slider(element: Element, given: str) -> str:
    lowest = number(element.get("min")) or 0.0
    highest = number(element.get("max"))
    highest = 100.0 if highest is None else highest
    asked = number(given)
    middle = lowest + (highest - lowest) / 2 if highest >= lowest else lowest
    now = middle if asked is None else asked
    now = lowest if highest < lowest else min(max(now, lowest), highest)
    step = number(element.get("step"))
    step = step if step and step > 0 else 1.0
    if (element.get("step") or "").strip().lower() != "any":
        now = lowest + step * int((now - lowest) / step + 0.5)
        now = now - step if now > highest else now
    return written(round(now, 10))
