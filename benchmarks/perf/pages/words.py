"""Nonsense words and other filler of a page; the same for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_CONSONANTS = "bdfgklmnprstvzhj"
_VOWELS = "aeiou"

TOKEN = re.compile(r"[a-z]{5}\d\d")
"""The pattern of every nonsense word, so that one is found even where labels are run together."""


class Words:
    """A stream of unique nonsense words such as ``vokel17``."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(f"agent-e observation {seed}")
        self._used: set[str] = set()

    def word(self) -> str:
        """Return a new word; controls, decoys and mere text all draw from here."""
        while True:
            letters = "".join(
                self._random.choice(_VOWELS if place % 2 else _CONSONANTS) for place in range(5)
            )
            if letters not in self._used:
                self._used.add(letters)
                return f"{letters}{self._random.randrange(10, 100)}"

    def name(self) -> str:
        """Return a new capitalised word, for names and headings."""
        return self.word().capitalize()

    def pick(self, choices: Sequence[str]) -> str:
        """Return one of the choices."""
        return self._random.choice(choices)

    def number(self, low: int, high: int) -> int:
        """Return a whole number, both ends included."""
        return self._random.randint(low, high)

    def price(self) -> str:
        """Return an amount such as ``$41.90``."""
        return f"${self.number(4, 390)}.{self.pick(('00', '50', '90', '95', '99'))}"
