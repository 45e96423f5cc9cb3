"""Where the number of each mark goes: beside its element, on nothing that says something. Pure.

A greedy pass in reading order over eight places around an element and a few along its edges. The
price of a place is what it covers: another number four times its area, another element twice, the
element itself once, and lines of the picture by how many there are. Neighbours are found by a grid,
so that three hundred take no longer each than thirty.
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
_OWN_PRICE = 1.0
_INK_PRICE = 3.0
_EDGE = 12
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
    """How much there is to be seen in any area of an image."""

    def __init__(self, gray: NDArray[np.uint8]) -> None:
        """Take in a gray image, shape (height, width)."""
        height, width = gray.shape
        lines = np.zeros((height, width), dtype=bool)
        lines[:, 1:] = _apart(gray[:, 1:], gray[:, :-1])
        lines[1:] |= _apart(gray[1:], gray[:-1])
        self._sums = np.zeros((height + 1, width + 1), dtype=np.int32)
        np.cumsum(np.cumsum(lines, axis=0, dtype=np.int32), axis=1, out=self._sums[1:, 1:])

    def within(self, area: Area) -> int:
        """Count the pixels on lines in an area that lies in the image."""
        left, top, right, bottom = area
        sums = self._sums
        return int(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


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
        best, least = None, float("inf")
        for rank, place in enumerate(_places(targets[number], sizes[number], bounds)):
            price = rank * 0.5 + _price(place, number, targets, others, labels, ink)
            if price < least:
                best, least = place, price
            if price < 1:
                break
        assert best is not None
        placed[number] = best
        labels.add(best)
    return placed


def _price(
    place: Area,
    number: int,
    targets: Sequence[Area],
    others: _Grid,
    labels: _Grid,
    ink: Ink | None,
) -> float:
    own = targets[number]
    price = sum(_LABEL_PRICE * _overlap(place, labels.areas[n]) for n in labels.near(place))
    width, height = place[2] - place[0], place[3] - place[1]
    roomy = own[2] - own[0] >= _ROOMY * width and own[3] - own[1] >= _ROOMY * height
    if not roomy:
        price += _OWN_PRICE * _overlap(place, own)
    for n in others.near(place):
        # What holds the element as well is no neighbour of it.
        if n != number and not _holds(targets[n], own):
            price += _OTHER_PRICE * _overlap(place, targets[n])
    return price + (_INK_PRICE * ink.within(place) if ink else 0.0)


def _places(target: Area, size: tuple[int, int], bounds: tuple[int, int]) -> Iterator[Area]:
    """The places for a number, the best liked first, each pushed into the image."""
    left, top, right, bottom = target
    width, height = size
    above, below, before = top - height, bottom, left - width
    middle = (top + bottom - height) // 2
    corners = [
        (left, above),
        (right - width, above),
        (left, below),
        (before, middle),
        (right, middle),
        (right - width, below),
        (before, top),
        (right, top),
        (left, top),
        (right - width, top),
        (left, bottom - height),
        (right - width, bottom - height),
    ]
    along = [(x, y) for x in range(left, right - width, width) for y in (above, below)]
    down = [(x, y) for y in range(top, bottom - height, height) for x in (before, right)]
    far = [(left + dx * width, above - height * dy) for dy in (1, 2) for dx in (0, 1, -1)]
    far += [(left + dx * width, below + height * dy) for dy in (1, 2) for dx in (0, 1, -1)]
    for x, y in (*corners, *along[:12], *down[:12], *far):
        x = min(max(x, 0), bounds[0] - width)
        y = min(max(y, 0), bounds[1] - height)
        yield x, y, x + width, y + height


def _overlap(one: Area, other: Area) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0


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
