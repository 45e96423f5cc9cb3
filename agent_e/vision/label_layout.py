"""Placement of mark numbers: nearest to their own element, covering nothing meaningful.

Pure. A greedy pass over the places around and inside each element, those with little choice first.
A place is priced by what it covers (texts, lines of the picture, other elements), and by whether
another element is as near: readers take a number for the nearest one's. Only the price of other
numbers depends on the order: the rest is computed for all places at once. If no place at an element
is free, its number is in small print, up to 40 pixels away and joined by a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .areas import Area, Edges, Pixels, column, edges, gap, holds, overlap, taken, to_edge

_Prices = NDArray[np.float32]
"""Of places, shape (elements, places per element)."""

_Corners = tuple[list[tuple[Pixels, Pixels]], list[NDArray[np.bool_]]]
"""Left and top of places, one item for all elements, and which elements have each."""
_Around = Callable[[Edges, Pixels, Pixels], _Corners]
"""Returns elements' places for numbers of a width and height."""

_LABEL_PRICE = 1000.0
"""Per pixel of another number: a last resort."""
_TEXT_PRICE = 300.0
"""For covering any text, plus a sixtieth per pixel."""
_NEARER_PRICE = 400.0
"""For being no nearer to its own element than to another."""
_CLOSE_PRICE = 25.0
"""For being hardly nearer."""
_CLOSE = 2
_OTHER_PRICE = 1.0
_OWN_PRICE = 0.2
_INK_PRICE = 1.0
_AWAY_PRICE = 60.0
"""For needing a line, plus a twentieth per pixel of its length."""
_SMALL_PRICE = 20.0
"""For small print."""
_RANK_PRICE = 1.0
"""Per step down the list: readers look at the first places first."""
_OVER = 2
"""Pixels by which a number may overlap an element's edge."""
_ALONG = 4
"""Places on each side along an edge."""
_AWAY = (6, 12, 20, 30, 40)
"""Further distances of places from their element, in pixels."""
_FREE = 60.0
"""Price from which those are tried."""
_STEP = 2
_EDGE = 24
"""Contrast between two pixels, of 255, that counts as a line."""
_NOWHERE = 10_000
"""A distance beyond any picture."""


