"""A page as structured lines, and the effect of a call on it: from records, not from text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent_e.dom.render.inferred_labels import labels_beside
from agent_e.dom.render.inline_runs import Columns, flat
from agent_e.dom.render.items import Item
from agent_e.dom.render.node_format import once
from agent_e.dom.render.node_tree import CELLS, is_idle, is_row, tree, walk
from agent_e.dom.render.overlays import layer_in_front
from agent_e.types import ChangeReport, Dialog, Node, Observation
from agent_e.types.conversation import ToolResult


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line; ``parent`` is the index of the one above (-1: none), ``end`` of its subtree."""

    role: str
    name: str = ""
    mmid: int | None = None
    value: str | None = None
    options: tuple[str, ...] = ()
    states: str = ""
    level: int = 0
    depth: int = 0
    index: int = 0
    parent: int = -1
    end: int = 0

    @property
    def disabled(self) -> bool:
        """Whether it cannot be used now."""
        return "disabled" in self.states

    @property
    def checked(self) -> bool:
        """Whether it is ticked, chosen or switched on."""
        return bool(re.search(r"(?<!not )\b(?:checked|selected|pressed|on)\b", self.states))

    @property
    def heading(self) -> bool:
        """Whether it is a heading, or a control that is one."""
        return self.role == "heading" or self.level > 0

    @property
    def field(self) -> bool:
        """Whether text can be entered."""
        typed = self.role in ("textbox", "searchbox", "spinbutton")
        return self.mmid is not None and (typed or (self.role == "combobox" and not self.options))


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page; ``dialog`` is the open JavaScript dialog, if any."""

    title: str = ""
    url: str = ""
    dialog: Dialog | None = None
    lines: tuple[Line, ...] = ()

    def under(self, line: Line) -> tuple[Line, ...]:
        """Everything below a line."""
        return self.lines[line.index + 1 : line.end]

    def above(self, line: Line) -> Iterator[Line]:
        """Yield its ancestors, nearest first."""
        # A line from a result may come from a page that had more lines.
        while 0 <= line.parent < len(self.lines):
            line = self.lines[line.parent]
            yield line

    def within(self, line: Line, *roles: str) -> bool:
        """Whether the line is below one of these roles."""
        return any(parent.role in roles for parent in self.above(line))

    def element(self, mmid: int | None) -> Line | None:
        """The element with this id."""
        return next((line for line in self.lines if mmid is not None and line.mmid == mmid), None)

    @property
    def headings(self) -> tuple[Line, ...]:
        """Its headings, in order."""
        return tuple(line for line in self.lines if line.heading)

    def plus(self, added: Sequence[Line]) -> Page:
        """The page with new lines at its end; elements that were already there move."""
        ids = {line.mmid for line in added} - {None}
        unchanged = [line for line in self.lines if line.mmid not in ids]
        return replace(self, lines=linked([*unchanged, *added]))


def linked(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Number the lines and find the parent and end of each."""
    parents: list[int] = []
    ends = [len(lines)] * len(lines)
    path: list[int] = []
    for index, line in enumerate(lines):
        while path and lines[path[-1]].depth >= line.depth:
            ends[path.pop()] = index
        parents.append(path[-1] if path else -1)
        path.append(index)
    return tuple(
        replace(line, index=index, parent=parents[index], end=ends[index])
        for index, line in enumerate(lines)
    )


_CARDS = frozenset({"listitem", "article"})
_NAMED_BY_TEXT = CELLS | {"listitem"}
"""Roles whose own text is a child node."""


@lru_cache(maxsize=64)
def page_of(seen: Observation) -> Page:
    """Return the page of an observation."""
    lines = lines_of(_front_first(seen))
    return Page(title=seen.title, url=seen.url, dialog=seen.dialog, lines=lines)


def page_in(data: Iterable[object]) -> Page | None:
    """Return the newest page among the sources of a text, ``None`` for none."""
    seen = [each for each in data if isinstance(each, Observation)]
    return page_of(seen[-1]) if seen else None


def lines_of(nodes: Sequence[Node]) -> tuple[Line, ...]:
    """Return the lines of some nodes of a page, with their nesting.

    Nameless fields are named by the words beside them.
    """
    nodes = [node._replace(name="") if _shows_choice(node) else node for node in nodes]
    labels = labels_beside(nodes)
    nodes = [n._replace(name=labels[n.mmid]) if n.mmid in labels else n for n in nodes]
    found: list[Line] = []
    waiting = [(item, 0, Columns()) for item in reversed(tree(nodes))]
    while waiting:
        item, depth, columns = waiting.pop()
        if is_row(item):
            found.append(line_of(item.node, depth))
            for cell in columns.of(item):
                found += _cell(cell, depth + 1)
            continue
        if not item.children and is_idle(item.node):
            continue
        found.append(line_of(item.node, depth))
        if item.node.role in _CARDS and item.node.mmid is None and (pieces := flat(item)[0]):
            found += _pieces(pieces, depth + 1)
            continue
        if item.node.mmid is None and item.node.role in _NAMED_BY_TEXT and item.node.name:
            found.append(Line(role="text", name=item.node.name, depth=depth + 1))
        inside = Columns()
        waiting += [(child, depth + 1, inside) for child in reversed(item.children)]
    return linked(found)


