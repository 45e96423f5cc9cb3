"""A layer in front of the page that is no modal dialog, mentioned once. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.types import Node, Observation

from .node_context import label

_MIN_COVERED = 5
_MAX_TOLD = 4
_MAX_SHARE = 0.5
_MAX_OPEN = 0.1
"""Uncovered elements allowed behind a layer, per covered one, where the page scrolls."""
BEHIND = frozenset({"covered", "switched off"})
"""States of what is behind something else, which a dialog may disable."""
UNUSED = BEHIND | {"disabled", "off-screen"}
"""States of elements that cannot be used now."""
_DIALOGS = frozenset({"dialog", "alertdialog", "popover"})
_LAYERS = _DIALOGS | {"region", "form", "complementary", "frame"}
_BEGINS = _LAYERS | {"heading"}


def format_cover(page: Observation) -> str:
    """Report that most of the viewport is covered, and by what; ``""`` if it is not."""
    covered = _covered(page.nodes)
    if len(covered) < _MIN_COVERED or any("modal" in node.states for node in page.nodes):
        return ""
    free = [at for at, node in enumerate(page.nodes) if node.reachable]
    if len(covered) <= _MAX_SHARE * (len(covered) + len(free)):
        return ""
    if not free:
        return "Most of what is in view is covered, and nothing in view can be used now."
    uncovered = ", ".join(label(page.nodes[at]) for at in free[:_MAX_TOLD])
    more = f" and {len(free) - _MAX_TOLD} more" if len(free) > _MAX_TOLD else ""
    by = _layer(page.nodes, free, covered)
    return f"Most of what is in view is covered{by}. What is not: {uncovered}{more}."


def layer_in_front(page: Observation) -> tuple[int, int] | None:
    """Range of the nodes of the layer that covers the rest of the page.

    ``None`` if the usable elements are not all in one part, or much of the rest is uncovered.
    """
    nodes = page.nodes
    free = [at for at, node in enumerate(nodes) if node.reachable]
    if not free or not format_cover(page):
        return None
    covered = _covered(nodes)
    if any(free[0] < at < free[-1] for at in covered):
        return None
    after = max((at + 1 for at in covered if at < free[0]), default=0)
    begins = (at for at in range(after, free[0]) if nodes[at].role in _BEGINS)
    start = next(begins, free[0])
    end = min((at for at in covered if at > free[-1]), default=len(nodes))
    others = [*nodes[:start], *nodes[end:]]
    open_too = [node for node in others if node.mmid is not None and not UNUSED & {*node.states}]
    still = 0 < page.scroll.height <= page.scroll.viewport_height
    return (start, end) if still or len(open_too) <= _MAX_OPEN * len(covered) else None


def _covered(nodes: Sequence[Node]) -> list[int]:
    # Most have no states at all, and this runs for every node of a page.
    return [
        at for at, node in enumerate(nodes) if node.states and not BEHIND.isdisjoint(node.states)
    ]


def _layer(nodes: Sequence[Node], free: Sequence[int], covered: Sequence[int]) -> str:
    """Name the part that contains everything uncovered, if it is a single one."""
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
