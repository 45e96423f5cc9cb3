"""Paths into JSON values, and their comparison."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

MISSING: Any = object()
"""Value of a path that leads nowhere."""


def at_path(value: Any, path: str) -> Any:
    """Follow a dotted path: keys, indices (``-1`` is the last), ``*`` for each of a list."""
    parts = path.split(".") if path else []
    return _follow(value, parts)


def _follow(value: Any, parts: Sequence[str]) -> Any:
    for number, part in enumerate(parts):
        if part == "*":
            inner = value.values() if isinstance(value, Mapping) else value
            if not isinstance(inner, list) and not isinstance(value, Mapping):
                return MISSING
            found = [_follow(each, parts[number + 1 :]) for each in inner]
            return [each for each in found if each is not MISSING]
        value = _step(value, part)
        if value is MISSING:
            return MISSING
    return value


def _step(value: Any, part: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(part, MISSING)
    if isinstance(value, list) and part.removeprefix("-").isdigit():
        index = int(part)
        return value[index] if -len(value) <= index < len(value) else MISSING
    return MISSING


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; true is not 1, and 0.1 + 0.2 is 0.3."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def covers(value: Any, wanted: Any) -> bool:
    """Whether a value equals the wanted one, where objects may have additional keys."""
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and all(
            covers(at_path(value, key) if key not in value else value[key], inner)
            for key, inner in wanted.items()
        )
    return value is not MISSING and same(value, wanted)


def without(value: Any, ignored: Sequence[str]) -> Any:
    """Return the value with these keys removed from every object."""
    if isinstance(value, Mapping):
        return {key: without(inner, ignored) for key, inner in value.items() if key not in ignored}
    return [without(each, ignored) for each in value] if isinstance(value, list) else value


def added(before: Any, after: Any) -> list[Any]:
    """Return the items a list gained, each as often as it was added."""
    rest = [_text(each) for each in before] if isinstance(before, list) else []
    new = []
    for each in after:
        if _text(each) in rest:
            rest.remove(_text(each))
        else:
            new.append(each)
    return new


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)
