"""Visual labels of nameless fields: the words beside them."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.types import Node

_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
_WORDS = frozenset({"text", "cell", "rowheader", "columnheader", "term", "heading"})
_MAX_LABEL_LENGTH = 40
"""Characters: longer text is a sentence, not a label."""


def labels_beside(nodes: Sequence[Node]) -> dict[int, str]:
    """Return the words right before or after each nameless field, by field id."""
    before = _nearest(nodes)
    after = _nearest(nodes[::-1])
    order = [n.mmid for n in nodes if n.mmid is not None and not n.name and n.role in _FIELDS]
    # Labels are below their fields if the first has none above and all have one below.
    below = len(order) > 1 and order[0] not in before and all(mmid in after for mmid in order)
    return after if below else before


def _nearest(nodes: Sequence[Node]) -> dict[int, str]:
    """The words right before each nameless field, in the given order."""
    found: dict[int, str] = {}
    words = ""
    for node in nodes:
        if node.mmid is not None:
            if words and not node.name and node.role in _FIELDS:
                found[node.mmid] = words
            words = ""
        elif node.name:
            plain = " ".join(node.name.split())
            label = len(plain) <= _MAX_LABEL_LENGTH and not plain.endswith((".", "?", "!"))
            words = plain if label and node.role in _WORDS else ""
    return found
