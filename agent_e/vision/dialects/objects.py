"""Tool calls as data: the shapes they come in, and what they are written back from."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping

from ..actions import Point
from .base import quoted, refusal
from .jsons import json_values

_ARGUMENTS = ("arguments", "parameters", "input")


def listed(value: object) -> list[object]:
    """Return the items of a list, or the value as the only one."""
    return list(value) if isinstance(value, list | tuple) else [value]


def mapped(value: object) -> Mapping[str, object]:
    """Return an object whose keys are texts.

    Raises:
        ActionParseError: it is something else.
    """
    if not isinstance(value, Mapping):
        raise refusal("no_action", f"{quoted(value)} is no object that could name an action.")
    return {key: each for key, each in value.items() if isinstance(key, str)}


def called(value: object) -> tuple[str, Mapping[str, object]] | None:
    """Return the function and the arguments of a call as any provider writes it, else ``None``.

    Raises:
        ActionParseError: the arguments are a text that is no JSON object (``bad_json``).
    """
    if not isinstance(value, Mapping):
        return None
    inner = value.get("function")
    call = inner if isinstance(inner, Mapping) else value
    name = call.get("name")
    given = next((call[key] for key in _ARGUMENTS if key in call), None)
    if not isinstance(name, str) or given is None:
        return None
    if isinstance(given, str):
        found = next(json_values(given), None)
        if found is None or not isinstance(found.value, Mapping):
            raise refusal("bad_json", f"The arguments {quoted(given)} are no valid JSON.")
        given = found.value
    return name, mapped(given)


def raw_of(value: object) -> str:
    """Return data as JSON for the record, or shortened where it is no JSON."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return reprlib.repr(value)


def number(value: float) -> int | float:
    """Return a whole number as an integer, as models write it."""
    return int(value) if float(value).is_integer() else value


def pair(point: Point) -> list[int | float]:
    """Return a point as ``[x, y]``."""
    return [number(point.x), number(point.y)]


def lowered(key: str) -> str:
    """Return a key's name in small letters; a letter's own case says which letter it is."""
    return key if len(key) == 1 else key.lower()
