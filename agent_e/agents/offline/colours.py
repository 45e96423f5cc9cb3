"""Colours by their English names."""

from __future__ import annotations

import re

from .outline import Line

_HEX = re.compile(r"(?P<sign>#?)(?:[0-9a-f]{6}|[0-9a-f]{3})", re.I)
_NAMED = {
    "black": "000000", "white": "FFFFFF", "red": "FF0000", "lime": "00FF00", "green": "008000",
    "blue": "0000FF", "yellow": "FFFF00", "cyan": "00FFFF", "aqua": "00FFFF",
    "magenta": "FF00FF", "fuchsia": "FF00FF", "silver": "C0C0C0", "gray": "808080",
    "grey": "808080", "maroon": "800000", "olive": "808000", "purple": "800080",
    "teal": "008080", "navy": "000080", "orange": "FFA500", "pink": "FFC0CB", "brown": "A52A2A",
    "violet": "EE82EE", "gold": "FFD700", "indigo": "4B0082", "turquoise": "40E0D0",
}  # fmt: skip


def as_code(field: Line, words: str) -> str:
    """The code of a colour that is named, for a field that holds such a code; "" for others."""
    held = _HEX.fullmatch((field.value or "").strip())
    named = next(
        (_NAMED[word] for word in re.findall(r"[a-z]+", words.casefold()) if word in _NAMED), ""
    )
    return f"{held['sign']}{named}" if held and named else ""
