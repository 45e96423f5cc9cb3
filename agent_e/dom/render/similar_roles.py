"""Which roles may be taken for one another by who names an element. Pure."""

from __future__ import annotations

import re

from agent_e.types import Node

_PRESSED = frozenset({"button", "link", "clickable", "menuitem", "tab"})
"""What is pressed: another of these is meant only where it has the whole name."""
_GROUPS = (
    frozenset({"textbox", "searchbox", "combobox", "spinbutton"}),
    frozenset({"combobox", "listbox"}),
    frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem"}),
    frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    frozenset({"radio", "menuitemradio"}),
    frozenset({"slider", "spinbutton"}),
    frozenset({"listitem", "row", "article", "treeitem"}),
    frozenset({"cell", "gridcell", "columnheader", "rowheader"}),
    frozenset({"table", "grid", "treegrid"}),
    frozenset({"list", "listbox", "menu", "menubar", "tree"}),
    frozenset({"group", "radiogroup", "region", "form", "search", "article", "tabpanel"}),
    frozenset({"dialog", "alertdialog", "popover"}),
)
_OTHERS = frozenset(
    {"alert", "banner", "canvas", "complementary", "contentinfo", "definition", "figure", "frame"}
    | {"heading", "img", "log", "main", "meter", "navigation", "note", "progressbar", "rowgroup"}
    | {"scrollbar", "separator", "status", "tablist", "term", "timer", "toolbar", "tooltip"}
)
_TAGS = frozenset({"input", "select", "textarea"})
"""Words for fields that are tags and no roles."""
_WRITTEN = {"item": "listitem", "image": "img"}
"""As outlines and others write them."""
ROLES = _PRESSED.union(_OTHERS, _TAGS, _WRITTEN, *_GROUPS)
"""Words that are read as roles."""
_LEVEL = re.compile(r"heading [1-6]")

FIELDS = frozenset({"radio", "slider"}).union(_GROUPS[0], _GROUPS[1], _GROUPS[3])
"""Roles of what is filled in."""

FAR = 2
"""The rank of a role that counts only with the whole name."""


def role_in(words: str) -> str | None:
    """Return the role that words are, in small letters; ``None`` for any others."""
    words = words.rstrip(": ")
    if _LEVEL.fullmatch(words):
        return "heading"
    return _WRITTEN.get(words, words) if words in ROLES else None


def role_rank(node: Node, role: str) -> int | None:
    """Tell how near a node's role is to the one that is named: 0 the same, then 1, then ``FAR``.

    ``None`` where it is none that could be meant.
    """
    if role in (node.role, node.tag):
        return 0
    # A list to choose from takes no text, though its role is that of fields that do.
    chosen = node.tag == "select" and role in _GROUPS[0]
    if not chosen and any(role in group and node.role in group for group in _GROUPS):
        return 1
    return FAR if chosen or (role in _PRESSED and node.role in _PRESSED) else None
