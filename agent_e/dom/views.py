"""The two smaller views: what can be used, and what can be read. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from agent_e.types import Node

from .lines import Line, broken
from .outline import CELLS, Item, is_idle, is_row, walk
from .runs import MARKUP, Columns, Piece, gap
from .wording import Wording

_TITLES = frozenset(
    {"group", "radiogroup", "form", "dialog", "alertdialog", "region", "search", "navigation"}
    | {"banner", "contentinfo", "complementary", "toolbar", "menu", "menubar", "tablist", "listbox"}
    | {"tree", "table", "popover", "tabpanel", "frame"}
)
_ITEMS = frozenset({"row", "listitem", "article"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_READ = frozenset({"text", "heading", "listitem", "img", "term", "definition", *CELLS})
_CAPTIONED = frozenset({"fieldset", "figure", "table"})
"""Tags whose name is a caption that is seen."""
_LONGEST_TITLE = 80
_LONGEST_TOGETHER = 400


def field_lines(items: list[Item], wording: Wording) -> list[Line]:
    """Fields, buttons and links, each under the heading, group or item it is nearest to.

    What belongs to one item stands on one line when it is short.
    """
    found: list[Line] = []
    for holder, together in groupby(_titled(items), key=lambda each: each[0]):
        told = [(item.node, label) for _, item, label in together]
        nodes = [node for node, _ in told]
        title = _title(holder) if holder else ""
        parent = len(found) if title else -1
        in_item = holder is not None and holder.node.role in _ITEMS
        if title and not _is_titled_by(nodes, title):
            found.append(Line(indent=0, said=title, nodes=(), item=parent if in_item else -1))
        above = parent if parent < len(found) else -1
        size = sum(len(node.name) + MARKUP for node in nodes)
        groups = [told] if in_item and size <= _LONGEST_TOGETHER else [[each] for each in told]
        for group in groups:
            pieces: list[Piece] = [
                ("; " * (at > 0) + label, node) for at, (node, label) in enumerate(group)
            ]
            found.append(
                Line(
                    indent=0 if above < 0 else 1,
                    nodes=[node for node, _ in group],
                    parent=above,
                    item=(parent if above >= 0 else len(found)) if in_item else -1,
                    pieces=pieces,
                    wording=wording,
                )
            )
    return found


def reading_lines(items: list[Item]) -> list[Line]:
    """The text as the page reads, with what fields hold; no ids, no structure."""
    told: list[tuple[list[str], list[Node]]] = []
    waiting = [(item, "") for item in reversed(items)]
    columns = Columns()
    while waiting:
        item, said = waiting.pop()
        node = item.node
        if node.role in _TABLES:
            columns = Columns()
        if is_row(item):
            cells = (" ".join(_pieces(cell)) for cell in columns.of(item))
            told.append(([" | ".join(cells)], [node]))
            continue
        text = _read(item)
        # A heading or label that was read has read the elements in it as well.
        if said and node.mmid is not None and node.value is None and text in said:
            text = ""
        if item.children:
            waiting += [(child, text or said) for child in reversed(item.children)]
        if not text:
            continue
        goes_on = node.glue is not None and node.value is None and told
        if goes_on and (node.role == "text" or not _is_filled(told[-1][1][-1])):
            told[-1][0].append(f"{gap(told[-1][1][-1], node)}{text}")
            told[-1][1].append(node)
        else:
            told.append(([text], [node]))
    return [line for words, nodes in told for line in _broken("".join(words), nodes)]


def _broken(text: str, nodes: list[Node]) -> Iterator[Line]:
    for number, words in enumerate(broken(text)):
        yield Line(indent=0, said=words, nodes=() if number else nodes)


def _titled(items: list[Item]) -> Iterator[tuple[Item | None, Item, str]]:
    """Each element with what it stands under, and what labels it if it has no name.

    A heading serves what comes after it, the words right before a field that field.
    """
    waiting: list[tuple[Iterator[Item], list[Item | None]]] = [(iter(items), [None])]
    words = ""
    while waiting:
        siblings, holder = waiting[-1]
        item = next(siblings, None)
        if item is None:
            waiting.pop()
            words = ""
            continue
        if item.node.mmid is not None:
            if holder[0] and _is_ended(holder[0].node, item.node):
                holder[0] = None
            yield holder[0], item, f"{words.rstrip(' :*')}: " if _needs(item.node, words) else ""
        is_words = item.node.role == "text" and not is_idle(item.node)
        words = item.node.name if is_words else ""
        own = item if _is_title(item) else None
        if own and item.node.role == "heading":
            holder[0] = own
        if item.children:
            waiting.append((iter(item.children), [own or holder[0]]))


def _is_ended(heading: Node, node: Node) -> bool:
    """Whether an element that is a heading itself begins the next part of the page."""
    own, others = node.level, heading.level
    return heading.role == "heading" and own is not None and others is not None and own <= others


def _needs(node: Node, words: str) -> bool:
    """Whether the words before it are all that says what a field is for."""
    nameless = node.value is not None and node.name in ("", node.value)
    return nameless and not node.description and 0 < len(words) <= _LONGEST_TITLE


def _is_title(item: Item) -> bool:
    node = item.node
    if node.mmid is not None:
        return False
    if node.role in _ITEMS:
        return bool(node.name or _item_name(item))
    return node.role == "heading" or (node.role in _TITLES and node.name != "")


def _title(item: Item) -> str:
    node = item.node
    if node.role in _ITEMS:
        word = "item" if node.role == "listitem" else node.role
        return f"{word}: {(node.name or _item_name(item))[:_LONGEST_TITLE]}"
    if node.role == "heading":
        return f"heading {node.level} '{node.name}'"
    return f"{node.role} '{node.name}'"


def _is_titled_by(nodes: list[Node], title: str) -> bool:
    """Whether the first element says as much as the title: an item named by its only link."""
    first = nodes[0]
    named = first.role == "link" and (first.level or sum(n.role == "link" for n in nodes) == 1)
    return bool(named) and title == f"item: {first.name}"


def _item_name(item: Item) -> str:
    plain = []
    for part in walk(item.children):
        node = part.node
        if node.role == "heading" or node.level:
            return node.name
        if node.mmid is None and node.name:
            plain.append(node.name)
    return " | ".join(plain)


def _pieces(cell: Item) -> Iterator[str]:
    return (text for item in walk([cell]) if (text := _read(item)))


def _read(item: Item) -> str:
    node = item.node
    if node.mmid is None:
        return node.name if node.role in _READ or node.tag in _CAPTIONED else ""
    if (item.children and node.name.endswith("…")) or (node.role == "link" and is_idle(node)):
        return ""
    return _filled(node)


def _is_filled(node: Node) -> bool:
    """Whether what is read of it is a value rather than words."""
    return node.value is not None or any(state.endswith("checked") for state in node.states)


def _filled(node: Node) -> str:
    if node.value is not None:
        name = node.name if node.name != node.value else ""
        return f"{name or node.role}: {node.value or '(empty)'}"
    checked = [state for state in node.states if state.endswith("checked")]
    return f"{node.name or node.role} ({checked[0]})" if checked else node.name
