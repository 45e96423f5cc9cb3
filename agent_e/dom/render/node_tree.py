"""Turns nodes into a tree without repetition. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from agent_e.types import Node

from .items import KEPT, CacheCandidates, Item, SubtreeCache

_WRAPPERS = frozenset({"list", "listitem", "article", "group", "feed", "status", "log", "region"})
_CALLED = frozenset({"group", "list", "navigation"})
_JUDGED = _WRAPPERS | _CALLED | {"definition", "term", "tooltip"}
CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
"""Roles of table cells."""
SAME = "″"
"""Stands for the item's title in a name, and for the cell above in a cell."""
_EMPTY_ALIKE = frozenset({"region", "group", "article", "tabpanel", "figure", "form"})
_MIN_ALIKE = 4
_LABEL_END = re.compile(r"[\s:*\uff1a]+$")
_MARKS = re.compile(r"[\s.,;:!?()\[\]|/·•‧–—\-'\"“”‘’›»‹«]*")
_SEPARATOR = re.compile(r"[\s|/·•‧–—›»‹«]+")
_WORD = re.compile(r"\w+")


def tree(nodes: Iterable[Node], cache: SubtreeCache | None = None) -> list[Item]:
    """Nest the nodes by depth, removing what is empty or repeated.

    ``cache`` has items of the page's previous rendering, and stores new ones.
    """
    nodes = list(nodes)
    top: list[Item] = []
    # Open ancestors of the next node, outermost first: depth, and children so far.
    path: list[Item] = []
    depths: list[int] = [-1]
    inside: list[list[Item]] = [top]
    holders: list[Item] = []
    begun = CacheCandidates(nodes)
    known = 0
    for at, node in enumerate(nodes):
        if at < known:
            continue
        depth = node.depth
        while depths[-1] >= depth:
            path.pop()
            depths.pop()
        level = len(path)
        del inside[level + 1 :]
        if len(inside) == level:
            # The first child: most items never need a list of their own.
            children: list[Item] = []
            path[-1].children = children
            inside.append(children)
            holders.append(path[-1])
        siblings = inside[level]
        if node.glue is not None and node.role == "text" and _goes_on(siblings, node):
            continue
        item = Item(node)
        if cache and node.role in KEPT and begun.is_outermost(path):
            if before := cache.at(nodes, at):
                siblings.append(before.item)
                known = at + len(before.nodes)
                continue
            begun.note(item, level, at)
        siblings.append(item)
        path.append(item)
        depths.append(depth)
    # Children come later, so that going backwards each is finished before its parent.
    for item in reversed(holders):
        item.children = _without_end_marks(item.node, _tidy(_without_repeats(item)))
        if cache and item in begun.made_of:
            cache.keep(begun.made_of[item], item)
    return list(_tidy(top))


def _goes_on(siblings: Sequence[Item], words: Node) -> bool:
    """Append words to the line of preceding ones, if any."""
    last = siblings[-1] if siblings else None
    if last is None or last.node.role != "text" or words.states or last.node.states:
        return False
    last.node = last.node._replace(name=f"{last.node.name}{words.glue}{words.name}")
    return True


def walk(items: Iterable[Item]) -> Iterator[Item]:
    """All items below, in document order."""
    waiting = list(items)[::-1]
    while waiting:
        item = waiting.pop()
        yield item
        if item.children:
            waiting += reversed(item.children)


def is_row(item: Item) -> bool:
    """Whether the item is a table row, shown on one line with its cells."""
    return item.node.role == "row" and any(child.node.role in CELLS for child in item.children)


def is_idle(node: Node) -> bool:
    """Whether it can be dropped: a separator on its own line, a skip link."""
    if node.role == "text":
        return _MARKS.fullmatch(node.name) is not None
    return node.role == "link" and "off-screen" in node.states and _skips(node)


def _skips(link: Node) -> bool:
    """Whether a link positioned off the page leads to an anchor on it.

    One merely scrolled out of a box, or to a bare ``#``, is no skip link.
    """
    if not (link.href or "").partition("#")[2] or not link.bbox:
        return False
    x, y, width, height = link.bbox
    return x + width <= 0 or y + height <= 0 or min(width, height) <= 1


def repeats(words: str, text: str) -> bool:
    """Whether all these words occur in the text, in this order."""
    if words in text:
        return True
    left = iter(_WORD.findall(text.casefold()))
    return all(word in left for word in _WORD.findall(words.casefold()))


def _without_repeats(item: Item) -> Sequence[Item]:
    """The children without texts that repeat the element's name."""
    node = item.node
    if not node.name or not (node.mmid is not None or node.role == "img"):
        return item.children
    return [
        child
        for child in item.children
        if child.children or child.node.role != "text" or not repeats(child.node.name, node.name)
    ]


