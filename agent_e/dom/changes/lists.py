"""What an action left of a list that it took most out of: a filter, a search. Pure."""

from __future__ import annotations

from agent_e.types import RemainingItems

from .tree_nodes import Pairs, TreeNode, apart, below, container

ITEMS = frozenset({"listitem", "row", "article", "option", "treeitem"})
"""Roles of what a list is made of."""
_LEAST_GONE = 3
_SHOWN = 5


def lists_left(old: TreeNode, pairs: Pairs) -> list[tuple[RemainingItems, list[TreeNode]]]:
    """The lists that most is gone from, each with the items that are.

    ``pairs`` has every branch that is still there, by what it is now.
    """
    now_by_old = {was: now for now, was in pairs.items()}
    found = []
    for parent in (old, *below(old)):
        items = [child for child in parent.children if child.node.role in ITEMS]
        if len(items) <= _LEAST_GONE:
            continue
        gone = [item for item in items if item not in now_by_old]
        kept = [item for item in items if item in now_by_old]
        if not kept or len(gone) < max(_LEAST_GONE, len(kept)):
            continue
        parents = {now_by_old[item].parent for item in kept}
        above = parents.pop()
        if parents or above is None:
            continue
        there = [child for child in above.children if child.node.role in ITEMS]
        if any(child not in pairs for child in there):
            # What is new among them is told as such.
            continue
        shown = [each for item in there[:_SHOWN] for each in (item, *below(item))]
        left = RemainingItems(
            place=container(above),
            before=len(items),
            count=len(there),
            shown=min(len(there), _SHOWN),
            nodes=tuple(node for node, _ in apart(shown)),
        )
        found.append((left, gone))
    return found
