"""Ranks lines by distance from the viewport. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent_e.types import BBox, Observation, Scroll

from .outline import Line

NEAR = 1_000
"""Pixels around the viewport within which a page is shown in full if it fits."""
_STEP = 250
FAR = NEAR // _STEP
"""Ranks above this one are not near."""
_AROUND_FOCUS = 3
_ALWAYS = frozenset({"dialog", "alertdialog", "popover"})

FIRST = -1
"""Rank of what is always shown."""


def ranks(found: Sequence[Line], page: Observation) -> list[int] | None:
    """Distance of each line from the viewport, in steps of 250 px; 0 inside.

    Dialogs, and what surrounds the focused element, come first. ``None`` if no positions are known,
    as for a page read in the background.
    """
    places = _places(found, page.scroll)
    if places is None:
        return None
    levels = [0 if place <= 0 else 1 + int(place - 1) // _STEP for place in places]
    inside: set[int] = set()
    for index, line in enumerate(found):
        role = line.nodes[0].role if line.nodes else ""
        if role in _ALWAYS or line.parent in inside:
            inside.add(index)
            levels[index] = FIRST
    if page.focus is not None:
        for index, line in enumerate(found):
            if any(node.mmid == page.focus for node in line.nodes):
                for near in range(max(0, index - _AROUND_FOCUS), index + _AROUND_FOCUS + 1):
                    if near < len(found):
                        levels[near] = FIRST
    return levels


def _places(found: Sequence[Line], scroll: Scroll) -> list[float] | None:
    """Distance of each line from the viewport in pixels.

    Words have no box: they are placed between the elements around them, by length. Sidebars, and
    the page's header, are skipped in that.
    """
    if not scroll.viewport_height:
        return None
    distances = [0.0] * len(found)
    between: list[int] = []
    last, known = float(-scroll.y), False
    side, beside = -1, last
    for index, line in enumerate(found):
        if line.side != side:
            # What follows a sidebar starts at its top, not at its end.
            if side >= 0:
                _spread(found, between, distances, (last, last), scroll)
                last, between = beside, []
            side, beside = line.side, last
        boxes = [node.bbox for node in line.nodes if node.bbox]
        if not boxes:
            between.append(index)
            continue
        known = True
        distances[index] = _distance(boxes, scroll)
        if between:
            _spread(found, between, distances, (last, boxes[0][1]), scroll)
            between = []
        last = boxes[-1][1] + boxes[-1][3]
    _spread(found, between, distances, (last, max(last, scroll.height - scroll.y)), scroll)
    return distances if known else None


def _distance(boxes: Iterable[BBox], scroll: Scroll) -> int:
    """Distance in pixels from the viewport to the nearest of these."""
    wide, high = scroll.viewport_width, scroll.viewport_height
    return max(0, min(max(-y - h, y - high, -x - w, x - wide) for x, y, w, h in boxes))


def _spread(
    found: Sequence[Line],
    between: Sequence[int],
    distances: list[float],
    ends: tuple[float, float],
    scroll: Scroll,
) -> None:
    lengths = [1 + sum(len(node.name) for node in found[index].nodes) for index in between]
    whole, so_far = sum(lengths), 0
    for index, length in zip(between, lengths, strict=True):
        place = ends[0] + (ends[1] - ends[0]) * so_far / whole
        so_far += length
        distances[index] = max(0, -place, place - scroll.viewport_height)
