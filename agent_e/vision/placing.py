"""Where the number of each mark goes: beside its element, on nothing that says something. Pure.

A greedy pass in reading order over the places around an element and along its edges. The price of
a place is what it covers: other numbers, other elements, the element itself, lines of the picture;
and how far it is from its element, as a number that stands apart is taken for another's. All but
the other numbers is the same whatever order they are placed in: it is reckoned for all places of
all elements at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the image, the last two not included."""
Pixels = NDArray[np.int32]
Edges = tuple[Pixels, Pixels, Pixels, Pixels]
"""Left, top, right, bottom of many areas, each of one shape."""
_Prices = NDArray[np.float32]
"""Of places, shape (elements, places of each)."""

_LABEL_PRICE = 1000.0
"""Of a pixel of another number: only taken where there is no other way."""
_OTHER_PRICE = 2.0
_OWN_PRICE = 0.5
_INK_PRICE = 1.5
_APART_PRICE = 40.0
"""Of a pixel between a number and its element."""
_JOINED = 1
"""Pixels by which a number lies over the edge of its element, so that they are seen as one."""
_RANK_PRICE = 2.0
"""Of each step down the list: the first places are where numbers are looked for."""
_ALONG = 6
"""Places on each side along an edge."""
_STEP = 2
_EDGE = 24
"""Contrast between two pixels, of 255, that makes a line of the picture."""
_ROOMY = 4
"""How many times as wide and high as its number an element is that may well hold it inside."""


