"""Makes pages of what was observed: lines that know their place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from agent_e.dom.render.inferred_labels import labels_beside
from agent_e.dom.render.inline_runs import Columns, flat
from agent_e.dom.render.items import Item
from agent_e.dom.render.node_format import once
from agent_e.dom.render.outline import CELLS, is_idle, is_row, tree, walk
from agent_e.dom.render.overlays import layer_in_front
from agent_e.types import Node, Observation

from .outline import Line, Page, linked

_CARDS = frozenset({"listitem", "article"})
_NAMED_BY_TEXT = CELLS | {"listitem"}
"""Roles whose own words are a text inside."""
_OVER = re.compile(r"over (?:\d+ rows)?(?:, )?(?:(\d+) columns)?")
_MOST_COLUMNS = 50
_SPEAKING = re.compile(r"\S")


@lru_cache(maxsize=64)
def page_of(seen: Observation) -> Page:
    """Return the page that was observed."""
    lines = lines_of(_front_first(seen))
    return Page(title=seen.title, url=seen.url, dialog=seen.dialog, lines=lines)


def page_in(data: Iterable[object]) -> Page | None:
    """Return the newest page that a text was made from, ``None`` where it was made from none."""
    seen = [each for each in data if isinstance(each, Observation)]
    return page_of(seen[-1]) if seen else None


def lines_of(nodes: Sequence[Node]) -> tuple[Line, ...]:
    """Return the lines of some nodes of a page, each under what it stands in.

    Nameless fields are called by the words beside them.
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
    unsaid = _shows_choice(node) or (node.mmid is None and node.role in _NAMED_BY_TEXT)
    return Line(
        role=role,
        name="" if unsaid else once(node.name).strip(),
        mmid=node.mmid,
        value=node.value,
        options=tuple(each.strip() for each in node.options if each.strip()),
        states=", ".join(node.states),
        hint=node.description,
        level=node.level or 0,
        depth=depth,
    )


def _shows_choice(node: Node) -> bool:
    """Whether it is a list that is called by what was chosen in it."""
    return node.role == "combobox" and node.name == node.value


def _pieces(pieces: Sequence[tuple[str, Node]], depth: int) -> Iterator[Line]:
    """What is in a short item; words that go on without a break are one line."""
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
    """A cell's own words, and below it the elements inside; over two columns it stands in each."""
    inside = [cell.node, *(item.node for item in walk(cell.children))]
    words = "; ".join(n.name for n in inside if n.mmid is None and _SPEAKING.search(n.name))
    spans = [found for state in cell.node.states if (found := _OVER.fullmatch(state))]
    for _ in range(min(int(spans[0][1] or 1) if spans else 1, _MOST_COLUMNS)):
        yield Line(role="cell", name=words, depth=depth)
        yield from (line_of(node, depth + 1) for node in inside if node.mmid is not None)


def _front_first(seen: Observation) -> Sequence[Node]:
    """The nodes, those of the layer first that nothing outside of can be used before."""
    nodes = seen.nodes
    start = next((at for at in reversed(range(len(nodes))) if "modal" in nodes[at].states), None)
    if start is not None:
        after = range(start + 1, len(nodes))
        end = next((at for at in after if nodes[at].depth <= nodes[start].depth), len(nodes))
    elif layer := layer_in_front(seen):
        start, end = layer
    else:
        return nodes
    return [*nodes[start:end], *nodes[:start], *nodes[end:]]
