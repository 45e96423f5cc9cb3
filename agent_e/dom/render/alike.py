"""The position of something among its like: its row, item or member. Pure.

Pieces of a page make a statement only if they belong together: the name in one row and the number
in another do not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from agent_e.types import Node

from .node_tree import CELLS

HEAD = -1
"""Instead of an item: the header of all columns."""
ITEMS = frozenset({"row", "listitem", "article", "treeitem"})
MEMBERS = frozenset({"member", "list"})
"""Kinds of groups in a JSON answer, the first of a group's parts."""
_TABLES = frozenset({"table", "grid", "treegrid"})


class Position(NamedTuple):
    """Which item of which group, and where in it.

    Things in the same column of a group's items are alike, such as a list's prices.
    """

    group: tuple[Any, ...]
    item: Any
    column: Any


Place = tuple[Position, ...]
"""Nested positions, outermost first."""


class _Holder(NamedTuple):
    """A node while its contents are read; ``counts``: how many of each role so far."""

    depth: int
    at: int
    table: int
    place: Place
    item: Position | None
    counts: Counter[str]


def places(nodes: Sequence[Node], name: int = 0) -> list[Place]:
    """Return the place of every node; ``name`` distinguishes lists of nodes."""
    found: list[Place] = []
    path = [_Holder(-1, HEAD, HEAD, (), None, Counter())]
    for at, node in enumerate(nodes):
        while path[-1].depth >= node.depth:
            path.pop()
        above = path[-1]
        role = "cell" if node.role in CELLS else node.role
        place = above.place
        if above.item is not None:
            place = (*place, above.item._replace(column=(role, above.counts[role])))
        above.counts[role] += 1
        table = at if node.role in _TABLES else above.table
        item = None
        if node.role in ITEMS:
            parent = table if node.role == "row" else above.at
            item = Position(("items", name, parent), HEAD if _is_head(nodes, at) else at, None)
        found.append(place if item is None else (*place, item))
        path.append(_Holder(node.depth, at, table, place, item, Counter()))
    return found


def _is_head(nodes: Sequence[Node], at: int) -> bool:
    """Whether a row names columns."""
    first = nodes[at + 1] if at + 1 < len(nodes) else None
    return first is not None and (nodes[at].role, first.role) == ("row", "columnheader")


def members(text: str) -> list[tuple[str, Place]]:
    """Return the keys and values of a text if it is one JSON answer, as written."""
    if text.lstrip()[:1] not in ("{", "["):
        return []
    try:
        value = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except ValueError:
        return []
    return list(_members(value, (), ()))


def _members(value: Any, place: Place, path: tuple[Any, ...]) -> Iterator[tuple[str, Place]]:
    if isinstance(value, dict):
        for key, each in value.items():
            member = Position(("member", *path), key, "key")
            yield key, (*place, member)
            yield from _members(each, (*place, member._replace(column="value")), (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from _members(each, (*place, Position(("list", *path), at, None)), (*path, at))
    elif isinstance(value, str):
        yield value, place
    else:
        yield json.dumps(value), place
