"""What nameless fields are called by those who see the page: the words before them."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.types import Node

_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
_WORDS = frozenset({"text", "cell", "rowheader", "columnheader", "term", "heading"})
_LONGEST = 40
"""Characters: what is longer is a sentence, no label."""


def labels_before(nodes: Sequence[Node]) -> dict[int, str]:
    """Return the words right before each field that has no name, by the field's id."""
    found: dict[int, str] = {}
    said = ""
    for node in nodes:
        if node.mmid is not None:
            if said and not node.name and node.role in _FIELDS:
                found[node.mmid] = said
            said = ""
        elif node.name:
            plain = " ".join(node.name.split())
            label = len(plain) <= _LONGEST and not plain.endswith((".", "?", "!"))
            said = plain if label and node.role in _WORDS else ""
    return found
