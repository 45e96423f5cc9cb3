"""Vectorised geometry of image areas: overlaps and distances. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the image, the last two exclusive."""
Pixels = NDArray[np.int32]
Edges = tuple[Pixels, Pixels, Pixels, Pixels]
"""Left, top, right, bottom of many areas, as arrays of one shape."""


def overlap(one: Edges, other: Edges) -> Pixels:
    """Pixels that areas share."""
    across = np.minimum(one[2], other[2]) - np.maximum(one[0], other[0])
    down = np.minimum(one[3], other[3]) - np.maximum(one[1], other[1])
    pixels: Pixels = np.maximum(across, 0) * np.maximum(down, 0)
    return pixels


def gap(one: Edges, other: Edges) -> Pixels:
    """Distance between areas; if they overlap, minus the depth of the overlap."""
    across = np.maximum(one[0] - other[2], other[0] - one[2])
    down = np.maximum(one[1] - other[3], other[1] - one[3])
    gap: Pixels = np.maximum(across, down)
    return gap


def to_edge(inner: Edges, outer: Edges) -> Pixels:
    """Distance of areas from the edges of others, from inside or outside."""
    across = np.minimum(inner[0] - outer[0], outer[2] - inner[2])
    down = np.minimum(inner[1] - outer[1], outer[3] - inner[3])
    distance: Pixels = np.maximum(np.minimum(across, down), gap(inner, outer))
    return distance


def holds(outer: Edges, inner: Edges) -> NDArray[np.bool_]:
    """Whether areas fully contain others."""
    across = (outer[0] <= inner[0]) & (outer[2] >= inner[2])
    return across & (outer[1] <= inner[1]) & (outer[3] >= inner[3])


def edges(areas: Sequence[Area]) -> Edges:
    """The edges of areas, as arrays of one shape."""
    left, top, right, bottom = np.array(areas, dtype=np.int32).T
    return left, top, right, bottom


def column(areas: Edges) -> Edges:
    """Areas as a column, to broadcast against rows."""
    left, top, right, bottom = areas
    return left[:, None], top[:, None], right[:, None], bottom[:, None]


def taken(areas: Edges, numbers: NDArray[np.intp] | NDArray[np.bool_]) -> Edges:
    """Some of the areas, by their numbers or by a mask."""
    left, top, right, bottom = areas
    return left[numbers], top[numbers], right[numbers], bottom[numbers]
