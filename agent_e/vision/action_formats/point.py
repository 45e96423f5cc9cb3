"""Replies that are only a point: ``Click(x, y)``, ``(x, y)``, ``{"x": …, "y": …}``, boxes.

Sources: Holo's localizers, GTA1, and other vision models' replies to requests for a point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from agent_e.parsing.json_values import json_values
from agent_e.parsing.refusals import quoted, refusal
from agent_e.vision.actions import Action, Point, Space

from .base import Dialect
from .values import place_in

_MEMBERS = ("point_2d", "point", "coordinate", "coordinates", "position", "bbox_2d", "bbox", "box")
_TAGGED = re.compile(r"<point>(.*?)</point>|<\|box_start\|>(.*?)(?:<\|box_end\|>|$)", re.S)
_ATTRIBUTES = re.compile(r"<points?\s+x1?=\"([\d.]+)\"\s+y1?=\"([\d.]+)\"")
_BRACKETS = re.compile(r"[(\[]([-+\d.,;\s:xyXYeE=]+?)[)\]]")
_MAX_DEPTH = 3
_MAX_LENGTH = 20_000


def read(text: str, space: Space) -> list[Action]:
    """Read the first point in a reply; the corners of a box mean its centre."""
    text = text[:_MAX_LENGTH]
    place = _of_json(text) or _of_words(text)
    if place is None:
        raise refusal("bad_point", f"{quoted(text)} names no point.")
    return [Action(kind="click", point=Point(x=place[0], y=place[1], space=space), raw=text)]


def _of_json(text: str) -> tuple[float, float] | None:
    found = (_of_value(each.value, _MAX_DEPTH) for each in json_values(text))
    return next((place for place in found if place), None)


def _of_value(value: object, depth: int) -> tuple[float, float] | None:
    if not depth:
        return None
    if isinstance(value, Mapping):
        if {"x", "y"} <= value.keys():
            return place_in([value["x"], value["y"]])
        inner = [value[name] for name in (*_MEMBERS, "arguments", "action") if name in value]
    elif isinstance(value, list):
        if place := place_in(value):
            return place
        inner = value
    else:
        return place_in(value)
    return next((found for each in inner if (found := _of_value(each, depth - 1))), None)


def _of_words(text: str) -> tuple[float, float] | None:
    if attributes := _ATTRIBUTES.search(text):
        return place_in([attributes[1], attributes[2]])
    pieces = [one or other for one, other in _TAGGED.findall(text)] or _BRACKETS.findall(text)
    return next((found for each in (*pieces, text) if (found := place_in(each))), None)


POINT = Dialect(
    name="point",
    example="Click(320, 180)",
    reads=read,
    writes=lambda x, y, thought: f"Click({x}, {y})",
)
