"""Acting at a point of the screen, for vision: the element there is found, then hit.

The element under the point gets an id like any other, for the gate, the journal and change
observation; the press lands exactly on the point, as a canvas needs.
"""

from __future__ import annotations

from typing import Any

from agent_e.browser import mapped_errors
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import ElementBlocked, ElementGone
from agent_e.types import Node

from .block_reasons import blocked, check_clickable, named
from .input import send
from .targets import STILL_MS, Point, Target, Targets, point_of


async def at_point(targets: Targets, point: Point) -> Node:
    """Return what a click at a point of the top viewport would hit; it may then be acted on."""
    under, _ = await _under(targets, point)
    if not await worlds_of(under.tab).tell_now(under.mmid):
        raise await targets.gone(under)
    return await targets.resolve(under.mmid)


async def point_in(targets: Targets, target: Target, part: tuple[float, float]) -> Point:
    """Scroll a point of an element, as fractions of its box, into view; return where it is."""
    across, down = part
    found = await targets.call(target, "drop_point", patience=STILL_MS, across=across, down=down)
    if found["problem"]:
        at = {"x": found["x"], "y": found["y"]}
        cover = await target.world.call("cover_at", mmid=target.mmid, **at)
        raise blocked(target.mmid, {**found, "cover": cover})
    return await point_of(target.world, found)


async def reach(targets: Targets, target: Target, point: Point, *, passive: bool = False) -> Point:
    """Move the mouse to a point where ``at_point`` found the target; return its position.

    A target that moves is followed once, to the same part of it. ``ElementBlocked`` if something
    else is there by now; unless ``passive``, ``BadArgument`` if a mouse cannot use it.
    """
    found = await _same(targets, target, point)
    if not passive:
        check_clickable(target.mmid, found)
    await begin(target.tab, target.world, target.mmid, found)
    part = await _part(targets, target, point)
    for last in (False, True):
        with mapped_errors(f"moving the mouse to {_words(point)}"):
            await send(target.tab, target.tab.page.mouse.move(point.x, point.y))
        # Check that hovering has not moved the target away.
        ready = await targets.call(target, "press_ready", **await target.within(point))
        if not ready["problem"]:
            break
        now = await targets.call(
            target, "drop_point", patience=STILL_MS, across=part[0], down=part[1]
        )
        if last or now["problem"]:
            if passive:
                # The mouse got there all the same, and the report tells what that did.
                return point
            raise ElementBlocked(f"{named(target.mmid, now)} moved as the mouse came. Look again.")
        point = await point_of(target.world, now)
    if not passive:
        await _same(targets, target, point)
    return point


async def _under(targets: Targets, point: Point) -> tuple[Target, dict[str, Any]]:
    """The target under a point, and a page script's facts on it."""
    tab = targets.session.active
    trace_of(tab).turn_to(tab)
    worlds = worlds_of(tab)
    world, left, top = worlds.main, 0.0, 0.0
    while True:
        found = await world.call_numbering("point_at", x=point.x - left, y=point.y - top)
        if not found["mmid"]:
            raise ElementGone(f"There is nothing at {_words(point)}.")
        if not found["frame"]:
            return Target(tab, world, found["mmid"]), found
        world = worlds.inside(world, found["mmid"])
        left, top = await world.locate()


async def _same(targets: Targets, target: Target, point: Point) -> dict[str, Any]:
    """Return the facts of what is under the point, if that is still what was allowed."""
    under, found = await _under(targets, point)
    if under.mmid != target.mmid:
        raise ElementBlocked(
            f"The page moved: at {_words(point)} lies {named(under.mmid, found)} now. Look again."
        )
    return found


async def _part(targets: Targets, target: Target, point: Point) -> tuple[float, float]:
    """Return a point as fractions of the target's box, from the left and top."""
    box = (await targets.call(target, "element_now"))["box"]
    at = await target.within(point)
    return (at["x"] - box["x"]) / (box["width"] or 1), (at["y"] - box["y"]) / (box["height"] or 1)


def _words(point: Point) -> str:
    return f"({point.x:.0f}, {point.y:.0f})"
