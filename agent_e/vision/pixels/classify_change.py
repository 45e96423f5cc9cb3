"""Derives what an action did from the difference of two frames. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent_e.types import BBox, Node, Rect, Verdict

from .baseline import Baseline
from .tiles import MIN_PIXELS, Frame, Tiles, boxes_of, changed_pixels, changed_tiles, tiles_of

CARET_PIXELS = 30
"""A caret has about half as many."""
_CARET_WIDTH = 3
_RING = 12
"""How far a field's focus ring may extend, CSS pixels, rounded up to tiles."""
_NEAR = 64
_GLOBAL = 0.4
_NAMED = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """How a frame differs from the baseline, apart from spontaneous movement.

    Attributes:
        tiles: where.
        moved: whether something differs where that was expected.
        focus_lost: whether the only difference is a field's lost focus.
    """

    tiles: Tiles
    moved: bool = False
    focus_lost: bool = False


def difference(before: Baseline, after: Frame, focus: Rect | None) -> Difference:
    """Compare a frame with the baseline.

    Args:
        before: the baseline.
        after: a frame of the same size.
        focus: the field with the caret now.
    """
    found = changed_tiles(before.frame, after, before.masked)
    aside = before.masked.copy()
    for field in {before.focus, focus} - {None}:
        assert field is not None
        if _is_caret_only(before.frame, after, field):
            aside[tiles_of(field, aside.shape)] = True
    lost = before.focus if before.focus != focus else None
    if lost:
        aside[tiles_of(_with_ring(lost), aside.shape)] = True
    # Compare again without them: a brightness change there skipped the colour comparison.
    rest = found if (aside == before.masked).all() else changed_tiles(before.frame, after, aside)
    if rest.any():
        return Difference(tiles=rest)
    if lost and found.any():
        return Difference(tiles=rest, focus_lost=True)
    return Difference(tiles=rest, moved=bool(changed_tiles(before.frame, after).any()))


def verdict_of(tiles: Tiles, target: Rect | None) -> Verdict:
    """Classify the changed tiles by position."""
    if tiles.mean() > _GLOBAL:
        return "global"
    if target is None:
        return "local"
    return "local" if any(_gap(box, target) <= _NEAR for box in boxes_of(tiles)) else "remote"


def elements_near(box: Rect, elements: Sequence[Node]) -> tuple[Node, ...]:
    """Return the elements in a box, else the nearest one."""
    drawn = [node for node in elements if node.bbox and node.bbox[2] > 0 and node.bbox[3] > 0]
    touched = [node for node in drawn if node.bbox and _gap(box, node.bbox) == 0]
    if touched:
        # The smallest describe it best.
        touched.sort(key=lambda node: node.bbox[2] * node.bbox[3] if node.bbox else 0)
        return tuple(touched[:_NAMED])
    near = [(gap, node) for node in drawn if node.bbox and (gap := _gap(box, node.bbox)) <= _NEAR]
    return (min(near, key=lambda each: each[0])[1],) if near else ()


def whole(rect: Rect) -> BBox:
    """Round a box to whole CSS pixels."""
    x, y, width, height = rect
    return round(x), round(y), round(width), round(height)


def _is_caret_only(before: Frame, after: Frame, field: Rect) -> bool:
    """Whether a field differs by no more than a blinking caret."""
    x, y, width, height = (round(value) for value in field)
    rows, columns = slice(max(y, 0), max(y + height, 0)), slice(max(x, 0), max(x + width, 0))
    pixels = changed_pixels(before.gray[rows, columns], after.gray[rows, columns])
    count = int(pixels.sum())
    if count >= CARET_PIXELS or count < MIN_PIXELS:
        return count < MIN_PIXELS and not _in_colour(before, after, rows, columns)
    across = np.nonzero(pixels.any(axis=0))[0]
    return bool(across[-1] - across[0] < _CARET_WIDTH)


def _in_colour(before: Frame, after: Frame, rows: slice, columns: slice) -> bool:
    """Whether colours differ in a part of equal brightness."""
    part = columns.start, rows.start, columns.stop, rows.stop
    pairs = zip(before.channels(*part), after.channels(*part), strict=True)
    return any(changed_pixels(one, other).sum() >= CARET_PIXELS for one, other in pairs)


def _with_ring(field: Rect) -> Rect:
    """A field with the focus ring that the browser draws around it."""
    x, y, width, height = field
    return x - _RING, y - _RING, width + 2 * _RING, height + 2 * _RING


def _gap(one: Rect, other: Rect) -> float:
    """Distance between two boxes, 0 if they touch."""
    across = max(one[0] - other[0] - other[2], other[0] - one[0] - one[2], 0)
    down = max(one[1] - other[1] - other[3], other[1] - one[1] - one[3], 0)
    return max(across, down)
