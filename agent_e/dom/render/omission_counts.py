"""Counts what is left out of an outline. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .outline import Line

_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
_FEW_BUTTONS = 3
_COUNTED = ("link", "button", "field", "checkbox", "radio")
_UNITS = {"listitem": "item", "article": "item", "row": "row"}


def counts(found: Sequence[Line], indexes: Sequence[int]) -> str:
    """Count what is in these lines, such as ``214 more items (642 links, 214 buttons)``."""
    if not indexes:
        return ""
    # Read-only lines have no wording: they mention no actionable elements.
    acting = [found[index].nodes for index in indexes if found[index].wording]
    kinds = Counter([node.role for nodes in acting for node in nodes if node.mmid is not None])
    kinds["field"] = sum(kinds[role] for role in _FIELDS)
    parts = [f"{kinds[kind]} {plural(kind, kinds[kind])}" for kind in _COUNTED if kinds[kind]]
    word, number = _unit(found, indexes)
    return f"{number} more {plural(word, number)}" + (f" ({', '.join(parts)})" if parts else "")


def marker(found: Sequence[Line], missing: Sequence[int]) -> Line:
    """The line standing for those left out; a few buttons, such as a form's, are named."""
    indent = min(found[index].indent for index in missing)
    buttons = [
        (line.wording, node)
        for index in missing
        if (line := found[index]).wording and line.item < 0
        for node in line.nodes
        if node.mmid is not None and node.role == "button" and node.name
    ]
    shown = buttons if len(buttons) <= _FEW_BUTTONS else []
    among = ", ".join(wording.node(node) for wording, node in shown if wording)
    text = f"… {counts(found, missing)}" + (f", among it {among}" if among else "")
    return Line(indent=indent, nodes=[node for _, node in shown], cached_text=text)


def plural(word: str, count: int) -> str:
    """The word in the form for a number."""
    return word if count == 1 else f"{word}{'es' if word.endswith('x') else 's'}"


def _unit(found: Sequence[Line], indexes: Sequence[int]) -> tuple[str, int]:
    """The best unit for the lines: items or rows if there is nothing else."""
    begun = [index for index in indexes if found[index].item == index]
    rest = [index for index in indexes if found[index].item < 0]
    roles = {found[index].nodes[0].role for index in begun if found[index].nodes}
    if len(roles) == 1 and len(rest) <= len(begun) // 10:
        word = _UNITS.get(roles.pop(), "")
        if word:
            return word, len(begun)
    return "line", len(indexes)
