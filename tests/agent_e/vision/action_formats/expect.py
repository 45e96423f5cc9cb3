"""Short forms for expected actions, and the two checks every dialect's strings go through."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.errors import ActionParseError
from agent_e.vision.action_formats import Dialect
from agent_e.vision.actions import Action, Point, Space

SPACE = Space.RESIZED_PX


def at(x: float, y: float) -> Point:
    return Point(x=x, y=y, space=SPACE)


def click(x: float, y: float) -> Action:
    return Action(kind="click", point=at(x, y))


def parsed(dialect: Dialect, reply: str) -> Any:
    return dialect.parse(reply, SPACE)


def refused(dialect: Dialect, reply: str) -> str:
    """Return the code of a refusal, whose words must suit a model that is asked again."""
    with pytest.raises(ActionParseError) as caught:
        parsed(dialect, reply)
    words = str(caught.value)
    assert words.endswith(f"Answer like this: {dialect.example}")
    assert 10 < len(caught.value.problem) < 500
    assert parsed(dialect, dialect.example)
    return caught.value.code
