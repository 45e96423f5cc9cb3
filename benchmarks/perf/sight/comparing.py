"""Compares the grid's findings with our reader's offers, by position. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent_e.types import Node, Observation

from .grid import Box, Control, Grid, Met

LARGER = 4.0
"""Maximum ratio of an offer's area to that of the control it stands for."""
_SLACK = 2.0
"""CSS pixels by which boxes that are the same may differ: ours are whole numbers."""
EXCUSES = frozenset({"off-screen", "covered", "disabled", "looks disabled"})
"""States by which an outline itself says that a thing cannot be pressed now."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """One screen.

    Attributes:
        controls: number met by the grid, without those that appeared during its look.
        misses: those that no offer stands for.
        offered: elements of ours in the first viewport.
        decoys: those that no grid point met, without an excuse in the outline.
    """

    controls: int
    misses: Sequence[Control]
    offered: int
    decoys: Sequence[Node]


def compare(grid: Grid, observation: Observation) -> Compared:
    """Compare both looks at one screen; the observation is the earlier one.

    Decoys are searched in the first viewport alone: below it, our reader does not say whether
    something can be met.
    """
    elements = [node for node in observation.elements if node.bbox]
    addresses = {node.href for node in elements if node.href}
    boxes = [node.bbox for node in elements if node.bbox]
    controls = [control for control in grid.controls if not control.late]
    there = [node for node in elements if _lies_in(node, grid.looked[0])]
    return Compared(
        controls=len(controls),
        misses=[
            control
            for control in controls
            if control.href not in addresses and not any(stands_for(box, control) for box in boxes)
        ],
        offered=len(there),
        decoys=[node for node in there if is_decoy(node, grid.met)],
    )


def stands_for(offered: Box, control: Control) -> bool:
    """Whether an offered box is a control's: over its centre and not much larger, or inside it."""
    if _within(offered, control.box) or (control.instead and _within(offered, control.instead)):
        return True
    left, top, width, height = offered
    x, y = control.middle
    over = left <= x <= left + width and top <= y <= top + height
    return over and width * height <= LARGER * control.box[2] * control.box[3]


def _within(inner: Box, outer: Box) -> bool:
    left, top, width, height = inner
    own_left, own_top, own_width, own_height = outer
    return (
        left >= own_left - _SLACK
        and top >= own_top - _SLACK
        and left + width <= own_left + own_width + _SLACK
        and top + height <= own_top + own_height + _SLACK
    )


def is_decoy(node: Node, met: Collection[Met]) -> bool:
    """Whether an element is offered as pressable at once, although nothing met it."""
    assert node.bbox
    if not node.reachable or not EXCUSES.isdisjoint(node.states):
        return False
    sides = node.bbox
    return not any(
        all(abs(one - other) <= _SLACK for one, other in zip(each.box, sides, strict=True))
        for each in met
    )


def _lies_in(node: Node, area: Box) -> bool:
    assert node.bbox
    x, y = node.bbox[0] + node.bbox[2] / 2, node.bbox[1] + node.bbox[3] / 2
    left, top, width, height = area
    return left <= x < left + width and top <= y < top + height
