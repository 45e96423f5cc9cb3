"""Where something stands among things alike: in which row, item, section or member. Pure.

A quote that is put together from pieces holds only where these belong together: the name of one
row and the number of another are not what the page says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agent_e.types import Node

HEAD = -1
"""In the place of an item: what names the columns of all."""
_CELLS = frozenset({"cell", "gridcell", "rowheader", "columnheader"})
ITEMS = frozenset({"row", "listitem", "article", "treeitem"})
_TABLES = frozenset({"table", "grid", "treegrid"})


class Position(NamedTuple):
    """Which item of which group, and where inside of it.

    Things in the same column of two items of a group are alike, such as two prices of a list.
    """

    group: tuple[Any, ...]
    item: Any
    column: Any

    @property
    def ordered(self) -> bool:
        """Whether what is inside reads in its order only: the text of a section does."""
        return bool(self.group[0] == "section")


Place = tuple[Position, ...]
"""The positions of something, outermost first."""


@dataclass(kw_only=True, slots=True)
class _Holder:
    """A node while its inside is read."""

    depth: int
    at: int
    place: Place
    table: int
    item: Position | None = None
    counts: Counter[str] = field(default_factory=Counter)
    sections: list[tuple[int, Position, Counter[str]]] = field(default_factory=list)

    def place_of(self, node: Node, at: int) -> Place:
        """Return where something right inside of this stands."""
        role = "cell" if node.role in _CELLS else node.role
        place = self.place
        if self.item is not None:
            place = (*place, self.item._replace(column=(role, self.counts[role])))
        self.counts[role] += 1
        if node.level is not None:
            while self.sections and self.sections[-1][0] >= node.level:
                self.sections.pop()
            above = self.sections[-1][1].item if self.sections else None
            section = Position(("section", self.at, above, node.level), at, None)
            self.sections.append((node.level, section, Counter()))
        for _, section, counts in self.sections:
            place = (*place, section._replace(column=(role, counts[role])))
            counts[role] += 1
        return place


def places(nodes: Sequence[Node], name: int = 0) -> list[Place]:
    """Return the place of every node; ``name`` tells the nodes of one list from another's."""
    found: list[Place] = []
    path = [_Holder(depth=-1, at=HEAD, place=(), table=HEAD)]
    for at, node in enumerate(nodes):
        while path[-1].depth >= node.depth:
            path.pop()
        above = path[-1]
        place = above.place_of(node, at)
        table = at if node.role in _TABLES else above.table
        holder = _Holder(depth=node.depth, at=at, place=place, table=table)
        if node.role in ITEMS:
            parent = table if node.role == "row" else above.at
            item = HEAD if _is_head(nodes, at) else at
            holder.item = Position(("items", name, parent), item, None)
            place = (*place, holder.item)
        found.append(place)
        path.append(holder)
    return found


def _is_head(nodes: Sequence[Node], at: int) -> bool:
    """Whether a row names columns."""
    first = nodes[at + 1] if at + 1 < len(nodes) else None
    return nodes[at].role == "row" and first is not None and first.role == "columnheader"


def members(text: str) -> list[tuple[str, Place]]:
    """Return keys and values of a text that is one JSON answer, as they stand; else nothing."""
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
