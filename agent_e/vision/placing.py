"""Where the number of each mark goes: beside its element, on nothing that says something. Pure.

A greedy pass in reading order over the places around an element and along its edges. The price of
a place is what it covers: other numbers, other elements, the element itself, lines of the picture;
and how far it is from its element, as a number that stands apart is taken for another's. Neighbours
are found by a grid, so that three hundred take no longer each than thirty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the image, the last two not included."""

_CELL = 48
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
_STEP = 2
_EDGE = 24
"""Contrast between two pixels, of 255, that makes a line of the picture."""
_ROOMY = 4
"""How many times as wide and high as its number an element is that may well hold it inside."""


@dataclass(slots=True)
class _Grid:
    """Areas by the cells that they touch."""

    areas: list[Area] = field(default_factory=list)
    _cells: dict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, area: Area) -> None:
        number = len(self.areas)
        self.areas.append(area)
        for cell in _cells_of(area):
            self._cells[cell].append(number)

    def near(self, area: Area) -> set[int]:
        found: set[int] = set()
        for cell in _cells_of(area):
            found.update(self._cells.get(cell, ()))
        return found


class Ink:
    """How much there is to be seen in any area of an image, from every other pixel of it."""

    def __init__(self, gray: NDArray[np.uint8]) -> None:
        """Take in a gray image, shape (height, width)."""
        # In one piece, and along its rows first: thrice as fast as the other way.
        sample = np.ascontiguousarray(gray[::_STEP, ::_STEP])
        lines = np.zeros(sample.shape, dtype=bool)
        lines[:, 1:] = _apart(sample[:, 1:], sample[:, :-1])
        lines[1:] |= _apart(sample[1:], sample[:-1])
        sums = np.zeros((sample.shape[0] + 1, sample.shape[1] + 1), dtype=np.int32)
        np.cumsum(np.cumsum(lines, axis=1, dtype=np.int32), axis=0, out=sums[1:, 1:])
        # Asked for one number at a time, this is twice as fast as the array itself.
        self._sums = sums.data

    def within(self, area: Area) -> int:
        """Estimate how many pixels on lines there are in an area that lies in the image."""
        left, right = area[0] // _STEP, area[2] // _STEP
        top, bottom = area[1] // _STEP, area[3] // _STEP
        sums = self._sums
        count: int = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return count * _STEP * _STEP


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
    others = _Grid()
    for target in targets:
        others.add(target)
    labels = _Grid()
    placed: list[Area] = [(0, 0, 0, 0)] * len(targets)
    for number in sorted(range(len(targets)), key=lambda n: (targets[n][1], targets[n][0])):
        own = targets[number]
        best, least = None, float("inf")
        for rank, place in enumerate(_places(own, sizes[number], bounds)):
            price = rank * _RANK_PRICE
            if price >= least:
                break
            price += _alone(place, own, ink)
            if price < least:
                price += _among(place, number, others, labels)
            if price < least:
                best, least = place, price
        assert best is not None
        placed[number] = best
        labels.add(best)
    return placed


def _alone(place: Area, own: Area, ink: Ink | None) -> float:
    """The price of a place, others left aside."""
    width, height = place[2] - place[0], place[3] - place[1]
    price = _APART_PRICE * _gap(place, own)
    roomy = own[2] - own[0] >= _ROOMY * width and own[3] - own[1] >= _ROOMY * height
    if not price and not roomy:
        price += _OWN_PRICE * max(0, _overlap(place, own) - width * _JOINED)
    if ink is None:
        return price
    # A line or two, such as the edge of a box, say nothing.
    return price + _INK_PRICE * max(0, ink.within(place) - width - height)


def _among(place: Area, number: int, others: _Grid, labels: _Grid) -> float:
    """What it costs more for the numbers and elements that it covers."""
    price = sum(_LABEL_PRICE * _overlap(place, labels.areas[n]) for n in labels.near(place))
    own = others.areas[number]
    for n in others.near(place):
        # What holds the element as well is no neighbour of it.
        if n != number and (covered := _overlap(place, others.areas[n])):
            price += 0 if _holds(others.areas[n], own) else _OTHER_PRICE * covered
    return price


def _places(target: Area, size: tuple[int, int], bounds: tuple[int, int]) -> Iterator[Area]:
    """The places for a number, the best liked first, each pushed into the image."""
    left, top, right, bottom = target
    width, height = size
    above, below = top - height + _JOINED, bottom - _JOINED
    before, after = left - width + _JOINED, right - _JOINED
    middle = (top + bottom - height) // 2
    corners = [
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
    along = [(x, y) for x in range(left, right - width, width) for y in (above, below)]
    down = [(x, y) for y in range(top, bottom - height, height) for x in (before, after)]
    far = [(left + dx * width, above - dy * height) for dy in (1, 2) for dx in (0, 1, -1)]
    far += [(left + dx * width, below + dy * height) for dy in (1, 2) for dx in (0, 1, -1)]
    for x, y in (*corners, *along[:12], *down[:12], *far):
        x = min(max(x, 0), bounds[0] - width)
        y = min(max(y, 0), bounds[1] - height)
        yield x, y, x + width, y + height


def _overlap(one: Area, other: Area) -> int:
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across * (min(one[3], other[3]) - max(one[1], other[1]))


def _gap(one: Area, other: Area) -> int:
    across = max(one[0] - other[2], other[0] - one[2], 0)
    down = max(one[1] - other[3], other[1] - one[3], 0)
    return max(across, down)


def _holds(outer: Area, inner: Area) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def _cells_of(area: Area) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = area
    for row in range(top // _CELL, (bottom - 1) // _CELL + 1):
        for column in range(left // _CELL, (right - 1) // _CELL + 1):
            yield row, column


def _apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.maximum(one, other) - np.minimum(one, other) > _EDGE
