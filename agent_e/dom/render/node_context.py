"""The subject of a text: preceding words on its line, its term, row or heading. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from agent_e.text import cut
from agent_e.types import Node

from .node_tree import CELLS

if TYPE_CHECKING:
    from agent_e.dom.changes.tree_nodes import TreeNode

_OWN_LABEL = re.compile(r"\D{2,40}: ")
_SPEAKING = re.compile(r"[^\W\d_]{2}")
_MAX_LENGTH = 200
_MAX_LABEL_LENGTH = 60
_MAX_NAME_LENGTH = 80


def label(node: Node, *, number: bool = True) -> str:
    """Name a node in a few words: its id, role and name, or its hint if nameless.

    Without ``number``, for readers to whom ids mean nothing.
    """
    start = f"[{node.mmid}] " if number and node.mmid is not None else ""
    start += "item" if node.role == "listitem" else node.role
    if node.name:
        return f"{start} '{clipped(node.name, _MAX_NAME_LENGTH)}'"
    # An invalid field's description is its error.
    hint = "" if "invalid" in node.states else clipped(node.description, _MAX_NAME_LENGTH)
    return f"{start} (hint: {hint})" if hint else start


def clipped(text: str, max_length: int = _MAX_LENGTH) -> str:
    """Return a text on one line, truncated if long."""
    return cut(" ".join(text.split()), max_length)


class About(NamedTuple):
    """A text's subject, as in ``Price``, or else the heading or group above it."""

    label: str = ""
    under: str = ""


def about(branch: TreeNode) -> About:
    """Find the subject of a text that does not name it itself.

    Elements have names and need none, and neither do headings and titles of groups.
    """
    node = branch.node
    if node.mmid is not None or (node.role not in CELLS | {"text", "definition", "listitem"}):
        return About()
    if _OWN_LABEL.match(node.name):
        return About()
    if found := _before(branch) or _term(branch) or _headers(branch):
        return About(label=clipped(found.rstrip(" :"), _MAX_LABEL_LENGTH))
    return About(under=clipped(_above(branch), _MAX_LABEL_LENGTH))


def _before(branch: TreeNode) -> str:
    """The words before it on its line, preferably the nearest ending in a colon."""
    words: list[str] = []
    siblings = branch.parent.children if branch.parent else []
    place = branch
    while place.node.glue is not None and place.position > 0:
        place = siblings[place.position - 1]
        if place.node.mmid is not None:
            break
        if _SPEAKING.search(place.node.name):
            words.append(place.node.name)
    ending = [text for text in words if text.rstrip().endswith(":")]
    return (ending or words or [""])[0]


def _term(branch: TreeNode) -> str:
    for place in _path(branch):
        if place.node.role == "definition" and place.parent:
            earlier = place.parent.children[: place.position]
            terms = [each for each in earlier if each.node.role == "term" or each.node.tag == "dt"]
            return _words(terms[-1]) if terms else ""
    return ""


def _headers(branch: TreeNode) -> str:
    """The first words of its table row and its column header."""
    for cell in _path(branch):
        row = cell.parent
        if cell.node.role not in CELLS or row is None:
            continue
        first = _words(row.children[0]) if cell.position else ""
        column = _column(row, cell.position) if cell.position else ""
        return ", ".join(filter(None, [first, column]))
    return ""


def _column(row: TreeNode, position: int) -> str:
    table = row.parent
    while table is not None and table.node.role not in ("table", "grid", "treegrid"):
        table = table.parent
    for head in _rows(table) if table else ():
        if head is row:
            return ""
        if len(head.children) > position and head.children[position].node.role == "columnheader":
            return _words(head.children[position])
    return ""


def _rows(table: TreeNode) -> Iterator[TreeNode]:
    for child in table.children:
        yield from ([child] if child.node.role == "row" else child.children)


def _above(branch: TreeNode) -> str:
    """The nearest preceding heading or enclosing named group."""
    for place in _path(branch):
        if place is not branch and place.node.name and place.node.mmid is None:
            return place.node.name
        earlier = place.parent.children[: place.position] if place.parent else []
        for each in reversed(earlier):
            if each.node.role == "heading" or each.node.level:
                return each.node.name
    return ""


def _path(branch: TreeNode) -> Iterator[TreeNode]:
    """The branch and its ancestors, without the page itself."""
    place: TreeNode | None = branch
    while place is not None and place.parent is not None:
        yield place
        place = place.parent


def _words(branch: TreeNode) -> str:
    if branch.node.name:
        return branch.node.name
    return " ".join(filter(None, (_words(child) for child in branch.children)))
