"""Words shared by the sentences skills answer with."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.dom.render.node_context import clipped
from agent_e.dom.render.node_context import label as label
from agent_e.types import Node


class Aside(str):
    """Words that name other elements by their ids: left out where these mean nothing."""


def worded(sentence: Sequence[str | Node], *, number: bool = True) -> str:
    """Put a sentence together whose elements are given as nodes; ``number`` names their ids."""
    told = (part for part in sentence if number or not isinstance(part, Aside))
    words = (label(part, number=number) if isinstance(part, Node) else part for part in told)
    return "".join(words).strip()


def in_short(sentence: Sequence[str | Node]) -> str:
    """The sentence without ids, cut where it is long."""
    return clipped(worded(sentence, number=False))


def id_of(node: Node) -> int:
    """Return the number of an element that was resolved."""
    assert node.mmid is not None, "what the actor resolves has a number"
    return node.mmid
