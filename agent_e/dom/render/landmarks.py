"""Shortens what a site repeats around its content once it was shown. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urldefrag

from agent_e.types import Node, Observation

from .items import KEPT, SIDES, Item
from .node_context import label
from .node_tree import tree, walk
from .overlays import BEHIND

_MIN_ITEMS = 3
"""Actionable things from which it pays to show them in one row."""
_FRAMES = frozenset({"banner", "contentinfo"})
"""Landmarks about the site; others are about the page."""
_PLACE = BEHIND | {"off-screen", "active"}
"""States of an element's position or focus: irrelevant to its identity."""
States = dict[tuple[str, str], tuple[str, ...]]
"""States by role and name on the previous page."""
AS_BEFORE = "as before, use names"


class Before(NamedTuple):
    """The previous page's content, and whether this is the same page loaded ``again``."""

    nodes: Sequence[Node] = ()
    again: bool = False


def page_before(before: Observation | None, now: Observation) -> Before:
    """Collect what is needed of the previous page, if there was one."""
    if not before:
        return Before()
    return Before(before.nodes, urldefrag(before.url).url == urldefrag(now.url).url)


def shorten(items: list[Item], before: Before) -> list[Item]:
    """Reduce what surrounds the content, as on the page before, to rows of names.

    That is each landmark that reads as one there, and what precedes and follows the part that
    differs. Actionable things are shown by name, without numbers, which differ on every page. A
    landmark without any, such as a plain footer, is reduced to its name. Few things, or anything
    that changed, are left as they are.

    On a reloaded page only landmarks are reduced: the rest that reads as before is its own content,
    such as the fields of a rejected form.
    """
    if not before.nodes:
        return items
    old = tree(before.nodes)
    was: States = {}
    for node in before.nodes:
        was.setdefault((node.role, node.name), node.states)
    known = {_reading(item) for item in _landmarks(old)}
    for item in _landmarks(items):
        inside = [each.node for each in walk(item.children)]
        words_alone = item.node.role in _FRAMES and all(node.mmid is None for node in inside)
        if (words_alone or _acting(inside) >= _MIN_ITEMS) and _reading(item) in known:
            item.node = item.node._replace(states=(*item.node.states, AS_BEFORE))
            item.children = [] if words_alone else [_row(item.children, was)]
    return items if before.again else _without_ends(items, old, was)


def _without_ends(items: Sequence[Item], old: Sequence[Item], was: States) -> list[Item]:
    """Shorten the beginning and end that these share with the page before."""
    most = min(len(items), len(old))
    head = _same(items, old, most)
    if head == len(items):
        return list(items)
    tail = _same(items[::-1], old[::-1], most - head)
    middle, other = items[head : len(items) - tail], old[head : len(old) - tail]
    if len(middle) == len(other) == 1 and _holds_alike(middle[0], other[0]):
        middle[0].children = _without_ends(middle[0].children, other[0].children, was)
    ends = [[*_folded(some, was)] for some in (items[:head], items[len(items) - tail :])]
    return [*ends[0], *middle, *ends[1]]


def _same(items: Sequence[Item], old: Sequence[Item], limit: int) -> int:
    """How many leading items read alike."""
    for at, (one, other) in enumerate(zip(items[:limit], old[:limit], strict=True)):
        if AS_BEFORE not in one.node.states and _reading(one) != _reading(other):
            return at
    return limit


def _holds_alike(item: Item, other: Item) -> bool:
    one, before = item.node, other.node
    plain = one.mmid is None and one.role not in KEPT and bool(item.children)
    return plain and (one.role, one.name) == (before.role, before.name)


def _folded(items: Sequence[Item], was: States) -> Iterator[Item]:
    """These items, with neighbours in one row if they have enough actionable things."""
    for as_before, group in groupby(items, key=lambda item: AS_BEFORE in item.node.states):
        run = list(group)
        yield from run if as_before else _in_one(run, was)


def _in_one(run: Sequence[Item], was: States) -> Sequence[Item]:
    inside = list(walk(run))
    # Rows and cards are the page's own content, not distinguishable by name alone.
    if any(each.node.role in KEPT and len(list(walk(each.children))) > 1 for each in inside):
        return run
    if _acting(each.node for each in inside) < _MIN_ITEMS:
        return run
    node = Node(depth=run[0].node.depth, role="group", states=(AS_BEFORE,))
    return [Item(node, [_row(run, was)])]


def _landmarks(items: Iterable[Item]) -> Iterator[Item]:
    """Every landmark, nested ones too; one reduced to a row contains none."""
    return (item for item in walk(items) if item.node.role in SIDES)


def _acting(nodes: Iterable[Node]) -> int:
    return sum(node.mmid is not None for node in nodes)


def _reading(item: Item) -> tuple[tuple[str, str, str | None], ...]:
    return tuple((each.node.role, each.node.name, each.node.value) for each in walk([item]))


def _row(items: Sequence[Item], was: States) -> Item:
    depth = items[0].node.depth
    cells = [
        Item(Node(depth=depth + 1, role="cell"), [Item(_in_row(inside.node, was))])
        for inside in walk(items)
        if inside.node.mmid is not None or inside.node.name
    ]
    return Item(Node(depth=depth, role="row"), cells)


def _in_row(node: Node, was: States) -> Node:
    if node.mmid is not None and not node.name:
        return node._replace(glue=None)
    words = node.name if node.role in ("link", "text") else label(node, number=False)
    before = was.get((node.role, node.name), ())
    states = [each for each in node.states if each not in _PLACE]
    if {*states} != {*before} - _PLACE and states:
        words += f" ({', '.join(states)})"
    return Node(depth=node.depth, role="text", name=words, states=node.states)
