"""Nodes with what is inside them, and which of these need not be made again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agent_e.types import Node

SIDES = frozenset({"banner", "navigation", "complementary", "contentinfo"})
"""Landmarks that are not the page's own content."""
KEPT = frozenset({"article", "listitem", "row", "treeitem"})
"""Roles of items that are kept for the next time that their page is told."""
_TELLING = 5
"""Nodes of an item that mostly tell it from all others: among them is one with an id."""
_MAX_NODES = 100
"""Nodes of what is kept, at most; of what is larger, the items in it are kept."""


@dataclass(slots=True, eq=False)
class Item:
    """A node with what is inside it; ``flat`` is what ``runs.flat`` made of it, once asked."""

    node: Node
    children: Sequence[Item] = ()
    flat: tuple[Sequence[tuple[str, Node]], str] | None = None


class _Cached(NamedTuple):
    nodes: Sequence[Node]
    item: Item


_Key = tuple[int, ...]


class SubtreeCache:
    """The items of lists as they were nested last: those that are as they were are not made again.

    A page is told before and after every action, and most of it is as it was. Nobody changes an
    item that is kept: what is told before and after has the same one, and so have two places on a
    page that say the same.
    """

    def __init__(self) -> None:
        self._before: dict[_Key, _Cached] = {}
        self._now: dict[_Key, _Cached] = {}

    def turn(self) -> None:
        """Begin to tell a page: what is not in it will be forgotten with the next one."""
        self._before, self._now = self._now, {}

    def at(self, nodes: list[Node], start: int) -> _Cached | None:
        """Return the item that begins here with its nodes, if it was kept and is as it was."""
        key = _key(nodes, start)
        known = self._now.get(key) or self._before.get(key)
        if known is None:
            return None
        end = start + len(known.nodes)
        goes_on = end < len(nodes) and nodes[end].depth > nodes[start].depth
        if goes_on or nodes[start:end] != known.nodes:
            return None
        self._now[key] = known
        return known

    def keep(self, nodes: list[Node], item: Item) -> None:
        """Keep an item that is finished, made of these nodes."""
        # Landmarks may be told in fewer words later.
        if SIDES.isdisjoint([node.role for node in nodes]):
            self._now[_key(nodes, 0)] = _Cached(nodes, item)


def _key(nodes: list[Node], start: int) -> _Key:
    """What to look for an item by: the first nodes, by place in memory, for that is fast.

    The first alone is not enough: those that say the same may be one.
    """
    return tuple(map(id, nodes[start : _end(nodes, start, _TELLING)]))


def _end(nodes: list[Node], start: int, limit: int) -> int:
    """Index after the last node inside of one, or of the first ``limit`` of them."""
    depth = nodes[start].depth
    after = range(start + 1, min(start + limit, len(nodes)))
    return next((at for at in after if nodes[at].depth <= depth), after.stop)


class CacheCandidates:
    """The items to be kept, as they begin: the outermost ones that are not large.

    Attributes:
        made_of: the nodes of each.
    """

    def __init__(self, nodes: list[Node]) -> None:
        self.made_of: dict[Item, list[Node]] = {}
        self._nodes = nodes
        self._last: Item | None = None
        self._level = 0

    def is_outermost(self, path: Sequence[Item]) -> bool:
        """Whether what is below this path is in none of them."""
        return self._level >= len(path) or path[self._level] is not self._last

    def note(self, item: Item, level: int, start: int) -> None:
        """Note an item at this level that begins with the node at this index."""
        end = _end(self._nodes, start, _MAX_NODES + 1)
        if end - start <= _MAX_NODES:
            self.made_of[item] = self._nodes[start:end]
            self._last, self._level = item, level