def _tidy(children: Sequence[Item]) -> Sequence[Item]:
    if len(children) > 1:
        children = _without_labels(children)
    if _JUDGED.isdisjoint([child.node.role for child in children]):
        return children
    result: list[Item] = []
    for child in _together(children):
        if child.node.role not in _JUDGED:
            result.append(child)
            continue
        if _says_nothing(child, alone=len(children) == 1):
            result += child.children
        elif child.node.role == "definition" and _is_answer(result, child):
            result[-1] = _answered(result[-1], child)
        elif _is_answered_at_length(result, child) or _is_called_by(result, child):
            result[-1] = Item(result[-1].node, child.children)
        else:
            result.append(child)
    return result


def _without_labels(children: Sequence[Item]) -> Sequence[Item]:
    """The children without words that a field right after them has for its name."""
    again = {
        at
        for at, (words, field) in enumerate(pairwise(children))
        if words.node.role == "text" and _is_label(words.node, field.node)
    }
    return [child for at, child in enumerate(children) if at not in again] if again else children


def _is_label(words: Node, field: Node) -> bool:
    if field.mmid is None or field.value is None:
        return False
    return _LABEL_END.sub("", words.name) == _LABEL_END.sub("", field.name)


def _together(children: Sequence[Item]) -> Iterator[Item]:
    """Merge long runs of identical boxes, such as pages not loaded yet."""
    if len(children) < _MIN_ALIKE:
        yield from children
        return
    for alike, run in groupby(children, key=_likeness):
        boxes = list(run)
        if not alike or len(boxes) < _MIN_ALIKE:
            yield from boxes
            continue
        first, last = boxes[0].node, boxes[-1].node
        of = f" ({alike[1]})" if alike[1] else ""
        what = "alike" if of else "empty ones"
        name = f"{len(boxes)} {what}: {alike[0]} '{first.name}' … '{last.name}'{of}"
        yield Item(first._replace(role="text", name=name, glue=None))


def _likeness(item: Item) -> tuple[str, str] | None:
    """Role and line of a box with at most one line; ``None`` for others."""
    node = item.node
    if node.mmid is not None or node.states or node.role not in _EMPTY_ALIKE:
        return None
    if not item.children:
        return node.role, ""
    only = item.children[0]
    plain = len(item.children) == 1 and only.node.mmid is None and not only.children
    # Without names of their own they are items with equal words.
    return (node.role, only.node.name) if plain and node.name and only.node.name else None


def _without_end_marks(node: Node, children: Sequence[Item]) -> Sequence[Item]:
    """A list item's children, without the separator before the next item."""
    if node.role != "listitem" or len(children) < 2:
        return children
    last = children[-1].node
    return children[:-1] if last.role == "text" and _SEPARATOR.fullmatch(last.name) else children


def _says_nothing(item: Item, *, alone: bool) -> bool:
    node = item.node
    if node.role == "term":
        return not node.name and len(item.children) == 1 and item.children[0].node.mmid is not None
    if node.role not in _WRAPPERS or node.mmid is not None or node.states:
        return False
    if not node.name:
        if node.role == "listitem":
            # For an existing item, a report has only what is new in it, or nothing.
            return len(item.children) < 2
        return len(item.children) == 1 or alone
    first = item.children[0].node if item.children else None
    titled = first is not None and (first.role == "heading" or first.level is not None)
    return node.role != "listitem" and titled and first is not None and first.name == node.name


def _is_called_by(before: list[Item], item: Item) -> bool:
    """Whether it is a list named like the link right before it, such as a chapter's parts."""
    node = item.node
    if node.role not in _CALLED or node.mmid is not None or not node.name or not before:
        return False
    link = before[-1]
    return link.node.mmid is not None and not link.children and link.node.name == node.name


def _is_answer(before: list[Item], item: Item) -> bool:
    if not _words_alone(item) or not before or before[-1].children:
        return False
    return before[-1].node.role == "term" or before[-1].node.tag == "dt"


def _is_answered_at_length(before: list[Item], item: Item) -> bool:
    term = before[-1] if before and item.node.role == "definition" else None
    plain = term is not None and term.node.mmid is None and not term.children
    return plain and term is not None and term.node.role == "term" and not item.node.name


def _answered(term: Item, definition: Item) -> Item:
    joint = ": " if term.node.role == "term" else "; "
    name = f"{term.node.name}{joint}{_words_alone(definition)}"
    return Item(term.node._replace(role="text", name=name))


def _words_alone(item: Item) -> str:
    """The words of an item that has nothing else, as its own or its only text; else none."""
    if not item.children:
        return item.node.name
    only = item.children[0]
    plain = only.node.role == "text" and only.node.mmid is None and not only.children
    return only.node.name if plain and len(item.children) == 1 and not item.node.name else ""
