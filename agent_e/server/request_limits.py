"""Limits of a request body: bounded size, strict JSON, and bounded depth."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from agent_e.errors import BadArgument
from agent_e.parsing.depth import DEEPEST, depth_of

MAX_BYTES = 1 << 20
"""Maximum bytes of one body."""


def check_json(body: bytes) -> None:
    """Refuse what would not survive a round trip through a JSON file.

    Raises:
        BadArgument: it is not JSON, too deep, or has a number or character that JSON lacks.
    """
    if depth_of(body) > DEEPEST:
        raise BadArgument(f"The request nests deeper than {DEEPEST} levels.")
    try:
        value = json.loads(body, parse_constant=_no_number, parse_float=_finite)
        # Half of a surrogate pair is a character to Python only.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise BadArgument(f"The request is no JSON: {error}.") from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of it")


def _finite(text: str) -> Any:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value
