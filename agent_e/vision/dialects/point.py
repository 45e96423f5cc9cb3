"""Answers that are nothing but a place: ``Click(x, y)``, ``(x, y)``, ``{"x": …, "y": …}``, boxes.

Sources: Holo's localizers, GTA1, and whatever vision models answer when they are asked for a point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..actions import Action, Point
from .base import Dialect, Seen, only, quoted, refusal, unsayable
from .jsons import json_values
from .objects import number
from .texts import bare
from .values import numbers_in

_MEMBERS = ("point_2d", "point", "coordinate", "coordinates", "position", "bbox_2d", "bbox", "box")
_TAGGED = re.compile(r"<point>(.*?)</point>|<\|box_start\|>(.*?)(?:<\|box_end\|>|$)", re.S)
_ATTRIBUTES = re.compile(r"<points?\s+x1?=\"([\d.]+)\"\s+y1?=\"([\d.]+)\"")
_BRACKETS = re.compile(r"[(\[]([-+\d.,;\s:xyXYeE=]+?)[)\]]")
_DEEPEST = 3
_LONGEST = 20_000


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read the first place that a reply names; two corners of a box stand for its middle."""
    if not isinstance(reply, str):
        raise refusal("no_action", f"{quoted(reply)} is no answer in words.")
    text = bare(reply)[:_LONGEST]
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no point in it.")
    numbers = _of_json(text) or _of_words(text)
    if numbers is None:
        raise refusal("bad_point", f"{quoted(text)} names no point.")
    across, down = numbers
    return (Action(kind="click", point=Point(x=across, y=down, space=seen.space), raw=text),)


def _of_json(text: str) -> tuple[float, float] | None:
    found = (_of_value(each.value, _DEEPEST) for each in json_values(text))
    return next((numbers for numbers in found if numbers), None)


def _of_value(value: object, depth: int) -> tuple[float, float] | None:
    if not depth:
        return None
    if isinstance(value, Mapping):
        if {"x", "y"} <= value.keys():
            return _middle([value["x"], value["y"]])
        inner = [value[name] for name in (*_MEMBERS, "arguments", "action") if name in value]
    elif isinstance(value, list):
        if numbers := _middle(value):
            return numbers
        inner = value
    else:
        return _middle(value)
    return next((found for each in inner if (found := _of_value(each, depth - 1))), None)


def _of_words(text: str) -> tuple[float, float] | None:
    if attributes := _ATTRIBUTES.search(text):
        return _middle([attributes[1], attributes[2]])
    pieces = [one or other for one, other in _TAGGED.findall(text)] or _BRACKETS.findall(text)
    return next((found for each in (*pieces, text) if (found := _middle(each))), None)


def _middle(value: object) -> tuple[float, float] | None:
    numbers = numbers_in(value)
    if numbers is None or len(numbers) not in (2, 4):
        return None
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    left, top, right, bottom = numbers
    return ((left + right) / 2, (top + bottom) / 2) if left <= right and top <= bottom else None


def write(action: Action) -> str:
    """Write ``Click(x, y)``."""
    if action.kind != "click" or action.point is None or action.thought:
        raise unsayable("A point", action)
    only("A point", action, "point")
    return f"Click({number(action.point.x)}, {number(action.point.y)})"


POINT = Dialect(name="point", example="Click(320, 180)", reads=read, writes=write)
