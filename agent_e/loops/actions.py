"""What makes two calls the same action. Pure.

Source: anchors of WebSight, section 2.3: the kind of an action, its element by role, name and place
or its point by cells of 16 px, and its text as far as it makes a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from agent_e.memory.addresses import address_key
from agent_e.types import Node, Observation

from .page_visits import shape

POINT_CELL = 16
"""CSS pixels within which two points count as the same target."""
_MAX_NAME_LENGTH = 60
ELEMENTS = frozenset({"mmid", "element_id", "target", "then", "to", "submit"})
"""Arguments that refer to elements."""


def plain(text: str) -> str:
    """The text, reduced to what makes a difference to an action."""
    return " ".join(text.casefold().split())


class Action(NamedTuple):
    """A call as loop detection sees it.

    Attributes:
        key: equal for the same action on the same element.
        kind: equal also for elements that differ only in figures, such as a pager's links.
        words: for people and models.
    """

    key: str
    kind: str
    words: str


def action_of(name: str, arguments: Mapping[str, Any], *pages: Observation) -> Action:
    """Return the action of a call, independent of the current numbers of its elements.

    Args:
        name: of the function.
        arguments: of the call.
        pages: the page as last seen, then earlier ones: the number of an element that was
            redrawn since still leads to it.
    """
    labels: list[str] = []
    parts = [
        f"{argument}={_part(argument, value, pages, labels)}"
        for argument, value in sorted(arguments.items())
        if value not in (None, "", False, [], {})
    ]
    key = f"{name} {' '.join(parts)}"
    return Action(key=key, kind=shape(key), words=" ".join([name, *labels])[:160])


def _part(argument: str, value: Any, pages: Sequence[Observation], labels: list[str]) -> str:
    if isinstance(value, Mapping):
        inner = [f"{key}={_part(key, each, pages, labels)}" for key, each in sorted(value.items())]
        return "{" + " ".join(inner) + "}"
    if isinstance(value, list | tuple):
        return "[" + " ".join(_part(argument, each, pages, labels) for each in value) + "]"
    if argument in ELEMENTS and isinstance(value, int) and not isinstance(value, bool):
        return element_key(value, pages, labels)
    if argument == "url":
        labels.append(str(value)[:_MAX_NAME_LENGTH])
        return address_key(str(value).strip())
    if isinstance(value, str):
        labels.append(f"'{value[:_MAX_NAME_LENGTH]}'")
        return plain(value)
    return str(value)


def element_key(mmid: int, pages: Sequence[Observation], labels: list[str]) -> str:
    """Role, name and place of an element instead of its number, which may change."""
    for page in pages:
        node = page.node(mmid)
        if node is not None:
            return _place(node, page, labels)
    labels.append(f"[{mmid}]")
    return str(mmid)


def _place(node: Node, page: Observation, labels: list[str]) -> str:
    labels.append(f"{node.role} '{node.name[:_MAX_NAME_LENGTH]}'")
    alike = (each for each in page.elements if (each.role, each.name) == (node.role, node.name))
    place = next(number for number, each in enumerate(alike) if each.mmid == node.mmid)
    return f"{node.role} '{plain(node.name)}' {place}"


class Points:
    """Gives points that are meant to be the same a common name: a hand is not steady."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float]] = []

    def key(self, x: float, y: float) -> str:
        """Return the name of the 16 px cell around the first such point."""
        for number, (left, top) in enumerate(self._seen):
            if max(abs(x - left), abs(y - top)) <= POINT_CELL / 2:
                return f"point {number}"
        self._seen.append((x, y))
        return f"point {len(self._seen) - 1}"
