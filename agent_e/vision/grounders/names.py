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
"""Weight of a word that only stands nearby, beside 1 for an element's own."""
_PART = 0.25
"""Weight of three letters in common, beside 1 for a word: "deletion" is a little like "delete"."""
_EXTRA = 0.3
"""Cost of an element's own words that the description lacks, beside 1 for those it has."""
_AROUND = 2
"""Nodes before and after an element that are nearby."""
Features = frozenset[str]
"""Words, and the threes of letters of each as ``*abc``."""
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
        count = Counter(feature for one, other in zip(own, near, strict=True) for feature in one | other)
        weigh = _weights(count, len(seen))
        ranked = [
            (_likeness(wanted, one, other - one, weigh), -number)
            for number, (one, other) in enumerate(zip(own, near, strict=True))
            if _shares_word(wanted, one | other)
        ]
        if not ranked:
            raise ElementGone(f"'{description[:80]}' shares no word with anything on the page.")
        left, top, right, bottom = seen[-max(ranked)[1]][1]
        return (left + right) / 2, (top + bottom) / 2


def _weights(count: Mapping[str, int], elements: int) -> Callable[[Features], float]:
    """Return the weight of features: the rarer on the page, the more; of none there, nothing."""

    def weigh(features: Features) -> float:
        return sum(
            log(1 + elements / count[each]) * (_PART if each[0] == "*" else 1.0)
            for each in features
            if count.get(each)
        )

    return weigh


def _likeness(
    wanted: Features, own: Features, near: Features, weigh: Callable[[Features], float]
) -> float:
    common = weigh(wanted & own) + _NEAR * weigh(wanted & near)
    return common / (weigh(wanted) + _EXTRA * weigh(own - wanted))


def _features(text: str) -> Features:
    words = _WORD.findall(text.casefold())
    parts = {f"*{word[at : at + 3]}" for word in words for at in range(len(word) - 2)}
    return frozenset(words) | parts


def _shares_word(one: Features, other: Features) -> bool:
    return any(each[0] != "*" for each in one & other)


def _said(node: Node) -> str:
    return " ".join(filter(None, (node.name, node.role, node.value, node.description)))


def _around(nodes: Sequence[Node], place: int) -> str:
    """The text of what stands beside a node, and of what it is in."""
    beside = [*nodes[max(place - _AROUND, 0) : place], *nodes[place + 1 : place + 1 + _AROUND]]
    depth, above = nodes[place].depth, []
    for node in reversed(nodes[:place]):
        if node.depth < depth:
            depth = node.depth
            above.append(node)
    return " ".join(node.name for node in (*beside, *above))


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
