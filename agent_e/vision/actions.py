"""The one canonical action: what every dialect's answer is read into and rendered from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal


class Space(StrEnum):
    """What the numbers of a point count, on both axes from the top left corner.

    ``CSS``: CSS pixels of the viewport, as the mouse takes them. ``IMAGE_PX``: pixels of the
    picture that was sent. ``RESIZED_PX``: pixels of the picture as the model's vision tower sees
    it, after ``smart_resize``. ``REL_…``: the picture's whole side is that number.
    """

    CSS = "css"
    IMAGE_PX = "image_px"
    RESIZED_PX = "resized_px"
    REL_1000 = "rel_1000"
    REL_999 = "rel_999"
    REL_100 = "rel_100"
    REL_1 = "rel_1"


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """A place on the page, in the space the model answers in."""

    x: float
    y: float
    space: Space


Kind = Literal[
    "click",
    "double_click",
    "triple_click",
    "right_click",
    "middle_click",
    "move",
    "drag",
    "select",
    "mouse_down",
    "mouse_up",
    "type",
    "key",
    "scroll",
    "wait",
    "screenshot",
    "more_marks",
    "zoom",
    "goto",
    "search",
    "back",
    "forward",
    "reload",
    "done",
    "ask",
    "note",
]

Direction = Literal["up", "down", "left", "right"]
Unit = Literal["px", "wheel", "page", "percent"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One thing a vision model wants done.

    Attributes:
        point: where; of a drag where it begins, of a zoom the region's top left corner. ``None``
            where the element says it, or where the pointer is now is meant (``mouse_down``,
            ``mouse_up`` and the beginning of a drag); a click has one, an element or a text.
        to: where a drag ends; the bottom right corner of a zoom.
        path: places a drag passes between the two.
        element: number of a mark.
        text: what to type; of a click without a place what to click, in words, of one with an
            element the place in it; where a drag ends, and what to select, likewise; the query of a
            search; the answer of ``done``, the question of ``ask``, the fact of ``note``.
        submit: whether Enter follows the text.
        clear: whether the field is emptied before.
        keys: Playwright names of keys or combinations, pressed one after the other.
        mods: Playwright names of keys held down meanwhile.
        direction: where a scroll goes.
        amount: how far a scroll goes, in ``unit``; for how many seconds to wait or to hold keys.
            ``None`` leaves it to whoever acts.
        url: where ``goto`` goes, as the model wrote it.
        success: of ``done``, whether the model holds the task for done.
        thought: what the model said before.
        repairs: what had to be mended to read the answer, one sentence part each.
        raw: the part of the answer it was read from; two actions that differ in it only are equal.
    """

    kind: Kind
    point: Point | None = None
    to: Point | None = None
    path: tuple[Point, ...] = ()
    element: int | None = None
    text: str | None = None
    submit: bool = False
    clear: bool = False
    keys: tuple[str, ...] = ()
    mods: tuple[str, ...] = ()
    direction: Direction | None = None
    amount: float | None = None
    unit: Unit | None = None
    url: str | None = None
    success: bool = True
    thought: str = ""
    repairs: tuple[str, ...] = ()
    raw: str = field(default="", compare=False)
