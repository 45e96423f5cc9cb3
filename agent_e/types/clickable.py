"""What an agent that clicks by words is told apart by."""

from __future__ import annotations

from dataclasses import dataclass

from .picture import Rect


@dataclass(frozen=True, kw_only=True, slots=True)
class Linked:
    """Something on a page that may be clicked.

    Attributes:
        text: its words in small letters; ``None`` where it cannot be seen.
        box: where it is drawn on the whole page, CSS pixels from its top left corner.
    """

    mmid: int
    text: str | None
    box: Rect
