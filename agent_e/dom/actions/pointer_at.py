"""Acting at a point of the screen, for those who see pictures: what lies there is found, then hit.

The element under the point has an id like any other, so that the gate judges it, the journal names
it and change observation begins at it; the press lands on the very point, as a canvas needs it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from agent_e.browser import mapped_errors
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import ElementBlocked, ElementGone
from agent_e.types import Node

from .block_reasons import blocked, named
from .input import send
from .targets import STILL_MS, Point, Target, Targets

_NATIVE_LISTS = ("select", "option")


class _Under(NamedTuple):
    """What lies under a point, and what a page script says of it."""

    target: Target
    found: dict[str, Any]


async def at_point(targets: Targets, point: Point) -> Node:
    """Return what a click at a point of the top viewport would land on; it may be acted on then."""
    under = await _under(targets, point)
    mmid = under.target.mmid
    now = await targets.call(under.target, "element_now")
    told = Node(depth=0, role=now["role"], name=now["name"], mmid=mmid)
    worlds_of(under.target.tab).tell([told])
    return await targets.resolve(mmid)


async def point_in(targets: Targets, target: Target, part: tuple[float, float]) -> Point:
    """Bring a point of an element into view, given in parts of its box; returns where it is."""
    across, down = part
    found = await targets.call(target, "drop_point", patience=STILL_MS, across=across, down=down)
    if found["problem"]:
        at = {"x": found["x"], "y": found["y"]}
        cover = await target.world.call("cover_at", mmid=target.mmid, **at)
        raise blocked(target.mmid, {**found, "cover": cover})
    left, top = await target.world.locate()
    return Point(found["x"] + left, found["y"] + top)


async def reach(targets: Targets, target: Target, point: Point, *, passive: bool = False) -> Point:
    """Put the mouse on a point where ``at_point`` found the target; returns where it is then.

    What moves under the mouse is followed once, to the same part of it. ``ElementBlocked`` when
    something else lies there by now; unless ``passive``, ``BadArgument`` when a mouse does nothing
    to it.
    """
    found = await _same(targets, target, point)
    if not passive and (found["tag"] in _NATIVE_LISTS or found["type"] == "file"):
        raise blocked(target.mmid, {**found, "problem": ""})
    await begin(target.tab, target.world, target.mmid, found)
    part = await _part(targets, target, point)
    for last in (False, True):
        with mapped_errors(f"moving the mouse to {_words(point)}"):
            await send(target.tab, target.tab.page.mouse.move(point.x, point.y))
        if await _is_ready(targets, target, point):
            break
        now = await targets.call(
            target, "drop_point", patience=STILL_MS, across=part[0], down=part[1]
        )
        if last or now["problem"]:
            if passive:
                # The mouse has come to it all the same, and the report tells what it did then.
                return point
            raise ElementBlocked(f"{named(target.mmid, now)} moved as the mouse came. Look again.")
        left, top = await target.world.locate()
        point = Point(now["x"] + left, now["y"] + top)
    if not passive:
        await _same(targets, target, point)
    return point


async def _under(targets: Targets, point: Point) -> _Under:
    tab = targets.session.active
    trace_of(tab).turn_to(tab)
    worlds = worlds_of(tab)
    world, left, top = worlds.main, 0.0, 0.0
    while True:
        found = await world.call_numbering("point_at", x=point.x - left, y=point.y - top)
        if not found["mmid"]:
            raise ElementGone(f"There is nothing at {_words(point)}.")
        if not found["frame"]:
            return _Under(Target(tab, world, found["mmid"]), found)
        world = worlds.inside(world, found["mmid"])
        left, top = await world.locate()


async def _same(targets: Targets, target: Target, point: Point) -> dict[str, Any]:
    """Say what lies under the point, if that is still what was allowed."""
    under, found = await _under(targets, point)
    if under.mmid != target.mmid:
        raise ElementBlocked(
            f"The page moved: at {_words(point)} lies {named(under.mmid, found)} now. Look again."
        )
    return found


async def _part(targets: Targets, target: Target, point: Point) -> tuple[float, float]:
    """Say which part of the target's box a point is, from the left and from the top."""
    box = (await targets.call(target, "element_now"))["box"]
    left, top = await target.world.locate()
    across, down = point.x - left - box["x"], point.y - top - box["y"]
    return across / (box["width"] or 1), down / (box["height"] or 1)


async def _is_ready(targets: Targets, target: Target, point: Point) -> bool:
    """Whether the mouse has not driven away what is to be pressed."""
    left, top = await target.world.locate()
    found = await targets.call(target, "press_ready", x=point.x - left, y=point.y - top)
    return not found["problem"]


def _words(point: Point) -> str:
    return f"({point.x:.0f}, {point.y:.0f})"