class Ink:
    """How much there is to be seen in any area of an image, from every other pixel of it."""

    def __init__(self, gray: NDArray[np.uint8]) -> None:
        """Take in a gray image, shape (height, width)."""
        # In one piece, and along its rows first: thrice as fast as the other way.
        sample = np.ascontiguousarray(gray[::_STEP, ::_STEP])
        lines = np.zeros(sample.shape, dtype=bool)
        lines[:, 1:] = _apart(sample[:, 1:], sample[:, :-1])
        lines[1:] |= _apart(sample[1:], sample[:-1])
        self._sums = np.zeros((sample.shape[0] + 1, sample.shape[1] + 1), dtype=np.int32)
        np.cumsum(np.cumsum(lines, axis=1, dtype=np.int32), axis=0, out=self._sums[1:, 1:])

    def within(self, areas: Edges) -> Pixels:
        """Estimate how many pixels on lines there are in areas that lie in the image."""
        left, top, right, bottom = (edges // _STEP for edges in areas)
        sums = self._sums
        count = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return count * (_STEP * _STEP)


def place_labels(
    targets: Sequence[Area],
    sizes: Sequence[tuple[int, int]],
    bounds: tuple[int, int],
    ink: Ink | None = None,
) -> list[Area]:
    """Return an area for the number of each target, inside of the image.

    Args:
        targets: the elements, in any order.
        sizes: width and height of the number of each.
        bounds: width and height of the image.
        ink: what the image has; left out, all places are alike in that.
    """
    if not targets:
        return []
    left, top, right, bottom = np.array(targets, dtype=np.int32).T
    own = _column((left, top, right, bottom))
    places, prices = _places(own, np.array(sizes, dtype=np.int32), bounds)
    prices += _alone(places, own, ink)
    prices += _OTHER_PRICE * _covered(places, own)
    return _settled(targets, places, prices, bounds)


def _settled(
    targets: Sequence[Area], places: Edges, prices: _Prices, bounds: tuple[int, int]
) -> list[Area]:
    """Take the best place for each, in reading order, at the price of the numbers it covers."""
    taken = np.zeros((bounds[1], bounds[0]), dtype=bool)
    best_first = np.argsort(prices, axis=1, kind="stable")
    # Asked for one number at a time, they are twice as fast as the arrays themselves.
    lefts, tops, rights, bottoms, costs = (
        np.take_along_axis(each, best_first, axis=1).data for each in (*places, prices)
    )
    placed: list[Area] = [(0, 0, 0, 0)] * len(targets)
    for number in sorted(range(len(targets)), key=lambda n: (targets[n][1], targets[n][0])):
        least = float("inf")
        for at in ((number, n) for n in range(prices.shape[1])):
            if costs[at] >= least:
                break
            left, top, right, bottom = lefts[at], tops[at], rights[at], bottoms[at]
            covered = np.count_nonzero(taken[top:bottom, left:right])
            if (price := costs[at] + _LABEL_PRICE * covered) < least:
                placed[number], least = (left, top, right, bottom), price
        left, top, right, bottom = placed[number]
        taken[top:bottom, left:right] = True
    return placed


def _alone(places: Edges, own: Edges, ink: Ink | None) -> _Prices:
    """The prices of places, others left aside."""
    width, height = places[2] - places[0], places[3] - places[1]
    gaps = _gap(places, own)
    roomy = (own[2] - own[0] >= _ROOMY * width) & (own[3] - own[1] >= _ROOMY * height)
    over = np.maximum(_overlap(places, own) - width * _JOINED, 0)
    over[roomy | (gaps > 0)] = 0
    prices = (_APART_PRICE * gaps + _OWN_PRICE * over).astype(np.float32)
    if ink is not None:
        # A line or two, such as the edge of a box, say nothing.
        prices += _INK_PRICE * np.maximum(ink.within(places) - width - height, 0)
    return prices


def _covered(places: Edges, own: Edges) -> Pixels:
    """Pixels of other elements in each place."""
    left, top, right, bottom = places
    reach = left.min(axis=1), top.min(axis=1), right.max(axis=1), bottom.max(axis=1)
    elements = own[0][:, 0], own[1][:, 0], own[2][:, 0], own[3][:, 0]
    # What holds the element as well is no neighbour of it.
    near = (_overlap(_column(reach), elements) > 0) & ~_holds(elements, own)
    np.fill_diagonal(near, False)
    one, other = np.nonzero(near)
    covered = np.zeros(left.shape, dtype=np.int32)
    if len(one):
        pieces = _overlap(_taken(places, one), _taken(own, other))
        starts = np.flatnonzero(np.diff(one, prepend=-1))
        covered[one[starts]] = np.add.reduceat(pieces, starts, axis=0)
    return covered


def _places(own: Edges, sizes: Pixels, bounds: tuple[int, int]) -> tuple[Edges, _Prices]:
    """The places for a number, the best liked first, each pushed into the image."""
    left, top, right, bottom = (edges[:, 0] for edges in own)
    width, height = sizes.T
    corners = _corners((left, top, right, bottom), width, height)
    above, below = top - height + _JOINED, bottom - _JOINED
    before, after = left - width + _JOINED, right - _JOINED
    steps = range(_ALONG)
    along = [(left + n * width, y) for n in steps for y in (above, below)]
    down = [(x, top + n * height) for n in steps for x in (before, after)]
    far = [(left + dx * width, above - dy * height) for dy in (1, 2) for dx in (0, 1, -1)]
    far += [(left + dx * width, below + dy * height) for dy in (1, 2) for dx in (0, 1, -1)]
    fits = [left + n * width < right - width for n in steps for _ in range(2)]
    fits += [top + n * height < bottom - height for n in steps for _ in range(2)]
    there = np.ones((len(left), len(corners) + len(fits) + len(far)), dtype=bool)
    there[:, len(corners) : len(corners) + len(fits)] = np.stack(fits, axis=1)
    every = [*corners, *along, *down, *far]
    x = np.clip(np.stack([x for x, _ in every], axis=1), 0, (bounds[0] - width)[:, None])
    y = np.clip(np.stack([y for _, y in every], axis=1), 0, (bounds[1] - height)[:, None])
    ranks = np.cumsum(there, axis=1, dtype=np.float32) - 1
    prices = np.where(there, ranks * np.float32(_RANK_PRICE), np.float32(np.inf))
    return (x, y, x + width[:, None], y + height[:, None]), prices


def _corners(own: Edges, width: Pixels, height: Pixels) -> list[tuple[Pixels, Pixels]]:
    left, top, right, bottom = own
    above, below = top - height + _JOINED, bottom - _JOINED
    before, after = left - width + _JOINED, right - _JOINED
    middle = (top + bottom - height) // 2
    return [
        (left, above),
        (before, middle),
        (right - width, above),
        (after, middle),
        (left, below),
        (right - width, below),
        (before, top),
        (after, top),
        (right - width, top),
        (left, top),
        (right - width, bottom - height),
        (left, bottom - height),
        (before, above),
        (after, above),
        (before, below),
        (after, below),
    ]


def _overlap(one: Edges, other: Edges) -> Pixels:
    across = np.minimum(one[2], other[2]) - np.maximum(one[0], other[0])
    down = np.minimum(one[3], other[3]) - np.maximum(one[1], other[1])
    pixels: Pixels = np.maximum(across, 0) * np.maximum(down, 0)
    return pixels


def _gap(one: Edges, other: Edges) -> Pixels:
    across = np.maximum(one[0] - other[2], other[0] - one[2])
    down = np.maximum(one[1] - other[3], other[1] - one[3])
    gap: Pixels = np.maximum(np.maximum(across, down), 0)
    return gap


def _holds(outer: Edges, inner: Edges) -> NDArray[np.bool_]:
    across = (outer[0] <= inner[0]) & (outer[2] >= inner[2])
    return across & (outer[1] <= inner[1]) & (outer[3] >= inner[3])


def _column(areas: Edges) -> Edges:
    left, top, right, bottom = areas
    return left[:, None], top[:, None], right[:, None], bottom[:, None]


def _taken(areas: Edges, numbers: NDArray[np.intp]) -> Edges:
    left, top, right, bottom = areas
    return left[numbers], top[numbers], right[numbers], bottom[numbers]


def _apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.maximum(one, other) - np.minimum(one, other) > _EDGE
