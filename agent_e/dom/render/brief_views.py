"""The two brief views: usable elements, and readable text. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from agent_e.types import Node

from .inline_runs import MARKUP, Columns, Piece, gap
from .items import SIDES, Item
from .node_format import Wording
from .node_tree import CELLS, is_idle, is_row, walk
from .outline import Line, broken

_TITLES = frozenset(
    {"group", "radiogroup", "form", "dialog", "alertdialog", "region", "search", "navigation"}
    | {"banner", "contentinfo", "complementary", "toolbar", "menu", "menubar", "tablist", "listbox"}
    | {"tree", "table", "popover", "tabpanel", "frame"}
)
_ITEMS = frozenset({"row", "listitem", "article"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_READ = frozenset({"text", "heading", "listitem", "img", "term", "definition", *CELLS})
_CAPTIONED = frozenset({"fieldset", "figure", "table"})
"""Tags whose name is a visible caption."""
_MAX_TITLE_LENGTH = 80
_MAX_TOGETHER_LENGTH = 400
_MAX_BUTTON_LENGTH = 60
_ENOUGH_TITLE = 24
"""Characters of its first cells that suffice to identify a row."""
_BOXES = frozenset({"checkbox", "radio", "switch"})
_SIGNS = frozenset({"button", "link"})
_LETTER = re.compile(r"\w")


def field_lines(items: list[Item], wording: Wording) -> list[Line]:
    """Fields, buttons and links, each under its nearest heading, group or item.

    Those of one item share a line if short.
    """
    found: list[Line] = []
    titled = list(_titled(items))
    names = Counter(each.item.node.name for each in titled if each.item.node.role == "link")
    for holder, together in groupby(titled, key=lambda each: each.holder):
        named = _labelled(list(together))
        nodes = [node for node, _ in named]
        in_item = holder is not None and holder.node.role in _ITEMS
        title = _title(holder) if holder else ""
        if holder and in_item and _is_titled_by(holder, nodes, names):
            title = ""
        above = len(found) if title else -1
        if title:
            found.append(Line(indent=0, cached_text=title, nodes=(), item=above if in_item else -1))
        size = sum(len(node.name) + MARKUP for node in nodes)
        groups = [named] if in_item and size <= _MAX_TOGETHER_LENGTH else [[each] for each in named]
        for group in groups:
            pieces: list[Piece] = [
                ("; " * (at > 0) + label, node) for at, (node, label) in enumerate(group)
            ]
            of = [node for node, _ in group]
            line = Line(indent=int(above >= 0), nodes=of, parent=above, pieces=pieces)
            line.item = (above if above >= 0 else len(found)) if in_item else -1
            line.wording = wording
            found.append(line)
    return found


def _labelled(together: Sequence[_Held]) -> list[tuple[Node, str]]:
    """Each node with its preceding words, if it has no name or a shared one."""
    alike = Counter((each.item.node.role, each.item.node.name) for each in together)
    labelled = []
    for each in together:
        node, words = each.item.node, each.words
        # Within a sentence, what precedes it is no label.
        apart = node.value is None and node.glue is None
        if node.description and node.role in _SIGNS:
            # Its icon says what it does; what precedes it may be about something else.
            apart = apart and node.name != ""
        one_of_several = alike[node.role, node.name] > 1 or not node.name
        label = each.needed or (words if one_of_several and apart else "")
        labelled.append((node, f"{label.rstrip(' :*')}: " if label else ""))
    return labelled


def reading_lines(items: list[Item]) -> list[Line]:
    """The page's text with field values; no ids, no structure."""
    rows: list[_Read] = []
    waiting = [(item, "", -1) for item in reversed(items)]
    columns = Columns()
    while waiting:
        item, above, side = waiting.pop()
        node = item.node
        if side < 0 and node.role in SIDES:
            side = len(rows)
        if node.role in _TABLES:
            columns = Columns()
        if is_row(item):
            cells = (" ".join(_pieces(cell)) for cell in columns.of(item))
            rows.append(_Read([" | ".join(cells)], [node], side))
            continue
        text = _read(item)
        # A heading or label already includes the elements in it.
        if above and node.mmid is not None and node.value is None and text in above:
            text = ""
        if item.children:
            waiting += [(child, text or above, side) for child in reversed(item.children)]
        if not text:
            continue
        before = rows[-1].nodes[-1] if rows and rows[-1].side == side else None
        if before and _goes_on(before, node, text):
            rows[-1].words.append(f"{gap(before, node)}{text}")
            rows[-1].nodes.append(node)
        else:
            rows.append(_Read([text], [node], side))
    return list(_broken(rows))


