"""Content of one line: words with the elements among them, short items, cells. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from agent_e.types import Node

from .items import Item
from .node_tree import SAME, is_idle, walk

HOLDERS = frozenset({"listitem", "row", "article", "treeitem", "tabpanel", "group", "dialog"})
"""Roles whose content is kept together."""
MARKUP = 20
"""Approximate characters around a name, to estimate sizes before formatting."""
_LOOSE = frozenset({"list", "listitem", "group", "term", "definition", "figure", "status"})
"""Roles allowed inside an item shown on one line."""
_AS_WORDS = frozenset({"listitem", "img", "term", "definition"})
_SIMPLE = _LOOSE | {"text", "heading", "img", "progressbar", "meter"}
_WORDS = frozenset({"text", "link"})
_BOXES = frozenset({"checkbox", "radio", "switch"})
_MAX_CARD_LENGTH = 500
_MAX_PARTS = 24
_MIN_TITLE = 8
_OVER = re.compile(r"over (?:(\d+) rows)?(?:, )?(?:(\d+) columns)?")
_MAX_OVER = 20
"""Most cells continued from rows above in one row: a page may claim them all."""
_SHORT_CELL = 40
_OFF = ("looks disabled",)
"""The only state of an empty cell, such as one after a month's last day."""

Piece = tuple[str, Node]
"""The text before a node on its line, and the node."""


def flat(item: Item) -> tuple[Sequence[Piece], str]:
    """The pieces of a short, simple item, and the name that they repeat.

    No pieces if it holds anything else.
    """
    if item.flat is None:
        pieces = _flat_pieces(item)
        item.flat = pieces, _title(pieces)
    return item.flat


def _flat_pieces(item: Item) -> list[Piece]:
    pieces: list[Piece] = []
    size, joint = 0, ""
    waiting = [(child, False) for child in reversed(item.children)]
    while waiting:
        part, listed = waiting.pop()
        node, inner = part.node, part.children
        if node.mmid is None and node.role not in _SIMPLE:
            return []
        if listed and node.role == "link":
            return []
        visible = bool(node.name or node.states) or node.mmid is not None
        if visible and (node.role != "text" or node.glue is not None or not is_idle(node)):
            if node.mmid is None and node.role in _AS_WORDS:
                node = node._replace(role="text")
            near = joint == "; " and node.glue is not None
            pieces.append((gap(pieces[-1][1], node) if near else joint, node))
            size += len(node.name) + MARKUP
            joint = ": " if node.role in _LOOSE and inner else "; "
        if size > _MAX_CARD_LENGTH or len(pieces) > _MAX_PARTS:
            return []
        inside = listed or node.role == "list"
        waiting += [(child, inside) for child in reversed(inner)]
    return pieces


def _title(pieces: Sequence[Piece]) -> str:
    """The name that other parts repeat: a heading's, else the first element's."""
    names = [node.name for _, node in pieces if node.role == "heading" or node.level]
    names += [node.name for _, node in pieces if node.mmid is not None]
    return next((name for name in names if len(name) >= _MIN_TITLE), "")


def runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Siblings that share a line of the page: words, and the elements among them."""
    run: list[Item] = []
    for item in items:
        if run and _goes_on(run[-1], item):
            run.append(item)
            continue
        yield from _rows(run)
        run = [item]
    yield from _rows(run)


def _rows(run: list[Item]) -> Iterator[list[Item]]:
    """Elements side by side without words, such as form fields, get a line each."""
    if len(run) == 1 or any(item.node.role == "text" for item in run):
        yield run
    else:
        yield from ([item] for item in run)


def _goes_on(before: Item, item: Item) -> bool:
    node = item.node
    if node.glue is None or item.children or before.children or node.role in HOLDERS:
        return False
    return not (_is_field(node) or _is_field(before.node))


def _is_field(node: Node) -> bool:
    return node.value is not None or node.role in _BOXES


def joined(run: Sequence[Item]) -> list[Piece]:
    """The pieces of a run; none if it is only punctuation."""
    nodes = [item.node for item in run]
    if len(nodes) == 1:
        return [] if is_idle(nodes[0]) else [("", nodes[0])]
    nodes = [node for node in nodes if node.role == "text" or not is_idle(node)]
    pieces: list[Piece] = []
    for node in nodes:
        pieces.append((gap(pieces[-1][1], node) if pieces else "", node))
    return [] if all(is_idle(node) for node in nodes) else pieces


def gap(before: Node, node: Node) -> str:
    """The separator of two on one line: a link may be part of a word, others not."""
    if node.glue:
        return node.glue
    roles = {before.role, node.role}
    return "" if "text" in roles and roles <= _WORDS else " "


class _HasNode(Protocol):
    @property
    def node(self) -> Node: ...


Cell = TypeVar("Cell", bound=_HasNode)


class Grid(Generic[Cell]):
    """The columns of one table, row by row, tracking cells that span rows."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[int, int, Cell]] = {}

    def row(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, int, bool]]:
        """Yield a row's cells with those continued from rows above.

        Each with its number of columns, and whether it is from a row above.
        """
        before, self._open = self._open, {}
        column = 0
        waiting = iter(cells)
        while True:
            again = column in before and len(self._open) < _MAX_OVER
            if again:
                rows, columns, cell = before[column]
            elif (new := next(waiting, None)) is not None:
                (rows, columns), cell = _extent(new.node), new
            else:
                return
            yield cell, columns, again
            if rows > 1:
                self._open[column] = (rows - 1, columns, cell)
            column += columns


class Columns:
    """The columns of one table of an outline, row by row."""

    def __init__(self) -> None:
        self._grid: Grid[Item] = Grid()

    def of(self, row: Item) -> list[Item]:
        """The row's cells, with those continued from rows above."""
        return [_again(cell) if again else cell for cell, _, again in self._grid.row(row.children)]


def _extent(cell: Node) -> tuple[int, int]:
    """How many rows and columns a cell spans."""
    for state in cell.states:
        if found := _OVER.fullmatch(state):
            return int(found[1] or 1), int(found[2] or 1)
    return 1, 1


def _again(cell: Item) -> Item:
    """The stand-in for a cell from a row above: its words, or a ditto mark if long."""
    short = cell.node.mmid is None and not cell.children and len(cell.node.name) <= _SHORT_CELL
    return Item(Node(depth=0, role="cell", name=cell.node.name if short else SAME))


def cell_pieces(cell: Item, joint: str) -> list[Piece]:
    """A cell's words and elements; an empty cell keeps its place in the row."""
    node = cell.node
    filled = node.name or cell.children
    pieces: list[Piece] = [(joint, node if node.mmid is not None else _words(node))]
    for item in walk(cell.children):
        inner = item.node
        if inner.mmid is None and not inner.name:
            continue
        before = pieces[-1][1]
        shown = inner if inner.mmid is not None else _words(inner)
        between = "; " if inner.glue is None else gap(before, shown)
        if before.name or before.mmid is not None:
            pieces.append((between, shown))
        else:
            pieces[-1] = (joint, shown)
    if node.states and node.mmid is None and (filled or node.states != _OFF):
        states = f"({', '.join(node.states)})"
        pieces.append((" ", Node(depth=0, role="text", name=states)))
    return pieces


def _words(node: Node) -> Node:
    """A node as bare words, such as a cell: its position says what it is."""
    return Node(depth=0, role="text", name=node.name, glue=node.glue, bbox=node.bbox)
