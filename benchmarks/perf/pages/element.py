"""Elements of a generated page: plain data that knows what was planted on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

CONTROLS = {
    "L": "link",
    "B": "button",
    "I": "field",
    "S": "select",
    "C": "checkbox or radio button",
    "AR": "widget by its ARIA role",
    "JP": "click listener and pointer cursor",
    "JL": "click listener and no other sign",
    "CL": "pointer cursor on a label or card that is one thing to click",
    "CE": "editing host",
    "DD": "handled by its container's listener, with no sign at all",
}
DECOYS = {
    "icon": "decoration of 16 pixels with a class and a title",
    "disabled": "disabled control",
    "inert": "control in an inert part",
    "clipped": "control that a box cuts off, with no way to scroll to it",
    "covered": "control under something that takes its clicks",
    "hidden": "control that is not displayed",
    "wrapper": "box around a button, with a listener that only counts",
}

Handling = Literal["", "act", "count", "delegate"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Plant:
    """What is planted on an element: the word in its label, and its kind."""

    kind: str
    token: str


@dataclass(slots=True, eq=False)
class Element:
    """An element, with properties that only a script can give it.

    Attributes:
        handles: what its click listener does: ``act`` for itself, ``count`` and let pass, or
            ``delegate``: act for the clicked child.
        shadow: children of its shadow root; ``None`` without one.
        closed: whether that root is closed.
        graft: the element that a script appends this one to.
        within: for a frame whose document is in an attribute, what the outer page's script does to
            that document; kept there, because a script in the attribute could be read.
    """

    tag: str
    attributes: dict[str, str | bool]
    children: list[Element | str]
    planted: Plant | None = None
    handles: Handling = ""
    shadow: list[Element | str] | None = None
    closed: bool = False
    graft: Element | None = field(default=None, repr=False)
    within: dict[str, Any] | None = field(default=None, repr=False)

    def plant(self, kind: str, token: str) -> Element:
        """Plant a control or decoy on it."""
        if kind not in CONTROLS and kind not in DECOYS:
            raise ValueError(f"There is no kind {kind!r}.")
        self.planted = Plant(kind=kind, token=token.casefold())
        return self

    def on_click(self, handles: Handling = "act") -> Element:
        """Give it a click listener."""
        self.handles = handles
        return self

    def add(self, *children: Element | str) -> Element:
        """Append children."""
        self.children.extend(children)
        return self

    def attach(self, children: Iterable[Element | str], *, closed: bool = False) -> Element:
        """Give it a shadow root."""
        self.shadow = list(children)
        self.closed = closed
        return self

    def size(self) -> int:
        """Return the number of elements in it, itself included, shadow roots left out."""
        count, stack = 0, [self]
        while stack:
            count += 1
            stack.extend(child for child in stack.pop().children if isinstance(child, Element))
        return count


def h(tag: str, *children: Element | str, **attributes: str | bool | int) -> Element:
    """Build an element; ``class_`` and ``aria_label`` are written ``class`` and ``aria-label``.

    ``True`` gives an attribute without a value, ``False`` none.
    """
    written: dict[str, str | bool] = {}
    for name, value in attributes.items():
        if value is not False:
            written[name.rstrip("_").replace("_", "-")] = value if value is True else str(value)
    return Element(tag, written, list(children))
