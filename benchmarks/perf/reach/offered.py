"""The actionable elements of an outline, each with its line. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from agent_e.types import Node, Observation

_NUMBER = re.compile(r"\[(\d+)\] ")


class Key(NamedTuple):
    """Identifies an element when its screen is opened again and its number has changed."""

    role: str
    name: str
    tag: str
    nth: int


class Offered(NamedTuple):
    """An element not marked as disabled, and its line."""

    node: Node
    line: str


def offered(observation: Observation, outline: str) -> dict[Key, Offered]:
    """Return what a complete outline offers, in page order."""
    lines = _lines(outline.splitlines())
    alike: Counter[tuple[str, str, str]] = Counter()
    found = {}
    for node in observation.elements:
        who = (node.role, node.name, node.tag)
        alike[who] += 1
        assert node.mmid is not None
        if node.mmid in lines and "disabled" not in node.states:
            found[Key(*who, alike[who])] = Offered(node, lines[node.mmid])
    return found


def _lines(lines: Sequence[str]) -> dict[int, str]:
    return {int(mmid): line.strip() for line in lines for mmid in _NUMBER.findall(line)}
