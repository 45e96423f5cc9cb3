"""The canonical action that every dialect is parsed into."""

from __future__ import annotations

import json
import reprlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal


class Space(StrEnum):
    """The unit of a point's numbers, on both axes from the top left corner.

    ``CSS``: CSS pixels of the viewport, as for the mouse. ``IMAGE_PX``: pixels of the picture sent.
    ``RESIZED_PX``: pixels of the picture as the model's vision tower sees it, after
    ``smart_resize``. ``REL_1000``: thousandths of the picture's side.
    """

    CSS = "css"
    IMAGE_PX = "image_px"
    RESIZED_PX = "resized_px"
    REL_1000 = "rel_1000"


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """A place on the page, in the model's coordinate space."""

    x: float
    y: float
    space: Space


Kind = Literal[
    "click", "double_click", "triple_click", "right_click", "middle_click", "move", "drag", "type",
    "key", "scroll", "wait", "screenshot", "goto", "search", "back", "forward", "done", "ask",
    "note",
]  # fmt: skip
Direction = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One action that a vision model requests.

    Attributes:
        point: where; a drag's start; ``None`` for the pointer's position.
        to: where a drag ends.
        text: what to type; the query of a search; the answer of ``done``, the question of ``ask``,
            the fact of ``note``.
        submit: whether Enter follows the text.
        keys: Playwright names of keys or combinations, pressed one after the other.
        direction: of a scroll; the executor decides how far.
        url: where ``goto`` goes, as the model wrote it.
        raw: the part of the answer it was read from; ignored in comparisons.
    """

    kind: Kind
    point: Point | None = None
    to: Point | None = None
    text: str | None = None
    submit: bool = False
    keys: tuple[str, ...] = ()
    direction: Direction | None = None
    url: str | None = None
    raw: str = field(default="", compare=False)


def raw_of(value: object) -> str:
    """Return data as JSON for the record, or a shortened repr."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return reprlib.repr(value)
