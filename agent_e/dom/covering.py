"""A layer in front of the page that is no modal dialog: told once. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.types import Node, Observation

from .places import label

_LEAST = 5
_MOST_SHARE = 0.5
_LAYERS = frozenset(
    {"dialog", "alertdialog", "popover", "region", "form", "complementary", "frame"}
)


def cover_words(page: Observation) -> str:
    """Say that most of what is in view is covered, and by what; ``""`` when it is not."""
    covered = [at for at, node in enumerate(page.nodes) if "covered" in node.states]
    if len(covered) < _LEAST or any("modal" in node.states for node in page.nodes):
        return ""
    free = [at for at, node in enumerate(page.nodes) if node.reachable]
    if len(covered) <= _MOST_SHARE * (len(covered) + len(free)):
        return ""
    by = _layer(page.nodes, free, covered) if free else ""
    if not free:
        return "Most of what is in view is covered, and nothing in view can be used now."
    return f"Most of what is in view is covered{by}. What is not: {_listed(page.nodes, free)}."


def _layer(nodes: Sequence[Node], free: Sequence[int], covered: Sequence[int]) -> str:
    """Name what holds everything that is free, if that is one part of the page."""
    first, last = free[0], free[-1]
    if any(first < at < last for at in covered):
        return ""
    depth = min(node.depth for node in nodes[first : last + 1])
    for at in range(first, -1, -1):
        node = nodes[at]
        if at in covered:
            break
        if node.depth < depth and node.role in _LAYERS:
            return f" by {label(node)}"
        if node.role == "heading" and node.name:
            return f" by '{node.name}'"
    return ""


def _listed(nodes: Sequence[Node], free: Sequence[int]) -> str:
    told = [label(nodes[at]) for at in free[:4]]
    more = len(free) - len(told)
    return ", ".join(told) + (f" and {more} more" if more else "")
