"""Words as numbers for the small grounder: hashed words, pairs of them, and parts of them. Pure."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise

VOCABULARY = 16_384
"""Numbers there are; 0 fills up."""
LENGTH = 96
"""Numbers a description has, filled up or cut."""
_WORD = re.compile(r"\w+")
_PART = 3


def encode(description: str) -> list[int]:
    """Return ``LENGTH`` numbers for a description in any language.

    Whole words come first, so that a long description loses parts of words before words.
    """
    words = _WORD.findall(description.casefold())
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    parts = [part for word in words for part in _parts(f"<{word}>")]
    numbers = [_number(each) for each in (*words, *pairs, *parts)][:LENGTH]
    return numbers + [0] * (LENGTH - len(numbers))


def _parts(word: str) -> list[str]:
    return [word[start : start + _PART] for start in range(len(word) - _PART + 1)]


def _number(text: str) -> int:
    return 1 + zlib.crc32(text.encode()) % (VOCABULARY - 1)