def line_of(node: Node, depth: int = 0) -> Line:
    """Return the line of one node."""
    role = "item" if node.role == "listitem" else node.role
    nameless = _shows_choice(node) or (node.mmid is None and node.role in _NAMED_BY_TEXT)
    return Line(
        role=role,
        name="" if nameless else once(node.name).strip(),
        mmid=node.mmid,
        value=node.value,
        options=tuple(each.strip() for each in node.options if each.strip()),
        states=", ".join(node.states),
        level=node.level or 0,
        depth=depth,
    )


def _shows_choice(node: Node) -> bool:
    """Whether it is a list named after its chosen option."""
    return node.role == "combobox" and node.name == node.value


def _pieces(pieces: Sequence[tuple[str, Node]], depth: int) -> Iterator[Line]:
    """The contents of a short item; words without a break make one line."""
    words = ""
    for joint, node in [*pieces, ("", None)]:
        plain = node is not None and node.mmid is None and node.role == "text"
        if node is not None and plain and words and joint != "; ":
            words += f"{joint}{node.name}"
            continue
        if words.strip():
            yield Line(role="text", name=words.strip(), depth=depth)
        words = node.name if node is not None and plain else ""
        if node is not None and not plain:
            yield line_of(node, depth)


def _cell(cell: Item, depth: int) -> Iterator[Line]:
    """A cell's own text, and below it the elements inside."""
    inside = [cell.node, *(item.node for item in walk(cell.children))]
    words = "; ".join(n.name for n in inside if n.mmid is None and n.name.strip())
    yield Line(role="cell", name=words, depth=depth)
    yield from (line_of(node, depth + 1) for node in inside if node.mmid is not None)


def _front_first(seen: Observation) -> Sequence[Node]:
    """The nodes, starting with those of a modal layer."""
    layer = layer_in_front(seen)
    if layer is None:
        return seen.nodes
    start, end = layer
    return [*seen.nodes[start:end], *seen.nodes[:start], *seen.nodes[end:]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """The outcome of one call.

    Attributes:
        page: the page afterwards, as far as known.
        text: the reason for a refusal.
        fresh: lines new on the page, or the whole new page.
        navigated: whether another document is open.
        whole: whether the page was observed as a whole.
    """

    page: Page
    text: str = ""
    fresh: tuple[Line, ...] = ()
    error: bool = False
    navigated: bool = False
    changed: bool = False
    whole: bool = False


def read_result(page: Page, result: ToolResult) -> Step:
    """Derive what a call did to the page."""
    step = Step(page=page)
    for each in result.data:
        if isinstance(each, ChangeReport):
            step = _changed(page, each)
        elif isinstance(each, Observation):
            seen = page_of(each)
            step = replace(step, page=seen, fresh=step.fresh or seen.lines, whole=True)
    return replace(step, text=result.words, error=result.is_error)


def _changed(page: Page, report: ChangeReport) -> Step:
    waits = report.dialogs[-1] if report.dialog_open else None
    where = report.navigation
    if report.page is not None:
        new = page_of(report.page)
        new = replace(new, dialog=new.dialog or waits)
        return Step(page=new, fresh=new.lines, navigated=True, changed=True, whole=bool(new.lines))
    if where is not None and not where.same_document:
        new = Page(title=where.title, url=where.to_url, dialog=waits)
        return Step(page=new, navigated=True, changed=True)
    before = _changed(page, report.earlier) if report.earlier else Step(page=page)
    fresh = linked([*before.fresh, *_brought(report)])
    page = replace(before.page.plus(fresh), dialog=waits)
    page = page if where is None else replace(page, url=where.to_url)
    return replace(before, page=page, fresh=fresh, changed=not report.none, whole=False)


def _brought(report: ChangeReport) -> Iterator[Line]:
    """What was added to the page: nodes, remaining list items, texts, messages of dialogs."""
    yield from lines_of([*report.added, *(node for left in report.left for node in left.nodes)])
    for change in report.changed:
        if change.node.mmid is not None:
            yield line_of(change.node)
        elif change.what == "name":
            yield Line(role="text", name=change.after)
    for each in report.dialogs[: len(report.dialogs) - report.dialog_open]:
        yield Line(role="status", name=each.message)
