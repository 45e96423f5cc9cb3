"""What a request's body may be: of a bounded size, JSON to the letter, and not too deep."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from agent_e.errors import BadArgument

MAX_BYTES = 1 << 20
"""Bytes of one body."""
DEEPEST = 32
"""Objects and lists within each other."""


def check_json(body: bytes) -> None:
    """Refuse what would not come out of a JSON file as it went in.

    Raises:
        BadArgument: it is no JSON, too deep, or holds a number or a character that JSON has not.
    """
    if _depth(body) > DEEPEST:
        raise BadArgument(f"The request nests deeper than {DEEPEST} levels.")
    try:
        value = json.loads(body, parse_constant=_no_number, parse_float=_finite)
        # Half of a surrogate pair is a character to Python only.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise BadArgument(f"The request is no JSON: {error}.") from error


def _depth(body: bytes) -> int:
    """Count levels without reading values; brackets in words count for none."""
    deepest = depth = 0
    words = escaped = False
    for byte in body:
        if words:
            words = escaped or byte != 0x22
            escaped = not escaped and byte == 0x5C
        elif byte == 0x22:
            words = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of it")


def _finite(text: str) -> Any:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value
