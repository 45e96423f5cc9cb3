"""Shared wording of the sentences that skills return."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.dom.render.node_context import clipped
from agent_e.dom.render.node_context import label as label
from agent_e.types import Node


class Aside(str):
    """Text that names other elements by their ids: omitted where these mean nothing."""


def worded(sentence: Sequence[str | Node], *, number: bool = True) -> str:
    """Assemble a sentence with elements given as nodes; ``number`` includes their ids."""
    parts = (part for part in sentence if number or not isinstance(part, Aside))
    words = (label(part, number=number) if isinstance(part, Node) else part for part in parts)
    return "".join(words).strip()


def in_short(sentence: Sequence[str | Node]) -> str:
    """The sentence without ids, shortened if long."""
    return clipped(worded(sentence, number=False))


def id_of(node: Node) -> int:
    """Return the number of a resolved element."""
    assert node.mmid is not None, "what the actor resolves has a number"
    return node.mmid