def _goes_on(before: Node, node: Node, text: str) -> bool:
    """Whether it continues the line of the previous node."""
    if node.glue is None or node.value is not None:
        return False
    # Stacked rather than side by side: clickable text is seldom so long.
    if node.mmid is not None and before.mmid is not None and len(text) > _MAX_BUTTON_LENGTH:
        return False
    return node.role == "text" or not _is_filled(before)


def _broken(rows: Sequence[_Read]) -> Iterator[Line]:
    begins: dict[int, int] = {}
    count = 0
    for each in rows:
        side = begins.setdefault(each.side, count) if each.side >= 0 else -1
        for number, words in enumerate(broken("".join(each.words))):
            yield Line(indent=0, cached_text=words, nodes=() if number else each.nodes, side=side)
            count += 1


class _Read(NamedTuple):
    """One line of text, and the first line of its sidebar."""

    words: list[str]
    nodes: list[Node]
    side: int


class _Held(NamedTuple):
    """An element, its holder, the words before it, and those if they are its label."""

    holder: Item | None
    item: Item
    words: str
    needed: str


def _titled(items: list[Item]) -> Iterator[_Held]:
    """Each element with its holder, and its label if it has no name.

    A heading serves what follows it, words right before a field that field.
    """
    waiting: list[tuple[Iterator[Item], list[Item | None]]] = [(iter(items), [None])]
    words: list[str] = []
    while waiting:
        siblings, holder = waiting[-1]
        item = next(siblings, None)
        if item is None:
            waiting.pop()
            words = []
            continue
        node = item.node
        if node.mmid is not None and not is_idle(node):
            if holder[0] and _is_ended(holder[0].node, node):
                holder[0] = None
            yield _Held(holder[0], item, _together(words), _needed(node, words))
        is_words = node.role == "text" and not is_idle(node)
        words = [*words[-1:], node.name] if is_words else []
        own = item if _is_title(item) else None
        if own and node.role == "heading":
            holder[0] = own
        if item.children:
            waiting.append((iter(item.children), [own or holder[0]]))


def _together(words: list[str]) -> str:
    """The last words before an element, with the preceding ones if short."""
    joined = "; ".join(words)
    return next((title for title in (joined, *words[-1:]) if len(title) <= _MAX_TITLE_LENGTH), "")


def _is_ended(heading: Node, node: Node) -> bool:
    """Whether an element that is a heading begins the next part of the page."""
    own, others = node.level, heading.level
    return heading.role == "heading" and own is not None and others is not None and own <= others


def _needed(node: Node, words: Sequence[str]) -> str:
    """The words before a field if nothing else says what it is for."""
    nameless = node.value is not None and node.name in ("", node.value) and not node.description
    return words[-1] if nameless and words and len(words[-1]) <= _MAX_TITLE_LENGTH else ""


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
        return f"{word}: {(node.name or _item_name(item))[:_MAX_TITLE_LENGTH]}"
    if node.role == "heading":
        return f"heading {node.level} '{node.name}'"
    return f"{node.role} '{node.name}'"


def _is_titled_by(holder: Item, nodes: Sequence[Node], names: Counter[str]) -> bool:
    """Whether an item begins with a link's name that no other link has."""
    named = (part.node for part in walk(holder.children) if part.node.name)
    first = next((node for node in named if node.role not in _BOXES), None)
    if holder.node.name or first is None or first.role != "link" or first not in nodes:
        return False
    return names[first.name] == 1 and _LETTER.search(first.name) is not None


def _item_name(item: Item) -> str:
    plain: list[str] = []
    for part in walk(item.children):
        node = part.node
        if node.role == "heading" or node.level:
            return node.name
        if node.mmid is None and node.name:
            plain.append(node.name)
        if item.node.role == "row" and (len(plain) > 2 or sum(map(len, plain)) >= _ENOUGH_TITLE):
            break
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
    """Whether its text is a value rather than words."""
    return node.value is not None or any(state.endswith("checked") for state in node.states)


def _filled(node: Node) -> str:
    if node.value is not None:
        name = node.name.rstrip(" :\uff1a") if node.name != node.value else ""
        return f"{name or node.role}: {node.value or '(empty)'}"
    checked = [state for state in node.states if state.endswith("checked")]
    return f"{node.name or node.role} ({checked[0]})" if checked else node.name
