"""Turns a tree into the lines of an outline, with their nesting. Pure.

One line on the page, such as a paragraph with links, is one here; so are a table row and a short
list item, such as a product with its price and buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from agent_e.types import Node

from .inline_runs import HOLDERS, MARKUP, Columns, Piece, cell_pieces, flat, joined, runs
from .items import SIDES, Item
from .node_format import Wording
from .node_tree import is_row

_CARDS = frozenset({"listitem", "article"})
_ITEMS = _CARDS | {"row", "treeitem"}
_OBSTACLES = ("off-screen", "covered", "switched off")
_DEEPEST = 12
_MAX_TEXT_LENGTH = 800


@dataclass(kw_only=True, slots=True, eq=False)
class Line:
    """One line of an outline; its text is built on demand.

    Attributes:
        indent: level, of two blanks each.
        nodes: the nodes on the line.
        parent: index of its parent line, -1 at the top.
        item: index of the line of the nearest list item, row or the like; -1 without one.
        side: index of the line of its landmark outside the page's own content, or -1.
        head: for a table row, the index of its header row, or -1.
        cached_text: its text, unless still to be built from ``pieces``.
    """

    indent: int
    nodes: Sequence[Node]
    parent: int = -1
    item: int = -1
    side: int = -1
    head: int = -1
    cached_text: str | None = None
    start: str = ""
    title: str = ""
    pieces: Sequence[Piece] = ()
    wording: Wording | None = None

    @property
    def text(self) -> str:
        """Its text without indentation."""
        if self.cached_text is None:
            assert self.wording is not None
            word, title = self.wording.node, self.title
            self.cached_text = self.start + "".join(
                joint + word(node, "" if node.name == title else title)
                for joint, node in self.pieces
            )
        return self.cached_text

    @property
    def size(self) -> int:
        """Characters, with indentation and line end."""
        return 2 * self.indent + len(self.text) + 1

    def __str__(self) -> str:
        """The line as printed."""
        return "  " * self.indent + self.text


class _Place(NamedTuple):
    """Where lines are written: see ``Line``."""

    indent: int = 0
    parent: int = -1
    item: int = -1
    side: int = -1

    def of(self, line: int, role: str, *, is_item: bool = False) -> _Place:
        """The place of a line that contains others."""
        item = line if is_item or role in HOLDERS else self.item
        side = line if self.side < 0 and role in SIDES else self.side
        return _Place(self.indent, self.parent, item, side)

    def inside(self, line: int) -> _Place:
        """The place below a line at this place."""
        return _Place(min(self.indent + 1, _DEEPEST), line, self.item, self.side)


def lines(items: Iterable[Item], wording: Wording) -> list[Line]:
    """Return the lines of a tree."""
    writer = _Writer(wording)
    writer.write(list(items))
    return writer.found


class _Writer:
    """Lines so far, and per table its header row."""

    def __init__(self, wording: Wording) -> None:
        self.found: list[Line] = []
        self._wording = wording
        self._heads: dict[int, int] = {}
        self._columns: dict[int, Columns] = {}
        self._waiting: list[tuple[Iterator[list[Item]], _Place]] = []

    def write(self, items: list[Item]) -> None:
        self._waiting.append((runs(items), _Place()))
        while self._waiting:
            waiting, place = self._waiting[-1]
            run = next(waiting, None)
            if run is None:
                self._waiting.pop()
            elif len(run) > 1 or not (run[0].children or run[0].node.role in HOLDERS):
                self._line(place, joined(run))
            elif is_row(run[0]):
                self._row(place, run[0])
            else:
                self._holder(place, run[0])

    def _holder(self, place: _Place, item: Item) -> None:
        node, number = item.node, len(self.found)
        place = place.of(number, node.role, is_item=self._is_card(place, item))
        children = item.children
        if node.role in _CARDS and node.mmid is None and not node.name and children:
            start = f"{self._wording.node(node)}: "
            pieces, title = flat(item)
            if pieces:
                self._line(place, pieces, start=start, title=title, holder=node)
                return
            first = next(runs(children))
            if first[0].node.role == "text" and not first[0].children:
                self._line(place, joined(first), start=start, holder=node)
                children = children[len(first) :]
        if len(self.found) == number:
            self._line(place, [("", node)])
        self._waiting.append((runs(children), place.inside(number)))

    def _is_card(self, place: _Place, item: Item) -> bool:
        """Whether it is actionable and contains others; an item's only content is the item."""
        if item.node.mmid is None or not item.children:
            return False
        around = self.found[place.item].nodes if place.item >= 0 else ()
        return not (around and place.item == place.parent and around[0].role in _ITEMS)

    def _row(self, place: _Place, item: Item) -> None:
        number = len(self.found)
        pieces: list[Piece] = []
        for cell in self._columns.setdefault(place.parent, Columns()).of(item):
            pieces += cell_pieces(cell, " | " if pieces else "")
        shared = _shared([node for _, node in pieces if node.mmid is not None])
        head = self._wording.row_head(item.node) + (f" ({shared})" if shared else "")
        wording = self._wording.hiding(frozenset({shared})) if shared else self._wording
        at = place.of(number, "row")
        self._line(at, pieces, start=f"{head}: ", holder=item.node, wording=wording)
        if all(cell.node.role == "columnheader" for cell in item.children):
            self._heads.setdefault(place.parent, number)
            return
        for line in self.found[number:]:
            line.head = self._heads.get(place.parent, -1)

    def _line(
        self,
        place: _Place,
        pieces: Sequence[Piece],
        *,
        start: str = "",
        title: str = "",
        holder: Node | None = None,
        wording: Wording | None = None,
    ) -> None:
        if not pieces:
            return
        indent, parent, item, side = place
        wording = wording or self._wording
        shown = [node for _, node in pieces]
        line = Line(indent=indent, nodes=shown, parent=parent, item=item, side=side, start=start)
        line.title, line.pieces, line.wording = title, pieces, wording
        if holder:
            line.nodes = [holder, *shown]
        if sum(len(node.name) + MARKUP for node in shown) <= _MAX_TEXT_LENGTH:
            self.found.append(line)
        else:
            self.found += _wrapped(line, wording)


