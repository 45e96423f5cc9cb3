"""Names for fields that have none of their own: the words that stand before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .outline import Line, Page, parse_page

_LABELLED = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
_WORDS = frozenset({"text", "cell", "term", "label", "paragraph", "heading", "caption"})
_LONGEST = 40
"""A longer text is a sentence about the page, not a label."""


def read_page(text: str) -> Page:
    """Read an outline, its nameless fields named."""
    return with_labels(parse_page(text))


def with_labels(page: Page) -> Page:
    """The page with every nameless field called after the label before it, if there is one."""
    lines = list(page.lines)
    for line in page.lines:
        if line.mmid is not None and not line.name and line.role in _LABELLED:
            lines[line.index] = replace(line, name=_label(page.lines, line))
    return replace(page, lines=tuple(lines))


def _label(lines: Sequence[Line], field: Line) -> str:
    for line in reversed(lines[: field.index]):
        if line.mmid is not None:
            return ""
        if line.name:
            said = line.name.strip()
            plain = len(said) <= _LONGEST and not said.endswith((".", "?", "!"))
            return said if plain and line.role in _WORDS else ""
    return ""
