"""Text of subtrees as names are made of it: steps 2A to 2I of accname, as in ``js/text.js``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .fields import chosen_options, input_value, option_text
from .roles import input_type, referenced, role
from .stars import stars
from .style import is_visible, style
from .tree import Element
from .words import squeeze

_LONGEST = 2_000
_MOST_STEPS = 4_000
_PER_STEP = 50
_SILENT = frozenset(
    {"script", "style", "template", "noscript", "head", "iframe", "object", "embed", "canvas"}
    | {"title", "datalist", "source", "track", "param", "video", "audio", "rp"}
)
_SILENT_IN_DRAWINGS = frozenset({"title", "desc", "defs", "metadata", "style", "symbol"})
_NESTED = {
    "treeitem": frozenset({"group", "tree", "list", "treeitem"}),
    "menuitem": frozenset({"menu", "group", "list"}),
}
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "slider", "combobox", "listbox"})
_RANGES = frozenset({"slider", "spinbutton", "progressbar", "meter", "scrollbar"})
_HOLDS_TEXT = frozenset({"textbox", "searchbox", "combobox"})


@dataclass(frozen=True, slots=True)
class _Title:
    """A title, to be said where nothing was since ``start`` pieces ago."""

    words: str
    start: int


_Item = Element | str | _Title


def text(root: Element, leave_out: Element | None = None, *, follow: bool = True) -> str:
    """Text of a subtree as it reads, hidden parts and ``leave_out`` left out.

    Something hidden that is named on purpose is read whole. ``follow`` says whether references to
    other elements are followed.
    """
    work = root.scope.document.work
    if work.is_spent:
        return ""
    children = root.children
    if len(children) == 1 and isinstance(children[0], str) and root.shadow is None:
        work.steps += 1 + min(len(children[0]), _LONGEST) // _PER_STEP
        if "aria-owns" not in root.attributes:
            return squeeze(children[0][:_LONGEST])
    walk = _Walk(root, leave_out, follow)
    walk.run()
    work.steps += walk.steps
    return squeeze("".join(walk.found))


def part(element: Element, leave_out: Element | None = None, *, follow: bool) -> str:
    """What an element says as a part of a name."""
    said = squeeze(_instead(element, follow) or "")
    said = said or text(element, leave_out, follow=follow)
    return said or squeeze(element.get("title") or "")


def button_label(element: Element) -> str:
    """What is written on a button of the browser's own, "" for what is none."""
    kind = input_type(element)
    given = element.get("value")
    if kind == "image":
        return element.get("alt") or given or element.get("title") or "Submit"
    if kind in ("submit", "reset") and given is None:
        return kind.capitalize()
    return given or "" if kind in ("submit", "reset", "button") else ""


def drawing_title(element: Element) -> str:
    """The title of a drawing, or of a part of one."""
    title = element.first("title")
    return title.text() if title else ""


class _Walk:
    """One walk of a subtree."""

    def __init__(self, root: Element, leave_out: Element | None, follow: bool) -> None:
        self.found: list[str] = []
        self.steps = 0
        self._root = root
        self._leave_out = leave_out
        self._follow = follow
        self._nested = _NESTED.get(role(root), frozenset())
        self._whole: bool | None = None
        self._owners = {root}
        self._waiting: list[_Item] = []

    def run(self) -> None:
        size, waiting = 0, self._waiting
        waiting += reversed(list(self._inside(self._root)))
        while waiting and size < _LONGEST and self.steps < _MOST_STEPS:
            item = waiting.pop()
            self.steps += 1
            if isinstance(item, str):
                self.found.append(item)
                size += len(item)
            elif isinstance(item, _Title):
                if not "".join(self.found[item.start :]).strip():
                    self.found.append(item.words)
            elif item is not self._leave_out:
                self._visit(item)

    def _visit(self, element: Element) -> None:
        silent = _SILENT_IN_DRAWINGS if element.svg else _SILENT
        if element.tag in silent or (self._nested and role(element) in self._nested):
            return
        if len(self._owners) > 1 and element in self._owners:
            return
        own = style(element)
        if self._is_left(element):
            if own.display != "none" and element.get("aria-hidden") != "true":
                self._waiting += reversed(list(element.elements))
            return
        if "aria-owns" in element.attributes:
            self._owners.add(element)
        flows = own.display in ("inline", "contents") or own.display.startswith("ruby")
        if not flows or element.tag == "br":
            self.found.append(" ")
            self._waiting.append(" ")
        said = _instead(element, self._follow)
        if said is not None:
            self._waiting.append(said)
            return
        title = element.get("title")
        if title:
            self._waiting.append(_Title(title, len(self.found)))
        self._waiting += reversed(list(self._inside(element)))

    def _is_left(self, element: Element) -> bool:
        """Whether it is hidden, and hidden parts do not count."""
        own, concealed = style(element), element.get("aria-hidden") == "true"
        if own.display != "none" and own.visible and not concealed:
            return False
        if self._whole is None:
            root = self._root
            self._whole = root.get("aria-hidden") == "true" or not is_visible(root)
        return not self._whole

    def _inside(self, element: Element) -> Iterator[Element | str]:
        folded = element.tag == "details" and "open" not in element.attributes
        if folded and not self._whole and element is not self._root:
            summary = element.scope.document.summaries.get(element)
            yield from (summary,) if summary else ()
            return
        inner = element.shown
        yield from inner
        if "aria-owns" not in element.attributes:
            return
        for other in referenced(element, "aria-owns"):
            if other not in inner:
                yield " "
                yield other


def _instead(element: Element, follow: bool) -> str | None:
    """What an element says in place of its contents; None when its contents count."""
    if not element.attributes:
        return _native(element)
    if follow and "aria-labelledby" in element.attributes:
        others = referenced(element, "aria-labelledby")
        labelled = squeeze(" ".join(part(other, follow=False) for other in others))
        if labelled:
            return labelled
    held = _held(element)
    if held is not None:
        return held
    kind = role(element) if "role" in element.attributes else ""
    if kind in _RANGES:
        told = element.get("aria-valuetext")
        told = told if told is not None else element.get("aria-valuenow")
        if told is not None:
            return told
    if kind == "listbox":
        return _chosen(element)
    if kind in _HOLDS_TEXT:
        return None
    return (element.get("aria-label") or "").strip() or _native(element)


def _held(element: Element) -> str | None:
    """What a field of the browser's own holds; None for what is none."""
    tag = element.tag
    if tag == "input":
        if input_type(element) == "password":
            return ""
        return input_value(element) if role(element) in _FIELDS else None
    if tag == "textarea":
        return input_value(element)
    if tag == "select":
        return " ".join(option_text(option) for option in chosen_options(element))
    return element.get("value") if tag in ("progress", "meter") else None


def _chosen(element: Element) -> str:
    """The chosen options of a list that an author made."""
    on = ("aria-selected", "aria-checked")
    marked = (each for each in element.below() if any(each.get(a) == "true" for a in on))
    return " ".join(part(option, follow=False) for option in marked)


def _native(element: Element) -> str | None:
    """What its own tag says of it; None when its contents do."""
    tag = element.tag
    if element.svg:
        return drawing_title(element) or stars(element) or None
    if tag in ("img", "area"):
        return element.get("alt") or element.get("title") or stars(element)
    if tag == "input":
        return button_label(element)
    if tag in ("optgroup", "option"):
        return element.get("label") or None
    if tag in ("select", "textarea"):
        return _held(element)
    return "" if tag in ("progress", "meter") else stars(element) or None
