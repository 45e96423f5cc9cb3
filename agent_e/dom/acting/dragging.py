"""Dragging: pick up, move frame by frame, drop."""

from __future__ import annotations

import math
from functools import partial

from agent_e.browser import mapped_errors
from agent_e.dom.world import worlds_of
from agent_e.errors import BadArgument

from . import pointer
from .targets import Point, Target, Targets
from .trusted import perform

STILL_MS = 1000
"""Longest wait for the target to stand still after something was picked up."""
LONGEST_S = 60.0
"""Longest time for all of it: every step waits for the page to draw, which a busy one does late."""
_FIRST = 8.0
"""CSS pixels of the first moves: less than libraries take for a click that slipped, then more."""
_STRIDE = 30.0
_LEAST, _MOST = 4, 16


async def drag(
    targets: Targets, source: Target, to: Target | None, dx: float = 0.0, dy: float = 0.0
) -> None:
    """Drag the element to the middle of another one, or by an offset, with the mouse held down.

    The browser makes of it what it is for the page: mouse and pointer events, or a drag and drop
    with its own events and data.

    Args:
        targets: of the page.
        source: what is dragged; a native slider by its thumb.
        to: where it is dropped; ``None`` for an offset from where it is.
        dx: CSS pixels to the right of that.
        dy: CSS pixels down from that.

    Raises:
        BadArgument: there is nowhere to go.
        ElementGone: one of the two is not on the page, or went away under way; then the mouse has
            been brought back to where it was before letting go.
        ElementBlocked: one of them is covered, invisible or moving, or the first one is disabled.
    """
    if not (dx or dy) and (to is None or to.mmid == source.mmid):
        raise BadArgument(
            "Say where to drag it: to the number of another element, or by dx and dy in pixels."
        )
    if to:
        await targets.aim(to, passive=True)
    start = await pointer.reach(targets, source)
    grip = await targets.call(source, "grip")
    if grip["x"] is not None:
        left, top = await source.world.locate()
        start = Point(grip["x"] + left, grip["y"] + top)
    with mapped_errors(f"dragging [{source.mmid}]"):
        move = Drag(targets, source, start)
        await perform(source.tab, [partial(move.run, to, dx, dy)], timeout_s=LONGEST_S)


class Drag:
    """One drag, from a point where the mouse may be pressed."""

    def __init__(self, targets: Targets, source: Target, start: Point) -> None:
        self._targets = targets
        self._start = start
        self._at = start
        self._mouse = source.tab.page.mouse
        self._main = worlds_of(source.tab).main

    async def run(self, to: Target | None, dx: float, dy: float) -> None:
        """Pick up, go there and drop, on an element or by an offset."""
        await self._mouse.move(*self._start)
        try:
            await self._mouse.down()
            goal = await self._pick_up(to, dx, dy)
            await self._move(goal)
            if to:
                # Items make room by gliding, and libraries turn to nothing new in the meantime.
                await self._middle(to, STILL_MS)
                await self._go(goal)
        except BaseException:
            # Dropped where it was, it is none the worse.
            await self._mouse.move(*self._start)
            raise
        finally:
            await self._mouse.up()

    async def _pick_up(self, to: Target | None, dx: float, dy: float) -> Point:
        """Begin to move; returns where to go, now that the page has made room for it."""
        towards = Point(self._start.x + dx, self._start.y + dy)
        if to:
            towards = await self._middle(to, 0)
        way = math.dist(self._start, towards) or 1.0
        for part in (0.4, 1.0):
            step = min(_FIRST * part, way) / way
            await self._go(_between(self._start, towards, step))
        if to is None:
            return towards
        middle = await self._middle(to, STILL_MS)
        return Point(middle.x + dx, middle.y + dy)

    async def _middle(self, to: Target, patience: float) -> Point:
        found = await self._targets.call(to, "drop_point", patience=patience)
        left, top = await to.world.locate()
        return Point(found["x"] + left, found["y"] + top)

    async def _move(self, goal: Point) -> None:
        begin = self._at
        steps = min(max(round(math.dist(begin, goal) / _STRIDE), _LEAST), _MOST)
        for step in range(1, steps + 1):
            await self._go(_between(begin, goal, step / steps))
        # Once more on the spot: some pages take a place only for what rests on it.
        await self._go(goal)

    async def _go(self, point: Point) -> None:
        await self._mouse.move(*point)
        self._at = point
        await self._main.call("next_frame")


def _between(begin: Point, end: Point, part: float) -> Point:
    return Point(begin.x + (end.x - begin.x) * part, begin.y + (end.y - begin.y) * part)
