"""Numbers, marks and keys as models write them; ``None`` for anything else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agent_e.browser.key_names import key_name
from agent_e.errors import BadArgument

_TAG = re.compile(r"<[^<>]*>")
_NUMBER = re.compile(r"(?<![\d.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\d.])", re.ASCII)
_BESIDE_NUMBERS = re.compile(r"[\s,;:=()\[\]{}'\"xyXY]*")
_MARK = re.compile(r"\s*[\[(#]{0,3}\s*(\d{1,9})\s*[\])]{0,2}\s*", re.ASCII)
_MAX_KEYS = 100
_MAX_NUMBERS = 200
_MAX_VALUE = 1e7
"""No screenshot is larger; beyond it floats lose places and sums overflow."""


def key_in(text: str) -> str | None:
    """Return Playwright's name of a key or combination."""
    if len(text) > _MAX_KEYS:
        return None
    try:
        return key_name(text)
    except BadArgument:
        return None


def strings_in(value: object) -> list[str] | None:
    """Return a list of texts."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        return None
    found = [part for part in value if isinstance(part, str)]
    return found if len(found) == len(value) else None


def mark_in(value: object) -> int | None:
    """Return the number in ``5``, ``"5"``, ``"[5]"`` or ``"#5"``, or a list of exactly one."""
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        found = _MARK.fullmatch(value)
        return int(found[1]) if found else None
    number = number_in(value)
    if number is None or number < 0 or not number.is_integer():
        return None
    return int(number)


def place_in(value: object) -> tuple[float, float] | None:
    """Return the two numbers of a point in any form, or the centre of a box."""
    numbers = _numbers_in(value)
    if numbers is None or len(numbers) not in (2, 4):
        return None
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    left, top, right, bottom = numbers
    return ((left + right) / 2, (top + bottom) / 2) if left <= right and top <= bottom else None


def _numbers_in(value: object) -> list[float] | None:
    """Return the numbers of a point, ``None`` if it contains anything else."""
    if isinstance(value, Mapping):
        value = [value.get("x"), value.get("y")] if set(value) == {"x", "y"} else None
    if isinstance(value, str):
        bare = _TAG.sub(" ", value[: _MAX_NUMBERS + 1])
        beside = _NUMBER.sub(" ", bare)
        if len(value) > _MAX_NUMBERS or not _BESIDE_NUMBERS.fullmatch(beside):
            return None
        if "y" in beside.lower().partition("x")[0]:
            return None
        value = _NUMBER.findall(bare)
    if not isinstance(value, list | tuple) or len(value) > 4:
        return None
    numbers = [number_in(each) for each in value]
    found = [number for number in numbers if number is not None]
    return found if len(found) == len(numbers) else None


def number_in(value: object) -> float | None:
    """Return a finite number of sensible size, also from text."""
    if isinstance(value, str):
        text = value.strip() if len(value) <= _MAX_NUMBERS else ""
        value = float(text) if _NUMBER.fullmatch(text) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Compared before conversion to float, which a 400-digit integer overflows.
    return float(value) if -_MAX_VALUE <= value <= _MAX_VALUE else None
