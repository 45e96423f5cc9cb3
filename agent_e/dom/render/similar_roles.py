"""Roles that may be confused when naming an element. Pure."""

from __future__ import annotations

import re

from agent_e.types import Node

_PRESSED = frozenset({"button", "link", "clickable", "menuitem", "tab"})
"""Pressable roles: another of these matches only with the full name."""
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
"""Words for fields that are tags, not roles."""
_WRITTEN = {"item": "listitem", "image": "img"}
"""Spellings used by outlines and others."""
ROLES = _PRESSED.union(_OTHERS, _TAGS, _WRITTEN, *_GROUPS)
"""Words interpreted as roles."""
_LEVEL = re.compile(r"heading [1-6]")

FIELDS = frozenset({"radio", "slider"}).union(_GROUPS[0], _GROUPS[1], _GROUPS[3])
"""Roles of fields to fill in."""

FAR = 2
"""Rank of a role that matches only with the full name."""


def role_in(words: str) -> str | None:
    """Return the role that lower-case words name; ``None`` for others."""
    words = words.rstrip(": ")
    if _LEVEL.fullmatch(words):
        return "heading"
    return _WRITTEN.get(words, words) if words in ROLES else None


def role_rank(node: Node, role: str) -> int | None:
    """Return how near a node's role is to the named one: 0 the same, then 1, then ``FAR``.

    ``None`` if it cannot be meant.
    """
    if role in (node.role, node.tag):
        return 0
    # A select takes no text, though its role is that of fields that do.
    chosen = node.tag == "select" and role in _GROUPS[0]
    if not chosen and any(role in group and node.role in group for group in _GROUPS):
        return 1
    return FAR if chosen or (role in _PRESSED and node.role in _PRESSED) else None
