"""Moves: to another place, or into another order. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from functools import cached_property

from agent_e.dom.render.node_context import label
from agent_e.dom.render.node_tree import CELLS
from agent_e.types import Node

from .tree_nodes import ITEMS, Pairs, TreeNode, below
from .volatile_text import shape

_MAX_TITLES = 8


def places(was: TreeNode, now: TreeNode, pairs: Pairs, names: Names) -> tuple[str, str]:
    """Where something was and is, if these differ."""
    if now.parent is None or pairs.get(now.parent) is was.parent or was.parent is None:
        return "", ""
    for around in (_surrounding, _heading):
        old, new = around(was), around(now)
        if around is _heading and _only_headings_changed(old, new, pairs, names):
            continue
        if not _same_place(old, new, pairs, names):
            return _named(old), _named(new)
    return "", ""


def _same_place(old: TreeNode | None, new: TreeNode | None, pairs: Pairs, names: Names) -> bool:
    if old is None or new is None:
        return old is new
    if pairs.get(new) is old or _key(old) == _key(new):
        return True
    if old.node.role in CELLS and new.node.role in CELLS and new not in pairs:
        # Its cell was recreated, as for a mail no longer bold: it did not move.
        return True
    if (old.node.role, shape(old.node.name)) != (new.node.role, shape(new.node.name)):
        return False
    # A heading that counts its content changes its number; of two, each keeps its identity.
    return old.node.name not in names.new and new.node.name not in names.old


def _only_headings_changed(
    old: TreeNode | None, new: TreeNode | None, pairs: Pairs, names: Names
) -> bool:
    """Whether its heading was removed, or another added above it."""
    return (old is None or old not in names.remaining) and (new is None or new not in pairs)


class Names:
    """How often each name is on the two pages, excluding elements; computed on demand.

    Attributes:
        remaining: what remains of the page before.
    """

    def __init__(self, old: TreeNode, new: TreeNode, remaining: Container[TreeNode]) -> None:
        self._roots = old, new
        self.remaining = remaining

    @cached_property
    def old(self) -> Counter[str]:
        """Names on the page before."""
        return _names(self._roots[0])

    @cached_property
    def new(self) -> Counter[str]:
        """Names on the page after."""
        return _names(self._roots[1])

    def has_come(self, node: Node) -> bool:
        """Whether it is an element, or a text that is new on the page."""
        return node.mmid is not None or self.new[node.name] > self.old[node.name]

    def has_gone(self, node: Node) -> bool:
        """Whether it was an element, or a text that is gone from the page."""
        return node.mmid is not None or self.old[node.name] > self.new[node.name]


def _names(root: TreeNode) -> Counter[str]:
    return Counter(branch.node.name for branch in below(root) if branch.node.mmid is None)


def _named(branch: TreeNode | None) -> str:
    return label(branch.node, number=False) if branch is not None else "page"


def _key(branch: TreeNode) -> tuple[int | None, str, str]:
    return branch.node.mmid, branch.node.role, branch.node.name


def _surrounding(branch: TreeNode) -> TreeNode | None:
    above = branch.parent
    # A container named like the element in it is one with it: a folder and its link.
    while above is not None and above.node.name in ("", branch.node.name):
        above = above.parent
    return above


def _heading(branch: TreeNode) -> TreeNode | None:
    """The heading above it, for places without a name of their own."""
    inner = branch
    while (above := inner.parent) is not None:
        for sibling in reversed(above.children[: inner.position]):
            if sibling.node.role == "heading":
                return sibling
        inner = above
    return None


def orders(now: TreeNode, pairs: Pairs, *, of_page: bool = False) -> tuple[str, str]:
    """The titles of the children, before and after, if their order changed.

    ``of_page``: only items and elements count, and those unmoved at either end are omitted.
    """
    both = [
        child
        for child in now.children
        if child in pairs
        and pairs[child].parent is pairs.get(now)
        and (not of_page or child.node.mmid is not None or child.node.role in ITEMS)
    ]
    earlier = sorted(both, key=lambda child: pairs[child].position)
    if both == earlier:
        return "", ""
    # New ones among them are listed in place, so that the order covers all.
    children = now.children
    if of_page:
        other = [at for at, pair in enumerate(zip(both, earlier, strict=True)) if len({*pair}) > 1]
        first, last = both[other[0]], both[other[-1]]
        earlier = earlier[other[0] : other[-1] + 1]
        children = children[first.position : last.position + 1]
    return _titles(earlier), _titles(children)


def _titles(branches: Sequence[TreeNode]) -> str:
    shown = branches[:_MAX_TITLES]
    groups = [[each.node.name for each in (one, *below(one)) if each.node.name] for one in shown]
    # A name in several of them, such as a link in each row, is no title.
    often = Counter(name for names in groups for name in set(names))
    titles = (
        next((name for name in names if often[name] == 1), names[0]) for names in groups if names
    )
    return ", ".join(titles)
