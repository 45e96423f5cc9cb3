"""Locates a quote on the pictures of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from .story import Box, Shot

NO_BOX = "where it stands was not noted"
NO_PICTURE = "no picture of this page was taken"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pictured:
    """One picture of the page, and the steps between whose acts it was taken.

    Attributes:
        url: address of the page on it.
        since: step of the act before it, 0 for none; a half is added between acts of one step.
        until: last step without an act after it when it was taken.
        viewport: width and height of what it shows, CSS pixels.
    """

    shot: Shot
    url: str
    since: float
    until: float
    viewport: tuple[float, float]

    def distance(self, step: int) -> tuple[float, bool]:
        """Distance to a step, 0 while nothing was done between; earlier pictures are worse."""
        return max(self.since - step, step - self.until, 0), self.until < step


def placed(fact: Mapping[str, Any], pictures: Iterable[Pictured]) -> tuple[Shot | None, str]:
    """Return the picture that shows a fact, with its quote marked; else the reason for none.

    It is the picture of that address taken nearest to its step.
    """
    boxes = list(_boxes(fact.get("boxes")))
    step, url = fact.get("step"), _page(str(fact.get("url") or ""))
    if not boxes or not isinstance(step, int):
        return None, NO_BOX
    near = [each for each in pictures if _page(each.url) == url]
    if not near:
        return None, NO_PICTURE
    best = min(near, key=lambda each: each.distance(step))
    across = best.shot.width / best.viewport[0]
    down = best.shot.height / best.viewport[1]
    drawn = tuple((x * across, y * down, w * across, h * down) for x, y, w, h in boxes)
    far = best.distance(step)[0] >= 1
    words = f"The page as it was at step {step}"
    if far:
        words = f"The page as it was at step {round(best.since)}, when it may have looked otherwise"
    shot = replace(best.shot, boxes=drawn, words=words)
    if where := shot.out_of_view:
        return None, f"it stood {where} what the pictures show"
    return shot, ""


def viewport_of(given: Sequence[Any], shot: Shot) -> tuple[float, float]:
    """The shown area in CSS pixels; for an older journal assumed to equal the picture's size."""
    if len(given) == 2 and all(_length(each) for each in given):
        return given[0], given[1]
    return shot.width, shot.height


def _boxes(given: object) -> Iterable[Box]:
    for box in given if isinstance(given, Sequence) and not isinstance(given, str) else ():
        if isinstance(box, Sequence) and len(box) == 4 and all(map(_number, box)):
            yield (box[0], box[1], box[2], box[3])


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _length(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def _page(url: str) -> str:
    return url.partition("#")[0]
