"""What ``style`` attributes and those for sizes say."""

from __future__ import annotations

import re
from functools import lru_cache

from .tree import Element

_DECLARATION = re.compile(
    r"(?:^|;)\s*(display|visibility|position|float|flex-direction|flex-flow|white-space|cursor"
    r"|opacity|font-size|color|text-decoration|text-decoration-line|overflow|overflow-x|overflow-y|width|height|max-width|max-height|content-visibility)"
    r"\s*:\s*([^;!]+)",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)(?:px)?")


@lru_cache(maxsize=4096)
def declared(text: str) -> dict[str, str]:
    """The declarations of a ``style`` attribute that matter here; the last of a kind counts."""
    return {name.lower(): value.strip().lower() for name, value in _DECLARATION.findall(text)}


def width(element: Element) -> float | None:
    """Width in pixels that is written down, if one is."""
    return _size(element, "width")


def height(element: Element) -> float | None:
    """Height in pixels that is written down, if one is."""
    return _size(element, "height")


def _size(element: Element, side: str) -> float | None:
    written = declared(element.get("style") or "").get(side) or element.get(side) or ""
    found = _LENGTH.fullmatch(written.strip())
    return float(found[1]) if found else None
