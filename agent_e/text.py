"""What is done to texts everywhere."""

from __future__ import annotations


def cut(text: str, longest: int) -> str:
    """Return at most so many characters of a text, the last of them an ellipsis where it is cut."""
    return text if len(text) <= longest else f"{text[: max(longest - 1, 0)].rstrip()}…"
