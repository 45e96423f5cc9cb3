"""White space and signs in text, and numbers as pages write them."""

from __future__ import annotations

import re

# Soft hyphens, joiners without a width and glyphs of icon fonts say nothing.
_EMPTY = re.compile("[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]+")
_BLANKS = re.compile("[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?\d{1,9})")


def clean(text: str) -> str:
    """White space as one blank each, without signs that only serve the layout."""
    return _BLANKS.sub(" ", text if text.isascii() else _EMPTY.sub("", text))


def squeeze(text: str) -> str:
    """As ``clean``, without blanks at the ends."""
    return clean(text).strip(" ")


def number(text: str | None) -> float | None:
    """The number that an attribute holds, if it is one."""
    found = _NUMBER.fullmatch((text or "").strip())
    value = float(found[0]) if found else None
    return value if value is not None and abs(value) != float("inf") else None


def integer(text: str | None) -> int | None:
    """The whole number that an attribute begins with, if it does."""
    found = _INTEGER.match(text or "")
    return int(found[1]) if found else None


def written(value: float) -> str:
    """A number as short as it can be said."""
    return str(int(value)) if value == int(value) else repr(value)
