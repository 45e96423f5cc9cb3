"""Names for fields that have none of their own: the words that stand before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .outline import Line, Page

_LABELLED = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
_WORDS = frozenset({"text", "cell", "term", "label", "paragraph", "heading", "caption"})
_LONGEST = 40
"""A longer text is a sentence about the page, not a label."""


def with_labels(page: Page) -> Page:
    """The page with every nameless field called after the label before it, if there is one."""
    lines = list(page.lines)
    nameless = [n for n in lines if n.mmid is not None and not n.name and n.role in _LABELLED]
    before = [_label(tuple(reversed(page.lines[: n.index]))) for n in nameless]
    after = [_label(page.lines[n.index + 1 :]) for n in nameless]
    # Labels stand below their fields where the first has none above it and all have one below.
    below = len(nameless) > 1 and not before[0] and all(after)
    for line, name in zip(nameless, after if below else before, strict=True):
        lines[line.index] = replace(line, name=name)
    return replace(page, lines=tuple(lines))


def _label(lines: Sequence[Line]) -> str:
    """The words that come first, if they are short enough for a label."""
    for line in lines:
        if line.mmid is not None:
            return ""
        if line.name:
            said = line.name.strip()
            plain = len(said) <= _LONGEST and not said.endswith((".", "?", "!"))
            return said if plain and line.role in _WORDS else ""
    return ""
