"""Texts that change by themselves: clocks, counters, tickers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def joined(before: list[list[str]], now: Sequence[Sequence[str]]) -> list[list[str]]:
    """Restless places of before the action, with the texts they have shown since."""
    known = {text for texts in before for text in texts}
    return [*before, *(list(texts) for texts in now if known & set(texts))]
