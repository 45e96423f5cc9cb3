"""Texts that change by themselves: clocks, counters, tickers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_DIGITS = re.compile(r"\d+")


def shape(text: str) -> str:
    """The text with its figures evened out."""
    return _DIGITS.sub("0", text)


def goes_on(texts: Sequence[str], before: str, after: str) -> bool:
    """Whether a place only shows one of its recent texts instead of another."""
    if not (before and after):
        whole = before or after
        return any(whole == text or (len(whole) > 3 and whole in text) for text in texts)
    rests = {before.replace(text, "\0", 1) for text in texts if text and text in before}
    return any(after.replace(text, "\0", 1) in rests for text in texts if text and text in after)


@dataclass(frozen=True, kw_only=True, slots=True)
class Moving:
    """What changes by itself in one world.

    Attributes:
        texts: recent texts of each such place, each place at its own index for good.
        ids: elements whose states do.
    """

    texts: Sequence[Sequence[str]] = ()
    ids: frozenset[int] = frozenset()

    def since(self, now: Moving) -> Moving:
        """The same places, with the texts that they have shown since."""
        texts = [[*old, *new] for old, new in zip(self.texts, now.texts, strict=False)]
        return Moving(texts=[*texts, *self.texts[len(texts) :]], ids=self.ids)
