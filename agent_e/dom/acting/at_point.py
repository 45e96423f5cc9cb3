"""Acting at a point of the screen, for those who see pictures: what lies there is found, then hit.

The element under the point has an id like any other, so that the gate judges it, the journal names
it and change observation begins at it; the press lands on the very point, as a canvas needs it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from agent_e.browser import mapped_errors
from agent_e.browser.keys import modifier_names
from agent_e.dom.change.trace import begin, trace_of
from agent_e.dom.world import worlds_of
from agent_e.errors import BadArgument, ElementBlocked, ElementGone
from agent_e.types import Node

from . import choosers, dragging, pointer
from .refusals import blocked, named
from .targets import Point, Target, Targets
from .trusted import perform, send

_NATIVE_LISTS = ("select", "option")


class _Under(NamedTuple):
    """What lies under a point, and what a page script says of it."""

    target: Target
    found: dict[str, Any]


async def at_point(targets: Targets, point: Point) -> Node:
    """Return what a click at a point of the top viewport would land on; it may be acted on then.

    Raises:
        ElementGone: nothing is there.
        DialogOpen: a dialog keeps the page from answering.
    """
    under = await _under(targets, point)
    mmid = under.target.mmid
    now = await targets.call(under.target, "element_now")
    told = Node(depth=0, role=now["role"], name=now["name"], mmid=mmid)
    worlds_of(under.target.tab).tell([told])
    return await targets.resolve(mmid)


async def click_at(
    targets: Targets, point: Point, mmid: int, how: pointer.How = "single", modifiers: str = ""
) -> str:
    """Click at a point; returns what is to be said of the way it was done, mostly nothing.

    Args:
        targets: of the page.
        point: CSS pixels of the top viewport.
        mmid: what ``at_point`` found there.
        how: one click, two, or one of another button.
        modifiers: keys held down meanwhile.

    Raises:
        ElementBlocked: something else lies there by now.
        BadArgument: a mouse does nothing to it, or there is no such modifier.
    """
    held = modifier_names(modifiers)
    choosers.notice(targets.session.active)
    target, found = await _same(targets, point, mmid)
    if found["tag"] in _NATIVE_LISTS or found["type"] == "file":
        raise blocked(mmid, {**found, "problem": ""})
    await begin(target.tab, target.world, mmid, found)
    with mapped_errors(f"moving the mouse to {_words(point)}"):
        await send(target.tab, target.tab.page.mouse.move(point.x, point.y))
    await _ready(targets, target, point)
    trace_of(target.tab).acted.clicked = True
    with mapped_errors(f"clicking at {_words(point)}"):
        await perform(target.tab, pointer.clicks(target.tab, how, held))
    await pointer.check_landed(target)
    return ""


async def drag_at(targets: Targets, start: Point, end: Point, mmid: int) -> None:
    """Drag from one point to another with the mouse held down; raises as ``click_at`` does."""
    if start == end:
        raise BadArgument("A drag has to end somewhere else than where it begins.")
    target, found = await _same(targets, start, mmid)
    await begin(target.tab, target.world, mmid, found)
    drag = dragging.Drag(targets, target, start)
    run = partial(drag.run, None, end.x - start.x, end.y - start.y)
    with mapped_errors(f"dragging from {_words(start)}"):
        await perform(target.tab, [run], timeout_s=dragging.LONGEST_S)


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


async def _same(targets: Targets, point: Point, mmid: int) -> _Under:
    """What lies under the point, if that is still what was allowed."""
    under = await _under(targets, point)
    if under.target.mmid != worlds_of(under.target.tab).now(mmid):
        raise ElementBlocked(
            f"The page moved: at {_words(point)} lies {named(under.target.mmid, under.found)} "
            "now. Look again."
        )
    return under


async def _ready(targets: Targets, target: Target, point: Point) -> None:
    """Make sure that the mouse has not driven away what is to be pressed."""
    left, top = await target.world.locate()
    inside = {"x": point.x - left, "y": point.y - top}
    found = await targets.call(target, "press_ready", **inside)
    if found["problem"]:
        raise ElementBlocked(f"{named(target.mmid, found)} moved as the mouse came. Look again.")
    await _same(targets, point, target.mmid)


def _words(point: Point) -> str:
    return f"({point.x:.0f}, {point.y:.0f})"
