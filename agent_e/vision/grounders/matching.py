"""Which thing's words are most like a description's, in whatever language. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

_WORD = re.compile(r"[^\W_]+")
_NEAR = 0.4
"""Weight of a word that only stands nearby, beside 1 for an element's own; 1 too where the element
has most of its own in common with the description: these say what, those nearby say which."""
_MOSTLY = 0.5
_EXTRA = 0.3
"""Cost of an element's own words that the description lacks, beside 1 for those it has."""
Features = frozenset[str]
"""Words, and the threes of letters of each as ``*abc``: "deletion" is a little like "delete", and
long words count for more than short ones."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in CSS pixels of the viewport."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Thing:
    """Something on the page with words.

    Attributes:
        own: its words.
        role: what it is, which counts as its words but means no thing in particular.
        near: words around it.
        box: where it shows.
    """

    own: str
    role: str = ""
    near: str
    box: Box


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """The thing most like a description.

    Attributes:
        box: where it shows.
        told: share of the description's letters that are in its own words.
        meant: share of the letters of its own words that are in the description.
    """

    box: Box
    told: float
    meant: float

    @property
    def confidence(self) -> float:
        """0 to 1 that it is what the description means."""
        return self.told * self.meant

    @property
    def middle(self) -> tuple[float, float]:
        """The point to click."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def best_match(description: str, things: Sequence[Thing]) -> Match | None:
    """Return the thing most like a description; ``None`` where none shares a word with it.

    Words count by how rare they are among the things.
    """
    wanted = _features(description)
    own = [_features(f"{thing.own} {thing.role}") for thing in things]
    near = [_features(thing.near) for thing in things]
    count = Counter(each for pair in zip(own, near, strict=True) for each in pair[0] | pair[1])
    weigh = _weights(count, len(things))
    ranked = [
        (*_likeness(wanted, one, other - one, weigh), -number)
        for number, (one, other) in enumerate(zip(own, near, strict=True))
        if _shares_word(wanted, one | other)
    ]
    if not ranked:
        return None
    best = -max(ranked)[-1]
    called = _features(things[best].own)
    return Match(
        box=things[best].box,
        told=_letters(wanted & own[best]) / _letters(wanted),
        meant=_letters(wanted & called) / max(_letters(called), 1),
    )


def _weights(count: Mapping[str, int], things: int) -> Callable[[Features], float]:
    """Return the weight of features: the rarer, the more; of none there, nothing."""

    def weigh(features: Features) -> float:
        return sum(log(1 + things / count[each]) for each in features if count.get(each))

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


def words_of(text: str) -> list[str]:
    """Return the words of a text, in small letters."""
    return _WORD.findall(text.casefold())


def _features(text: str) -> Features:
    words = words_of(text)
    parts = {f"*{word[at : at + 3]}" for word in words for at in range(len(word) - 2)}
    return frozenset(words) | parts


def _letters(features: Iterable[str]) -> int:
    return sum(len(each) for each in features if each[0] != "*")


def _shares_word(one: Features, other: Features) -> bool:
    return any(each[0] != "*" for each in one & other)
