"""Texts that change by themselves: clocks, counters, tickers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

_DIGITS = re.compile(r"\d+")
_SPEAKING = re.compile(r"[^\W\d_]|\d\D+\d")
_TELLING = 4
"""Characters of a text unlikely to occur elsewhere by chance."""
_REMEMBERED = 4096
"""Texts cached without blanks: each is compared with all places."""
_QUARTER_S = 900
"""World time zones differ by multiples of it."""
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2}):(\d{2})(?![\d:])")
"""With seconds: without them it may be a chosen time of day."""
_SLACK_S = 2.0


def shape(text: str) -> str:
    """The text with its numbers normalised."""
    return _DIGITS.sub("0", text)


def telling(shaped: str) -> bool:
    """Whether a shape is more than a bare number, which may be anything."""
    return _SPEAKING.search(shaped) is not None


@dataclass(frozen=True, kw_only=True)
class Place:
    """One place on the page that changes by itself.

    Attributes:
        texts: what it is known to show by itself, one line per piece of text.
        own: what it has shown during this action, including now.
        around: the words on its line and the names of enclosing boxes.
    """

    texts: Sequence[str] = ()
    own: Sequence[str] = ()
    around: str = ""

    def goes_on(self, before: str, after: str, about: str = "") -> bool:
        """Whether it only shows one of its recent texts instead of another.

        ``before`` or ``after`` is ``""`` for a text that came or went; ``about``: its subject.
        """
        if not (before and after):
            return self._shows(before or after, gone=bool(before))
        old = [text for text in self._shown if text in before]
        if not old:
            return False
        rests = {before.replace(text, "\0", 1) for text in old}
        return any(
            after.replace(text, "\0", 1) in rests and self._is_here(text, after, about)
            for text in self._known
            if text in after
        )

    def shows(self, whole: str) -> bool:
        """Whether a text of the page is here; a bare number occurs everywhere."""
        return self._shows(whole, gone=True)

    def _shows(self, whole: str, *, gone: bool) -> bool:
        here = len(whole) >= _TELLING or shape(self.around) == shape(whole)
        return here and self._has(whole, gone=gone)

    @cached_property
    def _known(self) -> Sequence[str]:
        return [*dict.fromkeys(filter(None, map(_flat, self.texts)))]

    @cached_property
    def _shown(self) -> Sequence[str]:
        return [*dict.fromkeys([*self._known, *filter(None, map(_flat, self.own))])]

    @cached_property
    def _all(self) -> str:
        return "\n".join(_bare(text) for text in self._shown)

    def _has(self, whole: str, *, gone: bool) -> bool:
        if _bare(whole) not in self._all:
            return False
        texts = [*self.texts, *self.own] if gone else self.texts
        return any(_holds(text, whole) for text in texts)

    def _is_here(self, text: str, whole: str, about: str) -> bool:
        """Whether a text found is in this place; a bare number occurs everywhere."""
        if len(text) >= _TELLING:
            return True
        here = shape(self.around)
        if text != whole:
            return shape(whole) in here
        return about in self.around if about else here == shape(text)


def _flat(text: str) -> str:
    return " ".join(text.replace("\n", "").split())


@lru_cache(maxsize=_REMEMBERED)
def _bare(text: str) -> str:
    return "".join(text.split())


def _holds(text: str, whole: str) -> bool:
    """Whether one or more whole pieces of a place's text make up these words."""
    if whole == _flat(text):
        return True
    if len(whole) < _TELLING:
        return False
    sought = _bare(whole)
    pieces = [*filter(None, map(_bare, text.split("\n")))]
    for start, first in enumerate(pieces):
        if not sought.startswith(first):
            continue
        left = sought
        for piece in pieces[start:]:
            if not left.startswith(piece):
                break
            left = left[len(piece) :]
            if not left:
                return True
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Moving:
    """What changes by itself in one world.

    Attributes:
        places: each at a permanent index.
        ids: elements whose states change.
    """

    places: Sequence[Place] = ()
    ids: frozenset[int] = field(default_factory=frozenset)

    def since(self, now: Moving) -> Moving:
        """The same places, with the texts shown since."""
        both = zip(self.places, now.places, strict=False)
        places = [
            Place(
                texts=list(dict.fromkeys([*old.texts, *new.texts])),
                own=list(dict.fromkeys([*old.own, *new.own])),
                around=new.around or old.around,
            )
            for old, new in both
        ]
        return Moving(places=[*places, *self.places[len(places) :]], ids=self.ids)


def ticks(before: str, after: str, *, now: float, passed: float) -> bool:
    """Whether a clock or countdown advanced by the elapsed time and nothing else changed.

    A newly loaded page has not been seen to change by itself yet. ``now``: when it was read the
    second time, in seconds since the epoch.
    """
    if shape(before) != shape(after):
        return False
    pairs = list(zip(_TIME.finditer(before), _TIME.finditer(after), strict=False))
    others = (_TIME.sub("", text) for text in (before, after))
    different = [(old, new) for old, new in pairs if old[0] != new[0]]
    if len(different) != 1 or len(set(others)) != 1:
        return False
    old, new = different[0]
    went = _seconds(new) - _seconds(old)
    if went < 0:
        return -went <= passed + _SLACK_S
    if went > passed + _SLACK_S:
        return False
    off = (_seconds(new) - now) % _QUARTER_S
    return min(off, _QUARTER_S - off) <= _SLACK_S


def _seconds(time: re.Match[str]) -> int:
    hours, minutes, seconds = (int(part) for part in time.groups())
    return 3600 * hours + 60 * minutes + seconds
