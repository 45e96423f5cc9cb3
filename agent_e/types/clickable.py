"""Clickable things as seen by an agent that clicks by words."""

from __future__ import annotations

from dataclasses import dataclass

from .picture import Rect


@dataclass(frozen=True, kw_only=True, slots=True)
class Linked:
    """Something on a page that may be clicked.

    Attributes:
        text: its lower-case text; ``None`` where it is not visible.
        box: position on the whole page, CSS pixels from its top left corner.
    """

    mmid: int
    text: str | None
    box: Rect
