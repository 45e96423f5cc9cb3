"""What all pages of a site repeat around their content, in few lines once it is known. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agent_e.types import Node

from .items import SIDES, Item
from .outline import tree, walk
from .places import label

_LEAST_LINKS = 3
_FRAMES = frozenset({"banner", "contentinfo"})
"""Landmarks that are about the site; what others hold is about the page."""
AS_BEFORE = "as before"


def shorten(items: list[Item], before: Sequence[Node]) -> list[Item]:
    """Put each landmark that reads as on the page before into one row under its name.

    The row has every element with its new id; of a landmark without any, such as a footer of words,
    only the name is told. One with few links, or with anything else in it than before, stays as it
    is.
    """
    known = {_reading(item) for item in _landmarks(tree(before))} if before else set()
    for item in _landmarks(items) if known else ():
        inside = [each.node for each in walk(item.children)]
        links = sum(node.role == "link" for node in inside)
        words_alone = item.node.role in _FRAMES and all(node.mmid is None for node in inside)
        if (links >= _LEAST_LINKS or words_alone) and _reading(item) in known:
            item.node = item.node._replace(states=(*item.node.states, AS_BEFORE))
            item.children = [] if words_alone else [_row(item)]
    return items


def _landmarks(items: Iterable[Item]) -> Iterator[Item]:
    """Every landmark, also inside others; one that was put into a row holds no more of them."""
    return (item for item in walk(items) if item.node.role in SIDES)


def _reading(item: Item) -> tuple[tuple[str, str], ...]:
    return tuple((each.node.role, each.node.name) for each in walk([item]))


def _row(landmark: Item) -> Item:
    depth = landmark.node.depth + 1
    cells = [
        Item(Node(depth=depth + 1, role="cell"), [Item(_in_row(inside.node))])
        for inside in walk(landmark.children)
        if inside.node.mmid is not None or inside.node.name
    ]
    return Item(Node(depth=depth, role="row"), cells)


def _in_row(node: Node) -> Node:
    if node.mmid is None and node.role != "text":
        return node._replace(role="text", name=label(node), glue=None)
    # What a field is for has been told.
    return node._replace(glue=None, description=node.description * ("invalid" in node.states))