class InkMap:
    """How much there is to see in any area of an image, sampled at every other pixel."""

    def __init__(self, gray: NDArray[np.uint8]) -> None:
        """Index a gray image, shape (height, width)."""
        # Contiguous, and rows first: three times as fast as the other way.
        sample = np.ascontiguousarray(gray[::_STEP, ::_STEP])
        self._marked = np.zeros(sample.shape, dtype=bool)
        self._marked[:, 1:] = _apart(sample[:, 1:], sample[:, :-1])
        self._marked[1:] |= _apart(sample[1:], sample[:-1])
        self._lines = _sums(self._marked)
        self._letters = np.zeros_like(self._lines)

    def write(self, texts: Sequence[Area]) -> None:
        """Record where it has texts."""
        letters = np.zeros(self._marked.shape, dtype=bool)
        for left, top, right, bottom in texts:
            part = (
                slice(top // _STEP, -(-bottom // _STEP)),
                slice(left // _STEP, -(-right // _STEP)),
            )
            # Hidden or covered text has left no lines.
            letters[part] |= bool(self._marked[part].any())
        self._letters = _sums(letters)

    def within(self, areas: Edges) -> Pixels:
        """Estimate the number of line pixels in areas within the image."""
        return _counted(self._lines, areas)

    def texts(self, areas: Edges) -> Pixels:
        """Estimate the number of text pixels likewise."""
        return _counted(self._letters, areas)


def place_labels(
    targets: Sequence[Sequence[Area]],
    sizes: Sequence[tuple[int, int]],
    smaller: Sequence[tuple[int, int]],
    bounds: tuple[int, int],
    ink: InkMap,
) -> list[Area]:
    """Return an area for the number of each target, inside the image.

    Args:
        targets: the lines of each element, in any order; its number goes to the first.
        sizes: width and height of each number.
        smaller: the same if there is no room for that.
        bounds: width and height of the image.
        ink: of the image.
    """
    if not targets:
        return []
    firsts = [lines[0] for lines in targets]
    own, every = edges(firsts), np.arange(len(targets))
    owner = np.repeat(every, [len(lines) for lines in targets])
    elements = edges([line for lines in targets for line in lines]), owner
    places, prices = _priced(_beside, own, every, sizes, bounds, elements, ink)
    crowded = np.flatnonzero(prices.min(axis=1) >= _FREE)
    for more in (_beside, _away) if len(crowded) else ():
        found, cost = _priced(more, own, crowded, smaller, bounds, elements, ink)
        whole = np.full((len(targets), cost.shape[1]), np.inf, dtype=np.float32)
        whole[crowded] = cost + _SMALL_PRICE
        prices = np.concatenate([prices, whole], axis=1)
        places = _joined(places, found, crowded)
    return _settled(firsts, places, prices, bounds)


def _priced(
    around: _Around,
    own: Edges,
    numbers: NDArray[np.intp],
    sizes: Sequence[tuple[int, int]],
    bounds: tuple[int, int],
    elements: tuple[Edges, NDArray[np.intp]],
    ink: InkMap,
) -> tuple[Edges, _Prices]:
    """The places around some elements, in the image, and their prices."""
    wide, high = np.array(sizes, dtype=np.int32)[numbers].T
    some = taken(own, numbers)
    corners, there = around(some, wide, high)
    is_one = np.stack(there, axis=1)
    # Missing ones duplicate others, so as not to extend the reach.
    x = np.where(is_one, np.stack([x for x, _ in corners], axis=1), some[0][:, None])
    y = np.where(is_one, np.stack([y for _, y in corners], axis=1), some[1][:, None])
    x = np.clip(x, 0, (bounds[0] - wide)[:, None])
    y = np.clip(y, 0, (bounds[1] - high)[:, None])
    places = x, y, x + wide[:, None], y + high[:, None]
    return places, _prices(places, is_one, some, numbers, elements, ink)


def _joined(places: Edges, more: Edges, numbers: NDArray[np.intp]) -> Edges:
    """The places of all elements, with more for some of them."""
    joined = []
    for one, two in zip(places, more, strict=True):
        whole = np.zeros((len(one), two.shape[1]), dtype=one.dtype)
        whole[numbers] = two
        joined.append(np.concatenate([one, whole], axis=1))
    left, top, right, bottom = joined
    return left, top, right, bottom


def leader(label: Area, lines: Sequence[Area]) -> tuple[int, int, int, int] | None:
    """Return the ends of a line from a number to its element; ``None`` if they touch."""
    left, top, right, bottom = lines[0]
    x1, x2 = _nearest(label[0], label[2], left, right)
    y1, y2 = _nearest(label[1], label[3], top, bottom)
    return (x1, y1, x2, y2) if max(abs(x1 - x2), abs(y1 - y2)) > _CLOSE else None


def _nearest(low: int, high: int, start: int, end: int) -> tuple[int, int]:
    """The nearest coordinates of two ranges; if they overlap, the overlap's middle."""
    if high <= start:
        return high - 1, start
    if end <= low:
        return low, end - 1
    middle = (max(low, start) + min(high, end)) // 2
    return middle, middle


def _settled(
    targets: Sequence[Area], places: Edges, prices: _Prices, bounds: tuple[int, int]
) -> list[Area]:
    """Take the best place for each in turn, adding the price of numbers it covers."""
    used = np.zeros((bounds[1], bounds[0]), dtype=bool)
    best_first = np.argsort(prices, axis=1, kind="stable")
    # Accessed one number at a time, these are twice as fast as arrays.
    lefts, tops, rights, bottoms, costs = (
        np.take_along_axis(each, best_first, axis=1).data for each in (*places, prices)
    )
    placed: list[Area] = [(0, 0, 0, 0)] * len(targets)
    # Those with the least choice first.
    choices = np.count_nonzero(prices < _FREE, axis=1).tolist()
    order = sorted(range(len(targets)), key=lambda n: (choices[n], targets[n][1], targets[n][0]))
    for number in order:
        least = float("inf")
        for at in ((number, n) for n in range(prices.shape[1])):
            if costs[at] >= least:
                break
            left, top, right, bottom = lefts[at], tops[at], rights[at], bottoms[at]
            covered = np.count_nonzero(used[top:bottom, left:right])
            if (price := costs[at] + _LABEL_PRICE * covered) < least:
                placed[number], least = (left, top, right, bottom), price
        left, top, right, bottom = placed[number]
        used[top:bottom, left:right] = True
    return placed


def _prices(
    places: Edges,
    there: NDArray[np.bool_],
    own: Edges,
    numbers: NDArray[np.intp],
    elements: tuple[Edges, NDArray[np.intp]],
    ink: InkMap,
) -> _Prices:
    """The prices of places, ignoring other numbers; those not ``there`` have none."""
    held = column(own)
    gaps = gap(places, held)
    width, height = places[2] - places[0], places[3] - places[1]
    prices = np.cumsum(there, axis=1, dtype=np.float32) * np.float32(_RANK_PRICE)
    prices += _OWN_PRICE * overlap(places, held)
    # A line or two, such as the edge of a box, mean nothing.
    prices += _INK_PRICE * np.maximum(ink.within(places) - width - height, 0)
    letters = ink.texts(places)
    prices += _TEXT_PRICE * (letters > 0) + _TEXT_PRICE / 60 * letters
    prices += (gaps > _CLOSE) * (_AWAY_PRICE + _AWAY_PRICE / 20 * gaps)
    covered, nearer = _neighbours(places, gaps, own, numbers, elements)
    prices += _OTHER_PRICE * covered + _NEARER_PRICE * (nearer <= 0)
    prices += _CLOSE_PRICE * ((nearer > 0) & (nearer < _CLOSE))
    return np.where(there, prices, np.float32(np.inf)).astype(np.float32)


def _neighbours(
    places: Edges,
    gaps: Pixels,
    own: Edges,
    numbers: NDArray[np.intp],
    elements: tuple[Edges, NDArray[np.intp]],
) -> tuple[Pixels, Pixels]:
    """Pixels of other elements in each place, and how much nearer its own is than the next.

    ``gaps`` is how far each place is from its own.
    """
    others, owner = elements
    apart = gaps.max(axis=1) + _CLOSE
    covered = np.zeros(places[0].shape, dtype=np.int32)
    nearer = np.full(places[0].shape, _NOWHERE, dtype=np.int32)
    reach = places[0].min(1), places[1].min(1), places[2].max(1), places[3].max(1)
    near = (gap(column(reach), others) <= apart[:, None]) & (numbers[:, None] != owner[None, :])
    one, other = np.nonzero(near)
    if not len(one):
        return covered, nearer
    place, mine, theirs = taken(places, one), column(taken(own, one)), taken(others, other)
    theirs = column(theirs)
    around, inside = holds(theirs, mine)[:, 0], holds(mine, theirs)[:, 0]
    distance, own_distance = gap(place, theirs), gaps[one]
    distance[around] = to_edge(taken(place, around), taken(theirs, around))
    own_distance[inside] = to_edge(taken(place, inside), taken(mine, inside))
    lead = distance - own_distance
    # Of two in the same place neither is nearer.
    lead[around & inside] = _NOWHERE
    pieces = np.where((around | inside)[:, None], 0, overlap(place, theirs))
    starts = np.flatnonzero(np.diff(one, prepend=-1))
    covered[one[starts]] = np.add.reduceat(pieces, starts, axis=0)
    nearer[one[starts]] = np.minimum.reduceat(lead, starts, axis=0)
    return covered, nearer


def _beside(own: Edges, wide: Pixels, high: Pixels) -> _Corners:
    """The places at an element, in order of preference."""
    left, top, right, bottom = own
    above, before = top - high, left - wide
    centre, middle = (left + right - wide) // 2, (top + bottom - high) // 2
    far, low = right - wide, bottom - high
    steps = range(1, _ALONG + 1)
    every = np.ones(len(left), dtype=bool)
    room = (right - left > wide + 1) & (bottom - top > high + 1)
    outside = [
        (left, above), (centre, above), (far, above), (before, middle), (right, middle),
        (before, top), (right, top), (left, bottom), (centre, bottom), (far, bottom),
        (before, low), (right, low), (before, above), (right, above), (before, bottom),
        (right, bottom),
    ]  # fmt: skip
    inside = [
        (far, top), (left, top), (far, low), (left, low), (far, middle), (left, middle),
        (centre, top), (centre, low), (far - 2 * wide, middle), (left + 2 * wide, middle),
    ]  # fmt: skip
    along = [(left + n * wide, y) for n in steps for y in (above, bottom)]
    down = [(x, top + n * high) for n in steps for x in (before, right)]
    edge = [
        (centre, above + _OVER), (centre, bottom - _OVER), (far, top - _OVER), (left, top - _OVER),
        (far, low + _OVER), (left, low + _OVER), (before + _OVER, middle), (right - _OVER, middle),
    ]  # fmt: skip
    there = [every] * len(outside) + [room] * (len(inside) - 2)
    there += [room & (right - left > 5 * wide)] * 2 + [every] * len(edge)
    there += [left + n * wide < far for n in steps for _ in range(2)]
    there += [top + n * high < low for n in steps for _ in range(2)]
    return [*outside, *inside, *edge, *along, *down], there


def _away(own: Edges, wide: Pixels, high: Pixels) -> _Corners:
    """The places away from an element, the nearest first."""
    left, top, right, bottom = own
    centre, middle = (left + right - wide) // 2, (top + bottom - high) // 2
    every: list[tuple[Pixels, Pixels]] = []
    for off in _AWAY:
        above, below = top - high - off, bottom + off
        before, after, far = left - wide - off, right + off, right - wide
        every += [
            (left, above), (centre, above), (far, above), (before, middle), (after, middle),
            (left, below), (centre, below), (far, below), (before, above), (after, above),
            (before, below), (after, below),
        ]  # fmt: skip
    return every, [np.ones(len(left), dtype=bool)] * len(every)


def _sums(marked: NDArray[np.bool_]) -> Pixels:
    """Counts above and left of each place, one larger on both axes."""
    sums = np.zeros((marked.shape[0] + 1, marked.shape[1] + 1), dtype=np.int32)
    np.cumsum(np.cumsum(marked, axis=1, dtype=np.int32), axis=0, out=sums[1:, 1:])
    return sums


def _counted(sums: Pixels, areas: Edges) -> Pixels:
    left, top, right, bottom = (sides // _STEP for sides in areas)
    count = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return count * (_STEP * _STEP)


def _apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.maximum(one, other) - np.minimum(one, other) > _EDGE
