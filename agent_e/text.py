"""Text helpers: figures as text, page text made harmless, texts compared."""

from __future__ import annotations

import re
import unicodedata

UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
"""Chinese characters, kana and Hangul, whose words are not separated by spaces."""


def format_count(number: int, noun: str) -> str:
    """Format a count: ``1 step``, ``12,345 tokens``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def format_cost(dollars: float | None) -> str:
    """Format a cost in US dollars; ``None`` is unknown."""
    if dollars is None:
        return "cost unknown"
    if dollars == 0:
        return "$0"
    return f"${dollars:.4f}" if dollars < 0.1 else f"${dollars:.2f}"


def format_time(seconds: float) -> str:
    """Format a duration: ``0.8 s``, ``42 s``, ``3 min 05 s``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def clean(text: str) -> str:
    """Return the text on one line, without anything that could steer a terminal.

    Escape sequences, other control characters and bidirectional overrides are dropped.
    """
    return " ".join("".join(map(harmless, text)).split())


def harmless(character: str) -> str:
    """Return the character, or a stand-in for one that cannot be shown."""
    if character.isprintable():
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def fold_case(text: str) -> str:
    """Return the text as it looks: compatible forms, lower case, single blanks, nothing unseen."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Cf").split())


def cut(text: str, max_length: int) -> str:
    """Return at most so many characters of a text, the last of them an ellipsis where it is cut."""
    return text if len(text) <= max_length else f"{text[: max(max_length - 1, 0)].rstrip()}…"
