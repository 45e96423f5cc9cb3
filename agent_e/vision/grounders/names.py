"""A grounder without vision: the element whose words are most like the description's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent_e.errors import ElementGone
from agent_e.types import Node, Observation, Screenshot

from .matching import Box, Thing, best_match

_BEFORE = 2
"""Nodes before an element that are nearby."""
_GROUP = 16
"""Most nodes of a row, card or the like all of which is near the elements in it."""


class NamesGrounder:
    """Compares words with names, roles, values and nearby text; needs no picture."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the centre of the visible part of the element most like the description.

        Raises:
            ElementGone: no visible element shares a word with it.
        """
        match = best_match(description, named_things(page, shot))
        if match is None:
            raise ElementGone(f"'{description[:80]}' shares no word with anything on the page.")
        return match.middle


def named_things(page: Observation, shot: Screenshot) -> list[Thing]:
    """Return the elements that show, with their words and those around them."""
    return [
        Thing(own=_said(node), role=node.role, near=_around(page.nodes, place), box=box)
        for place, box in _visible(page, shot)
        for node in [page.nodes[place]]
    ]


def _said(node: Node) -> str:
    return " ".join(filter(None, (node.name, node.value, node.description)))


def _around(nodes: Sequence[Node], place: int) -> str:
    """The text right before a node, of what it is in, and of the small group that it is in."""
    beside = list(nodes[max(place - _BEFORE, 0) : place])
    depth = nodes[place].depth
    for above in range(place - 1, -1, -1):
        if nodes[above].depth < depth:
            depth = nodes[above].depth
            group = _within(nodes, above)
            beside += [nodes[above]] if len(group) > _GROUP else group
    return " ".join(node.name for node in beside if node is not nodes[place])


def _within(nodes: Sequence[Node], above: int) -> Sequence[Node]:
    """A node and those in it, or enough of them to see that they are many."""
    for end in range(above + 1, min(len(nodes), above + _GROUP + 2)):
        if nodes[end].depth <= nodes[above].depth:
            return nodes[above:end]
    return nodes[above : above + _GROUP + 2]


def _visible(page: Observation, shot: Screenshot) -> Iterator[tuple[int, Box]]:
    """Yield the place of each element that shows, and the part that does."""
    for place, node in enumerate(page.nodes):
        if node.mmid is None or node.bbox is None:
            continue
        x, y, width, height = node.bbox
        left, top = max(x, 0.0), max(y, 0.0)
        right, bottom = min(x + width, shot.viewport_width), min(y + height, shot.viewport_height)
        if right > left and bottom > top:
            yield place, (left, top, right, bottom)
