"""Text helpers: figures as text, and page text made harmless."""

from __future__ import annotations

import unicodedata


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


def cut(text: str, max_length: int) -> str:
    """Return at most so many characters of a text, the last of them an ellipsis where it is cut."""
    return text if len(text) <= max_length else f"{text[: max(max_length - 1, 0)].rstrip()}…"
