"""Shows an input error once, with its field. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.types import Node

_NEAR = 3
"""How many lines away a field's error text may be."""


def without_repeated_errors(nodes: Sequence[Node]) -> Sequence[Node]:
    """The nodes without texts that only repeat the error of a field next to them."""
    repeated: set[int] = set()
    for at, node in enumerate(nodes):
        if "invalid" in node.states and node.description:
            near = range(max(0, at - _NEAR), min(len(nodes), at + _NEAR + 1))
            repeated.update(n for n in near if _is_only_text(nodes, n, node.description))
    if not repeated:
        return nodes
    # A container of such a text alone has nothing left to say either.
    repeated |= {at - 1 for at in repeated if _is_alone(nodes, at)}
    return [node for at, node in enumerate(nodes) if at not in repeated]


def _is_only_text(nodes: Sequence[Node], at: int, text: str) -> bool:
    after = nodes[at + 1] if at + 1 < len(nodes) else None
    goes_on = after is not None and after.role == "text" and after.glue is not None
    return nodes[at].role == "text" and nodes[at].name == text and not goes_on


def _is_alone(nodes: Sequence[Node], at: int) -> bool:
    around = nodes[at - 1] if at else None
    if around is None or around.name or around.mmid is not None:
        return False
    within = around.depth < nodes[at].depth
    return within and (at + 1 == len(nodes) or nodes[at + 1].depth <= around.depth)