def _shared(acting: Sequence[Node]) -> str:
    """Why nothing in a row can be clicked now, if the same for all, to state it once."""
    for state in _OBSTACLES:
        if len(acting) > 1 and all(state in node.states for node in acting):
            return state
    return ""


def _wrapped(line: Line, wording: Wording) -> list[Line]:
    """The line in parts of limited length, broken between pieces and in long texts."""
    parts: list[Line] = []
    text, nodes = line.start, list(line.nodes[: len(line.nodes) - len(line.pieces)])
    for joint, node in line.pieces:
        words = wording.node(node, "" if node.name == line.title else line.title)
        nodes.append(node)
        text += joint if nodes else ""
        if len(text) + len(words) > _MAX_TEXT_LENGTH and text.strip() and node.role != "text":
            parts.append(replace(line, cached_text=text.rstrip(), nodes=nodes[:-1], pieces=()))
            text, nodes = "", [node]
        text += words
        while len(text) > _MAX_TEXT_LENGTH and node.role == "text":
            cut = _break(text)
            parts.append(replace(line, cached_text=text[:cut], nodes=nodes, pieces=()))
            text, nodes = text[cut:].lstrip(), []
    if text:
        parts.append(replace(line, cached_text=text, nodes=nodes, pieces=()))
    return parts


def broken(text: str) -> Iterator[str]:
    """The text in parts of limited length, broken at nearby sentences, else words."""
    while len(text) > _MAX_TEXT_LENGTH:
        cut = _break(text)
        yield text[:cut]
        text = text[cut:].lstrip()
    yield text


def _break(text: str) -> int:
    cut = text.rfind(". ", _MAX_TEXT_LENGTH // 2, _MAX_TEXT_LENGTH) + 1
    cut = cut or text.rfind(" ", _MAX_TEXT_LENGTH // 2, _MAX_TEXT_LENGTH)
    return cut if cut > 0 else _MAX_TEXT_LENGTH
