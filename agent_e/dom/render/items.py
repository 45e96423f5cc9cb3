"""Nodes with their contents, and a cache of those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agent_e.types import Node

SIDES = frozenset({"banner", "navigation", "complementary", "contentinfo"})
"""Landmarks outside the page's own content."""
KEPT = frozenset({"article", "listitem", "row", "treeitem"})
"""Roles of items cached for the next rendering of their page."""
_TELLING = 5
"""Leading nodes that usually identify an item: one of them has an id."""
_MAX_NODES = 100
"""Most nodes of a cached item; of a larger one, the items in it are cached."""


@dataclass(slots=True, eq=False)
class Item:
    """A node with its contents; ``flat`` is the result of ``runs.flat``, once computed."""

    node: Node
    children: Sequence[Item] = ()
    flat: tuple[Sequence[tuple[str, Node]], str] | None = None


class _Cached(NamedTuple):
    nodes: Sequence[Node]
    item: Item


_Key = tuple[int, ...]


class SubtreeCache:
    """A cache of nested list items: unchanged ones are not built again.

    A page is rendered before and after every action, and mostly unchanged. Cached items must not be
    modified: they are shared between both renderings, and between equal places on one page.
    """

    def __init__(self) -> None:
        self._before: dict[_Key, _Cached] = {}
        self._now: dict[_Key, _Cached] = {}

    def turn(self) -> None:
        """Begin a page: what is not in it is evicted with the next one."""
        self._before, self._now = self._now, {}

    def at(self, nodes: list[Node], start: int) -> _Cached | None:
        """Return the item that begins here with its nodes, if cached and unchanged."""
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
        """Cache a finished item, made of these nodes."""
        # Landmarks may be shortened later.
        if SIDES.isdisjoint([node.role for node in nodes]):
            self._now[_key(nodes, 0)] = _Cached(nodes, item)


def _key(nodes: list[Node], start: int) -> _Key:
    """The cache key of an item: its first nodes, by identity, which is fast.

    The first alone is not enough: equal nodes may be one object.
    """
    return tuple(map(id, nodes[start : _end(nodes, start, _TELLING)]))


def _end(nodes: list[Node], start: int, limit: int) -> int:
    """Index after the last node inside this one, or after ``limit`` of them."""
    depth = nodes[start].depth
    after = range(start + 1, min(start + limit, len(nodes)))
    return next((at for at in after if nodes[at].depth <= depth), after.stop)


class CacheCandidates:
    """The items to cache, as they begin: the outermost that are not large.

    Attributes:
        made_of: the nodes of each.
    """

    def __init__(self, nodes: list[Node]) -> None:
        self.made_of: dict[Item, list[Node]] = {}
        self._nodes = nodes
        self._last: Item | None = None
        self._level = 0

    def is_outermost(self, path: Sequence[Item]) -> bool:
        """Whether nothing on this path is one of them."""
        return self._level >= len(path) or path[self._level] is not self._last

    def note(self, item: Item, level: int, start: int) -> None:
        """Note an item at this level that starts at this node index."""
        end = _end(self._nodes, start, _MAX_NODES + 1)
        if end - start <= _MAX_NODES:
            self.made_of[item] = self._nodes[start:end]
            self._last, self._level = item, level
