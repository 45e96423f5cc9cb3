"""Repeated content: tables, lists, and sequences of like parts. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent_e.dom.changes.tree_nodes import TreeNode, below, grow
from agent_e.dom.render.inline_runs import Grid
from agent_e.dom.render.items import SIDES
from agent_e.dom.render.node_tree import CELLS, repeats
from agent_e.types import Node

TABLES = frozenset({"table", "grid", "treegrid"})
_ITEMS = frozenset({"listitem", "article", "option", "treeitem", "group", "region", "figure"})
_SPOKEN = frozenset({"link", "button", "clickable"})
_MIN_ITEMS = 2
_MAX_PERIOD = 40
_WIDEST = 100
"""Most columns distinguished in a table: a page may claim thousands."""
_MAX_CUTS = 8
"""Ways tried to split one sequence."""
_MAX_PARTS = 200
"""Parts read per entry."""
_DEEPEST = 40
"""Levels of nesting searched: each is read again as part of those around it."""
_MIN_ALIKE = 0.6
_DIGITS = re.compile(r"\d+")
_RANK = re.compile(r"\d+[.)]?")
_LABEL = re.compile(r"[^:]{2,40}:")


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One repetition: its parts in order, and in a table its cells."""

    parts: tuple[Node, ...]
    cells: tuple[tuple[Node, ...], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Group:
    """Repeated content in one place.

    Attributes:
        place: its kind and title, in words.
        columns: names of a table's columns; empty if there are none.
        aside: whether it is in a landmark outside the page's own content.
        words: all its text and title, in lower case.
    """

    place: str
    entries: Sequence[Entry]
    columns: tuple[str, ...] = ()
    aside: bool = False
    words: str = ""


def groups(nodes: Sequence[Node], *, minimum: int = _MIN_ITEMS) -> list[Group]:
    """All repeated content in document order; lists of ``minimum`` items or more."""
    root = grow(nodes)
    found: list[Group] = []
    titles: dict[int, str] = {}
    heading = ""
    branches = [root, *below(root)]
    for branch in branches:
        if branch.node.role == "heading" and branch.node.name:
            heading = branch.node.name
        titles[id(branch)] = heading
    for branch in branches:
        if branch.node.role in TABLES:
            found += _table(branch, titles)
        elif branch.node.role not in CELLS | {"row"} and branch.node.depth < _DEEPEST:
            found += _items(branch, titles, minimum)
            found += _sequences(branch, titles)
    return found


def text_of(parts: Sequence[Node]) -> str:
    """The text of some parts, as on the page."""
    text = ""
    for node in parts:
        words = _own(node)
        text += f"{' ' if text and node.glue != '' else ''}{words}" if words else ""
    return text


def parts_of(branch: TreeNode) -> tuple[Node, ...]:
    """The nodes of a branch that say something, in order, without repetition."""
    found: list[Node] = []
    waiting: list[tuple[TreeNode, str]] = [(branch, "")]
    while waiting and len(found) < _MAX_PARTS:
        each, above = waiting.pop()
        node = each.node
        named = node.name and not (node.role == "text" and above and repeats(node.name, above))
        if named or node.value is not None or (node.mmid is not None and node.href):
            found.append(node)
        inner = node.name if node.mmid is not None and node.name else above
        waiting += [(child, inner) for child in reversed(each.children)]
    return tuple(found)


def _own(node: Node) -> str:
    return node.value if node.value and node.value != node.name else node.name


def _table(table: TreeNode, titles: dict[int, str]) -> Iterator[Group]:
    rows = [row for row in _rows(table) if any(c.node.role in CELLS for c in row.children)]
    if len(rows) < _MIN_ITEMS:
        return
    heads = [row for row in rows if all(c.node.role == "columnheader" for c in row.children)]
    # Without marked headers, the first row is the best guess.
    head = heads[-1] if heads and heads[-1] is rows[len(heads) - 1] else (heads or rows)[0]
    lines = [*_laid_out(rows)]
    below_head = rows.index(head) + 1
    above = [line for row, line in zip(rows[:below_head], lines, strict=False) if row in heads]
    columns = _column_names(above or lines[:1])
    entries = []
    for row, line in zip(rows[below_head:], lines[below_head:], strict=True):
        parts = {cell: parts_of(cell) for cell in line}
        filled = sum(bool(text_of(each)) for each in parts.values())
        if row not in heads and filled > min(1, len(columns) - 1):
            own = (row.node,) if row.node.mmid is not None else ()
            nodes = (node for each in parts.values() for node in each)
            entries.append(Entry((*own, *nodes), tuple(parts[cell] for cell in line)))
    if entries:
        yield _group(table, "table", titles, entries, columns)


def _laid_out(rows: Iterable[TreeNode]) -> Iterator[Sequence[TreeNode]]:
    """The cells of each row by column: one that spans several is in each of them.

    Otherwise whatever is beside or below such a cell would fall into another column.
    """
    grid: Grid[TreeNode] = Grid()
    for row in rows:
        cells = grid.row(cell for cell in row.children if cell.node.role in CELLS)
        line = [cell for cell, columns, _ in cells for _ in range(min(columns, _WIDEST))]
        yield line[:_WIDEST]


def _column_names(lines: Sequence[Sequence[TreeNode]]) -> tuple[str, ...]:
    """The header of each column, from top to bottom, each cell once."""
    width = max(map(len, lines))
    above: list[dict[TreeNode, str]] = [{} for _ in range(width)]
    for line in lines:
        if len({*line}) == 1 and width > 1 and len(lines) > 1:
            # A title spanning the whole table.
            continue
        for at, cell in enumerate(line):
            above[at].setdefault(cell, text_of(parts_of(cell)))
    return tuple(" ".join(filter(None, names.values())) for names in above)


def _rows(table: TreeNode) -> Iterator[TreeNode]:
    waiting = list(reversed(table.children))
    while waiting:
        branch = waiting.pop()
        if branch.node.role == "row":
            yield branch
        elif branch.node.role not in TABLES:
            waiting += reversed(branch.children)


def _items(parent: TreeNode, titles: dict[int, str], minimum: int) -> Iterator[Group]:
    by_role: dict[str, list[TreeNode]] = defaultdict(list)
    for child in parent.children:
        role = child.node.role
        if role in _ITEMS or (role in _SPOKEN and child.children):
            by_role[role].append(child)
    for children in by_role.values():
        entries = [Entry(parts) for child in children if (parts := parts_of(child))]
        if len(entries) >= minimum:
            yield _group(parent, "list", titles, entries, at=children[0])


def _sequences(parent: TreeNode, titles: dict[int, str]) -> Iterator[Group]:
    """Entries without a box of their own: the same parts repeated among siblings."""
    children = parent.children
    if len(children) < 2 * _MIN_ITEMS:
        return
    keys = [_key(child) for child in children]
    cuts = {tuple(cut) for cut in (_by_period(keys), *_by_anchor(keys)) if len(cut) > _MIN_ITEMS}
    largest = sorted(cuts, key=lambda cut: (cut[0] - cut[-1], cut))[:_MAX_CUTS]
    for cut in largest:
        if any(child.node.role in TABLES for child in children[cut[0] : cut[-1]]):
            # Chapters of a page, each with its own table.
            continue
        entries = []
        for begin, end in zip(cut, cut[1:], strict=False):
            entries.append(Entry(tuple(n for c in children[begin:end] for n in parts_of(c))))
        yield _group(parent, "list", titles, entries, at=children[cut[0]])


def _key(branch: TreeNode) -> str:
    """The kind of a part, to recognise others like it."""
    node = branch.node
    if node.role != "text":
        return f"{node.role} {node.level or ''} {node.tag}"
    if _RANK.fullmatch(node.name):
        return "rank"
    label = _LABEL.match(node.name)
    return f"text {_DIGITS.sub('0', label[0]) if label else ''} {node.glue is None}"


def _by_period(keys: Sequence[str]) -> list[int]:
    """Where to cut the longest run of exact repetition: starts, and the end."""
    best: tuple[int, list[int]] = (0, [])
    for period in range(2, min(_MAX_PERIOD, len(keys) // _MIN_ITEMS) + 1):
        run = 0
        for index in range(len(keys) - period + 1):
            if index + period < len(keys) and keys[index] == keys[index + period]:
                run += 1
                continue
            begin, times = index - run, run // period + 1
            various = len({*keys[begin : begin + period]}) > 1
            if times >= _MIN_ITEMS and times * period > best[0] and various:
                best = (times * period, [begin + period * each for each in range(times + 1)])
            run = 0
    return best[1]


def _by_anchor(keys: Sequence[str]) -> Iterator[list[int]]:
    """Cuts before each part of one kind, if the pieces in between are similar."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        places[key].append(index)
    for begins in places.values():
        if len(begins) < _MIN_ITEMS:
            continue
        lengths = [end - begin for begin, end in zip(begins, begins[1:], strict=False)]
        if max(lengths) < _MIN_ITEMS or max(lengths) > _MAX_PERIOD:
            continue
        cut = [*begins, min(len(keys), begins[-1] + max(lengths))]
        shapes = [{*keys[begin:end]} for begin, end in zip(cut, cut[1:], strict=False)]
        pairs = list(zip(shapes, shapes[1:], strict=False))
        if sum(len(a & b) / len(a | b) for a, b in pairs) / len(pairs) >= _MIN_ALIKE:
            yield cut


def _group(
    branch: TreeNode,
    what: str,
    titles: dict[int, str],
    entries: Sequence[Entry],
    columns: tuple[str, ...] = (),
    at: TreeNode | None = None,
) -> Group:
    name = branch.node.name if branch.node.mmid is None else ""
    # A card's heading is part of it, not a title of the list.
    inside = {node.name for entry in entries for node in entry.parts}
    title = titles[id(at or branch)]
    title = "" if title in inside else title
    place = f"{what} '{name}'" if name else f"{what} under '{title}'" if title else f"a {what}"
    spoken = [place, *columns, *(text_of(entry.parts) for entry in entries)]
    around: TreeNode | None = branch
    while around is not None and around.node.role not in SIDES:
        around = around.parent
    words, aside = " ".join(spoken).casefold(), around is not None
    return Group(place=place, entries=entries, columns=columns, aside=aside, words=words)
