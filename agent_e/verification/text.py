"""Passages as one folded text for searching quotes. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from agent_e.dom.render.alike import HEAD, Place, Position

from .folding import find, fold
from .passages import Passage

Span = tuple[int, int]
"""Begin and end in a folded text."""
_PIECE = re.compile(r"\s*(…|\.{3}|[|·•;\t]|: |, | [-–—/=] )\s*")
_DOTS = ("…", "...")


class Piece(NamedTuple):
    """A part of a quote, folded.

    ``begins``: it is the first one of a line; ``open_before``, ``open_after``: an ellipsis marks
    something left out there.
    """

    folded: str
    begins: bool
    open_before: bool
    open_after: bool


def pieces_of(quote: str, clean: Callable[[str], str]) -> list[Piece]:
    """Cut a quote where parts of a page end; ``clean`` removes what is not part of its text."""
    found = []
    for line in filter(None, map(str.strip, quote.splitlines())):
        parts = _PIECE.split(line)
        begins = True
        for at in range(0, len(parts), 2):
            if folded := fold(clean(parts[at])):
                before, after = parts[max(at - 1, 0)], parts[min(at + 1, len(parts) - 1)]
                found.append(Piece(folded, begins, before in _DOTS, after in _DOTS))
                begins = False
    return found


class _Stand(NamedTuple):
    """Progress of a quote within a group.

    ``first`` is the column (and nested ones) that each further item continues, ``item`` the
    last one, ``head`` the column whose name was the last piece.
    """

    first: Any
    item: Any
    head: Any


_Stands = Mapping[tuple[Any, ...], _Stand]
NUMBER = re.compile(r"\[\d+\]")
WORD = re.compile(r"\w{3,}")
_NEAR = 400
"""Maximum distance between two pieces of a quote, in folded characters."""
AROUND = 200
_MAX_PLACES = 50
_MAX_PIECES = 80
_MAX_TRIED = 400


class Text:
    """The text, and the passages of each span."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.starts: list[int] = []
        self._begins: set[int] = set()
        self._ends: set[int] = set()
        parts: list[str] = []
        size = 0
        for passage in passages:
            self.starts.append(size)
            for piece in _PIECE.split(NUMBER.sub(" ", passage.text))[::2]:
                if part := fold(piece):
                    parts.append(part)
                    self._begins.add(size)
                    self._ends.add(size + len(part))
                    size += len(part) + 1
        self.folded = " ".join(parts)

    def best(self, quotes: Sequence[str], words: frozenset[str]) -> list[Span]:
        """Return the place of the first quote found, at the spot that best fits the words."""
        for quote in quotes:
            if spans := list(self.find(quote)):
                return [max(spans, key=lambda span: self._fit(span, words))]
        return []

    def together(self, pieces: Sequence[Piece]) -> list[Span]:
        """Return the places of the pieces, if they belong together.

        In order and near each other, or in one item (row, member of an answer). A quote that goes
        on to another item continues with the same part: names with names, prices with prices.
        """
        if not 1 < len(pieces) <= _MAX_PIECES:
            return []
        places: list[list[Span]] = []
        for piece in pieces:
            places.append([span for span in self.find(piece.folded) if self._fits(piece, span)])
            if not places[-1]:
                return []
        return _Search(self, places, [piece.begins for piece in pieces]).go([], {}) or []

    def _fits(self, piece: Piece, span: Span) -> bool:
        """Whether a piece is complete, unless an ellipsis marks a cut."""
        begin = piece.open_before or span[0] in self._begins
        return begin and (piece.open_after or span[1] in self._ends)

    def find(self, quote: str) -> Iterator[Span]:
        """Yield the places of a folded quote."""
        at = find(quote, self.folded)
        for _ in range(_MAX_PLACES):
            if at < 0:
                return
            yield at, at + len(quote)
            at = find(quote, self.folded, at + 1)

    def spanned(self, span: Span) -> range:
        """Return the indexes of the passages that a span touches."""
        first = max(0, bisect_right(self.starts, span[0]) - 1)
        last = max(first, bisect_right(self.starts, span[1] - 1) - 1)
        return range(first, last + 1)

    def _fit(self, span: Span, words: frozenset[str]) -> tuple[bool, int]:
        untyped = not any(self.passages[at].typed for at in self.spanned(span))
        around = self.folded[max(0, span[0] - AROUND) : span[1] + AROUND]
        return untyped, len(words.intersection(WORD.findall(around)))


class _Search:
    """Tries the places of pieces, nearest first."""

    def __init__(self, text: Text, places: list[list[Span]], begins: list[bool]) -> None:
        self._text = text
        self._places = places
        self._begins = begins
        self._tried = 0

    def go(self, found: list[Span], stands: _Stands) -> list[Span] | None:
        """Return the places of all pieces, given those of the first ones."""
        if len(found) == len(self._places):
            return found
        spans = self._places[len(found)]
        if found:
            end = found[-1][1]
            spans = sorted(spans, key=lambda span: (span[0] < end, abs(span[0] - end)))
        for span in spans:
            self._tried += 1
            if self._tried > _MAX_TRIED:
                return None
            reached = self._reached(found, span, stands)
            if reached is not None and (whole := self.go([*found, span], reached)):
                return whole
        return None

    def _reached(self, found: list[Span], span: Span, stands: _Stands) -> _Stands | None:
        """Return the state after one more piece, ``None`` where that does not belong there."""
        here = self._place(span, 0)
        begins = not found or self._begins[len(found)]
        # Beginnings of texts correspond to each other.
        columns = (*(each.column for each in here), span[0] in self._text.starts)
        left = _left(self._place(found[-1], -1), here) if found else []
        was = stands.get(left[0].group) if left else None
        if left and (was is None or was.first != columns if here else not begins):
            return None
        after = dict(stands)
        same = other = False
        for at, each in enumerate(here):
            was = after.get(each.group)
            head = each.item == HEAD
            if was is None or other:
                was = _Stand(columns[at:], None if head else each.item, None)
            elif was.head is not None and not head and not begins and was.head != each.column:
                return None
            elif head or was.item is None:
                other = True
                was = was._replace(first=columns[at:]) if begins and was.item is None else was
            elif was.item == each.item:
                same = True
            elif was.first == columns[at:]:
                other = True
            else:
                return None
            item = was.item if head else each.item
            after[each.group] = _Stand(was.first, item, each.column if head else None)
        gap = span[0] - found[-1][1] if found else 0
        return after if other or (-_NEAR if same else 0) <= gap <= _NEAR else None

    def _place(self, span: Span, end: int) -> Place:
        return self._text.passages[self._text.spanned(span)[end]].place


def _left(before: Place, here: Place) -> list[Position]:
    """The items that a quote leaves when it moves from one place to another."""
    groups = {each.group for each in here}
    return [each for each in before if each.item != HEAD and each.group not in groups]
