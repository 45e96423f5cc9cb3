"""A grounder without vision: the element whose words are most like the description's. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log

from agent_e.errors import ElementGone
from agent_e.types import Node, Observation, Screenshot

_WORD = re.compile(r"[^\W_]+")
_NEAR = 0.4
"""Weight of a word that only stands nearby, beside 1 for an element's own; 1 too where the element
has most of its own in common with the description: these say what, those nearby say which."""
_MOSTLY = 0.5
_EXTRA = 0.3
"""Cost of an element's own words that the description lacks, beside 1 for those it has."""
_BEFORE = 2
"""Nodes before an element that are nearby."""
_GROUP = 16
"""Most nodes of a row, card or the like all of which is near the elements in it."""
Features = frozenset[str]
"""Words, and the threes of letters of each as ``*abc``: "deletion" is a little like "delete", and
long words count for more than short ones."""
Box = tuple[float, float, float, float]


class NamesGrounder:
    """Compares words with names, roles, values and nearby text; needs no picture."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the centre of the visible part of the element most like the description.

        Words count by how rare they are on the page.

        Raises:
            ElementGone: no visible element shares a word with it.
        """
        wanted = _features(description)
        seen = list(_visible(page, shot))
        own = [_features(_said(page.nodes[place])) for place, _ in seen]
        near = [_features(_around(page.nodes, place)) for place, _ in seen]
        count = Counter(each for pair in zip(own, near, strict=True) for each in pair[0] | pair[1])
        weigh = _weights(count, len(seen))
        ranked = [
            (*_likeness(wanted, one, other - one, weigh), -number)
            for number, (one, other) in enumerate(zip(own, near, strict=True))
            if _shares_word(wanted, one | other)
        ]
        if not ranked:
            raise ElementGone(f"'{description[:80]}' shares no word with anything on the page.")
        left, top, right, bottom = seen[-max(ranked)[-1]][1]
        return (left + right) / 2, (top + bottom) / 2


def _weights(count: Mapping[str, int], elements: int) -> Callable[[Features], float]:
    """Return the weight of features: the rarer on the page, the more; of none there, nothing."""

    def weigh(features: Features) -> float:
        return sum(log(1 + elements / count[each]) for each in features if count.get(each))

    return weigh


def _likeness(
    wanted: Features, own: Features, near: Features, weigh: Callable[[Features], float]
) -> tuple[float, float]:
    """Return how alike they are; of two alike, the one whose own words are less rare is before.

    "Reserve" beside each of ten names is told apart by the name, and is what is meant.
    """
    common = weigh(wanted & own)
    share = 1.0 if common >= _MOSTLY * weigh(own) else _NEAR
    whole = weigh(wanted) + _EXTRA * weigh(own - wanted)
    return round((common + share * weigh(wanted & near)) / whole, 6), -common


def _features(text: str) -> Features:
    words = _WORD.findall(text.casefold())
    parts = {f"*{word[at : at + 3]}" for word in words for at in range(len(word) - 2)}
    return frozenset(words) | parts


def _shares_word(one: Features, other: Features) -> bool:
    return any(each[0] != "*" for each in one & other)


def _said(node: Node) -> str:
    return " ".join(filter(None, (node.name, node.role, node.value, node.description)))


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
