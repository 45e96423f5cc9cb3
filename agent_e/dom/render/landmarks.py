"""What all pages of a site repeat around their content, in few lines once it is known. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urldefrag

from agent_e.types import Node, Observation

from .items import KEPT, SIDES, Item
from .node_context import label
from .outline_tree import tree, walk
from .overlays import BEHIND

_MIN_ITEMS = 3
"""Things to act on from which it pays to tell them in one row."""
_FRAMES = frozenset({"banner", "contentinfo"})
"""Landmarks that are about the site; what others hold is about the page."""
_PLACE = BEHIND | {"off-screen", "active"}
"""States of where an element lies, or the focus: no news of what it is."""
States = dict[tuple[str, str], tuple[str, ...]]
"""The states that what has this role and name had on the page before."""
AS_BEFORE = "as before, use names"


class Before(NamedTuple):
    """What the page before had, and whether it was this page, which was loaded ``again``."""

    nodes: Sequence[Node] = ()
    again: bool = False


def page_before(before: Observation | None, now: Observation) -> Before:
    """Take what is to be known of the page before this one, if there was one."""
    if not before:
        return Before()
    return Before(before.nodes, urldefrag(before.url).url == urldefrag(now.url).url)


def shorten(items: list[Item], before: Before) -> list[Item]:
    """Put what the page has around its content as the one before into rows of names.

    That is each landmark that reads as one there, and what stands before and after the part that
    differs. Things to act on are told by name, and without numbers: these are others on every page.
    Of a landmark without any, such as a footer of words, only its own name is told. Few things, or
    what holds anything else than before, stay as they are.

    Of a page that was loaded again, only landmarks are put so: the rest that reads as before is its
    own content, such as the fields of a form that was refused.
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
    """Shorten what these begin and end with as the ones of the page before do."""
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
    """How many of the first ones read alike."""
    for at, (one, other) in enumerate(zip(items[:limit], old[:limit], strict=True)):
        if AS_BEFORE not in one.node.states and _reading(one) != _reading(other):
            return at
    return limit


def _holds_alike(item: Item, other: Item) -> bool:
    one, before = item.node, other.node
    plain = one.mmid is None and one.role not in KEPT and bool(item.children)
    return plain and (one.role, one.name) == (before.role, before.name)


def _folded(items: Sequence[Item], was: States) -> Iterator[Item]:
    """These items, those beside each other in one row where there is enough to act on in them."""
    for as_before, group in groupby(items, key=lambda item: AS_BEFORE in item.node.states):
        run = list(group)
        yield from run if as_before else _in_one(run, was)


def _in_one(run: Sequence[Item], was: States) -> Sequence[Item]:
    inside = list(walk(run))
    # Rows and cards are the page's own content, and names alone would not tell them apart.
    if any(each.node.role in KEPT and len(list(walk(each.children))) > 1 for each in inside):
        return run
    if _acting(each.node for each in inside) < _MIN_ITEMS:
        return run
    node = Node(depth=run[0].node.depth, role="group", states=(AS_BEFORE,))
    return [Item(node, [_row(run, was)])]


def _landmarks(items: Iterable[Item]) -> Iterator[Item]:
    """Every landmark, also inside others; one that was put into a row holds no more of them."""
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
