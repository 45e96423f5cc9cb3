"""Values for labelled fields out of a free sentence: "books by Lee from year 1990"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .language import content, words
from .outline import Line

_STEM = 5
"""Letters that a label and a word of the sentence share: director, directed."""
_VALUE = r"(?P<v>[\"“][^\"”]+[\"”]|(?:[A-Z\d][\w'’.-]*)(?:\s+[A-Z\d][\w'’.-]*)*|[\w'’.-]+)"
_LINK = r"(?:\s+(?:is|are|of|by|in|named|called|equal to|from|to|as)|\s*[:=])?\s+"


def slots(text: str, fields: Sequence[Line]) -> list[tuple[Line, str]]:
    """Pair fields with what the sentence says after a word akin to their label.

    One field that is left over takes the one word before the thing that is looked for.
    """
    found: list[tuple[Line, str]] = []
    left = []
    for line in fields:
        hit = _after(text, line.name)
        found += [(line, hit.strip('"“”.,'))] if hit else []
        left += [] if hit else [line]
    if found and len(left) == 1 and (trait := _trait(text, found)):
        found.append((left[0], trait))
    return found


def _after(text: str, label: str) -> str:
    for word in words(label):
        stem = re.escape(word[: max(_STEM, len(word) - 3)])
        if len(word) < 3 or not content(word):
            continue
        if hit := re.search(rf"(?i:\b{stem}\w*){_LINK}{_VALUE}", text):
            return hit["v"]
    return ""


def _trait(text: str, found: Sequence[tuple[Line, str]]) -> str:
    """The word before the noun in "search for TRAIT things ..."."""
    hit = re.search(r"\bfor (?:an? |the |all |some )?(?P<v>[\w-]+)\s+[a-z]+\b", text, re.I)
    taken = {value.casefold() for _line, value in found}
    return hit["v"] if hit and hit["v"].casefold() not in taken else ""
