"""The tree of a saved page: elements with their attributes, shadow roots, slots and labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .style import Style


MOST_STEPS = 1_000_000
"""Several times what a full page of ordinary lines takes; some seconds."""


@dataclass(slots=True)
class Work:
    """What reading a page has cost so far, frames that are written into it included.

    ``elements`` were read, ``steps`` were taken to find the names of some of them. Counted, so that
    no page takes for ever: a clock would read it differently every time.
    """

    elements: int = 0
    steps: int = 0

    @property
    def is_spent(self) -> bool:
        """Whether names cost too much: nothing more is to be named then."""
        return self.steps > MOST_STEPS


@dataclass(slots=True, eq=False)
class Scope:
    """A document or a shadow root: what ids and labels mean in it."""

    document: Document
    ids: dict[str, Element] = field(default_factory=dict)
    labels: dict[Element, list[Element]] = field(default_factory=dict)
    controls: dict[Element, Element] = field(default_factory=dict)
    slots: dict[str, Element] = field(default_factory=dict)


class Element:
    """One element. ``tag`` is lower case; ``children`` are elements and texts, as written.

    ``shadow`` is the root of its shadow tree, ``assigned`` what is shown in a slot, ``slot`` the
    slot that shows it.
    """

    __slots__ = (
        "assigned",
        "attributes",
        "children",
        "known_name",
        "known_role",
        "known_style",
        "owner",
        "parent",
        "scope",
        "shadow",
        "slot",
        "svg",
        "tag",
    )

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: Element | None, scope: Scope, svg: bool
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.scope = scope
        self.svg = svg
        self.children: list[Element | str] = []
        self.shadow: Element | None = None
        self.assigned: list[Element | str] = []
        self.slot: Element | None = None
        self.owner: Element | None = None
        self.known_role: str | None = None
        self.known_name: str | None = None
        self.known_style: Style | None = None

    def get(self, attribute: str) -> str | None:
        """The attribute as written, if it is there."""
        return self.attributes.get(attribute)

    @property
    def elements(self) -> Iterator[Element]:
        """Child elements."""
        return (child for child in self.children if isinstance(child, Element))

    def first(self, *tags: str) -> Element | None:
        """The first child with one of these tags."""
        return next((child for child in self.elements if child.tag in tags), None)

    @property
    def shown(self) -> list[Element | str]:
        """What is shown inside: a shadow tree instead of the children, what a slot was given."""
        if self.tag == "slot" and self.assigned:
            return self.assigned
        return self.shadow.children if self.shadow else self.children

    @property
    def above(self) -> Element | None:
        """The element that it is shown in: a slot, a host, for the root of a frame the frame."""
        up = self.slot or self.parent
        return up.owner if up is not None and up.tag == "#shadow" else up or self.owner

    def below(self) -> Iterator[Element]:
        """All elements inside, as written, in document order."""
        waiting = [iter(self.children)]
        while waiting:
            child = next(waiting[-1], None)
            if child is None:
                waiting.pop()
            elif isinstance(child, Element):
                yield child
                waiting.append(iter(child.children))

    @property
    def has_words(self) -> bool:
        """Whether there is any text inside."""
        texts = (child for child in self.children if isinstance(child, str))
        if any(text.strip() for text in texts):
            return True
        return any(
            isinstance(child, str) and child.strip()
            for part in self.below()
            for child in part.children
        )

    def text(self) -> str:
        """All text inside, as written."""
        found = [child for child in self.children if isinstance(child, str)]
        if len(found) == len(self.children):
            return "".join(found)
        parts: list[str] = []
        waiting: list[Element | str] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                parts.append(item)
            else:
                waiting += reversed(item.children)
        return "".join(parts)


@dataclass(slots=True, eq=False)
class Document:
    """A parsed page; ``root`` is None for one without any element."""

    root: Element | None = None
    title: str = ""
    base: str | None = None
    whole: bool = True
    work: Work = field(default_factory=Work)
    unchosen: set[Element] = field(default_factory=set)
    """Radio buttons that are marked as checked, but a later one of their group is as well."""
    sets: dict[Element, tuple[int, tuple[Element, ...]]] = field(default_factory=dict)
    beside: dict[Element, tuple[list[Element], dict[Element, int]]] = field(default_factory=dict)
    """Of some elements their children, in order, and the place of each."""
    owners: dict[Element, Element] = field(default_factory=dict)
    """Elements that are shown elsewhere, with those that own them there."""
    summaries: dict[Element, Element] = field(default_factory=dict)
    """The summary of each ``details``."""
    maps: dict[str, Element] = field(default_factory=dict)
    """The maps of pictures by name, until a picture has taken its own."""


def beside(element: Element) -> tuple[list[Element], int]:
    """The elements of the same parent, in order, and the place of this one among them."""
    if element.parent is None:
        return [element], 0
    known = element.scope.document.beside
    if element.parent not in known:
        children = list(element.parent.elements)
        known[element.parent] = children, {child: at for at, child in enumerate(children)}
    children, places = known[element.parent]
    return children, places[element]
