"""What an action left of a list that it took most out of: a filter, a search. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent_e.dom.render.node_context import label
from agent_e.types import RemainingItems

from .tree_nodes import Pairs, TreeNode, apart, below

ITEMS = frozenset({"listitem", "row", "article", "option", "treeitem"})
"""Roles of what a list is made of."""
_MIN_GONE = 3
_SHOWN = 5


def lists_left(old: TreeNode, pairs: Pairs) -> list[tuple[RemainingItems, list[TreeNode]]]:
    """The lists that most is gone from, each with the items that are.

    Args:
        old: the page before.
        pairs: every branch that is still there, by what it is now.
    """
    now_by_old = {was: now for now, was in pairs.items()}
    found = []
    for parent in (old, *below(old)):
        items = [child for child in parent.children if child.node.role in ITEMS]
        if len(items) <= _MIN_GONE:
            continue
        gone = [item for item in items if item not in now_by_old]
        kept = [item for item in items if item in now_by_old]
        if not kept or len(gone) < max(_MIN_GONE, len(kept)):
            continue
        parents = {now_by_old[item].parent for item in kept}
        above = parents.pop()
        if parents or above is None:
            continue
        there = [child for child in above.children if child.node.role in ITEMS]
        if any(child not in pairs for child in there):
            # What is new among them is told as such.
            continue
        shown = list(_all(there[:_SHOWN]))
        left = RemainingItems(
            place=_place(above),
            before=len(items),
            count=len(there),
            shown=min(len(there), _SHOWN),
            nodes=tuple(node for node, _ in apart(shown)),
        )
        found.append((left, gone))
    return found


def _all(branches: Iterable[TreeNode]) -> Iterator[TreeNode]:
    for branch in branches:
        yield branch
        yield from below(branch)


def _place(branch: TreeNode) -> str:
    """What the list is called, or else the nearest thing around it that has a name."""
    place: TreeNode | None = branch
    while place is not None and place.parent is not None:
        if place.node.name:
            return label(place.node, number=False)
        place = place.parent
    return ""
