"""Dragging: pick up, move frame by frame, drop."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import BadArgument

from . import pointer
from .input import perform
from .targets import Point, Target, Targets, point_of

STILL_MS = 1000
"""Longest wait for the target to stand still after the pick-up."""
MAX_SECONDS = 60.0
"""Longest drag: every step waits for the page to draw, which a busy one does late."""
_FIRST = 8.0
"""CSS pixels of the first moves: below libraries' drag threshold, then above it."""
_STRIDE = 30.0
_MIN_STEPS, _MAX_STEPS = 4, 16

Find = Callable[[float], Awaitable[Point]]
"""Returns where a drag ends, waiting at most so many milliseconds for it to stand still."""


class Goal(NamedTuple):
    """Where a drag ends: on an element, else at an offset in CSS pixels.

    ``part`` is the point on the element, as fractions of its box from the left and top.
    """

    to: Target | None = None
    part: tuple[float, float] = (0.5, 0.5)
    dx: float = 0.0
    dy: float = 0.0


async def drag(targets: Targets, source: Target, goal: Goal) -> None:
    """Drag the element to a goal, with the mouse held down.

    The browser decides what the page gets: mouse and pointer events, or drag-and-drop with its own
    events and data. A native slider is held by its thumb unless a point is given.

    If one of the two disappears on the way (``ElementGone``), the mouse returns to its start before
    release. ``BadArgument`` if there is nowhere to go.
    """
    to = goal.to
    if not (goal.dx or goal.dy) and (to is None or to.mmid == source.mmid):
        raise BadArgument("Say where to drag it: onto another element, or by how many pixels.")
    if to:
        await targets.aim(to, passive=True)
    start = await pointer.reach(targets, source)
    grip = await targets.call(source, "slider_thumb")
    if grip["x"] is not None and not source.at:
        start = await point_of(source.world, grip)

    async def find(patience: float) -> Point:
        if to is None:
            return Point(start.x + goal.dx, start.y + goal.dy)
        across, down = goal.part
        found = await targets.call(to, "drop_point", patience=patience, across=across, down=down)
        return await point_of(to.world, found)

    with mapped_errors(f"dragging [{source.mmid}]"):
        await sweep(source.tab, start, find)


async def sweep(tab: Tab, start: Point, find: Find) -> None:
    """Press at a point, move to another frame by frame, and release."""
    await perform(tab, [partial(_Drag(tab, start).run, find)], timeout_s=MAX_SECONDS)


class _Drag:
    """One drag, from a point where the mouse may press."""

    def __init__(self, tab: Tab, start: Point) -> None:
        self._start = start
        self._at = start
        self._mouse = tab.page.mouse
        self._main = worlds_of(tab).main

    async def run(self, find: Find) -> None:
        """Pick up, move and drop."""
        await self._mouse.move(*self._start)
        try:
            await self._mouse.down()
            goal = await self._pick_up(find)
            await self._move(goal)
            # Items make room in an animation, during which libraries ignore new targets.
            await find(STILL_MS)
            await self._go(goal)
        except BaseException:
            # Dropping it where it was does no harm.
            await self._mouse.move(*self._start)
            raise
        finally:
            await self._mouse.up()

    async def _pick_up(self, find: Find) -> Point:
        """Begin to move; return where to go, now that the page has made room."""
        towards = await find(0)
        way = math.dist(self._start, towards) or 1.0
        for part in (0.4, 1.0):
            step = min(_FIRST * part, way) / way
            await self._go(_between(self._start, towards, step))
        return await find(STILL_MS)

    async def _move(self, goal: Point) -> None:
        begin = self._at
        steps = min(max(round(math.dist(begin, goal) / _STRIDE), _MIN_STEPS), _MAX_STEPS)
        for step in range(1, steps + 1):
            await self._go(_between(begin, goal, step / steps))
        # Once more on the spot: some pages accept a place only once the pointer rests there.
        await self._go(goal)

    async def _go(self, point: Point) -> None:
        await self._mouse.move(*point)
        self._at = point
        await self._main.call("next_frame")


def _between(begin: Point, end: Point, part: float) -> Point:
    return Point(begin.x + (end.x - begin.x) * part, begin.y + (end.y - begin.y) * part)
