"""The result of one look at a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

BBox = tuple[int, int, int, int]
"""x, y, width, height in CSS pixels of the top frame's viewport."""


class Node(NamedTuple):
    """One line of the page: text, a structure (heading, list, form) or an element to act on.

    A tuple, because a page has tens of thousands: a frozen dataclass takes three times as long to
    make.

    Attributes:
        depth: nesting depth, 0 for the top; a node's parent is the nearest earlier node of smaller
            depth.
        role: ARIA role (``button``, ``heading``, ``listitem``), or ``text``.
        name: accessible name; for ``text`` the text itself.
        mmid: the element's id; ``None`` where it cannot be acted on.
        tag: lower-case tag name, ``""`` for text.
        value: current value of a field, slider or select (of a select the chosen option's text).
        states: words such as ``checked``, ``not checked``, ``disabled``, ``expanded``,
            ``collapsed``, ``selected``, ``required``, ``read-only``, ``invalid``, ``covered``,
            ``off-screen``.
        level: heading level.
        description: placeholder, validation message or other help that belongs to the element.
        options: texts of a select's options, in order.
        href: absolute target of a link.
        bbox: its box; ``None`` for text, and when unknown.
        frame: index into ``Observation.frames``.
        reachable: whether a click at its centre would hit it now; ``None`` when unknown.
        glue: separator between this and the node before on the same line of the page, ``""`` or
            ``" "``; ``None`` where a line begins.
    """

    depth: int
    role: str
    name: str = ""
    mmid: int | None = None
    tag: str = ""
    value: str | None = None
    states: tuple[str, ...] = ()
    level: int | None = None
    description: str = ""
    options: tuple[str, ...] = ()
    href: str | None = None
    bbox: BBox | None = None
    frame: int = 0
    reachable: bool | None = None
    glue: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """One frame that was read, or could not be (``problem`` says why)."""

    url: str
    origin: str
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scroll:
    """Scroll position and sizes of the top document, CSS pixels."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    viewport_width: int = 0
    viewport_height: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialog:
    """A JavaScript dialog that is open, or was answered automatically."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: str
    default: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Observation:
    """One look at the active page.

    ``focus`` is the id of the element that has the focus, ``focused`` describes it where it
    is none of ``nodes``. ``hidden`` holds invisible texts, cut; they are in no view.
    """

    url: str
    title: str
    nodes: tuple[Node, ...] = ()
    focus: int | None = None
    focused: Node | None = None
    dialog: Dialog | None = None
    scroll: Scroll = field(default_factory=Scroll)
    frames: tuple[Frame, ...] = ()
    notes: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    milliseconds: float = 0.0

    @property
    def elements(self) -> tuple[Node, ...]:
        """The nodes that can be acted on, in document order."""
        return tuple(node for node in self.nodes if node.mmid is not None)

    def node(self, mmid: int) -> Node | None:
        """Return the node with this id, if the page has it."""
        return next((node for node in self.nodes if node.mmid == mmid), None)
