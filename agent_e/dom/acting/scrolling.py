"""Scrolling by the wheel."""

from __future__ import annotations

from typing import Literal

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.change.trace import Acted, trace_of
from agent_e.dom.world import worlds_of
from agent_e.errors import BadArgument
from agent_e.types import Scroll

from .targets import Target, Targets
from .trusted import send

PART = 0.85
"""How much of what is visible one page of scrolling moves: some lines stay in sight."""

Direction = Literal["up", "down", "left", "right"]

_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ENDS = {"up": "top", "down": "bottom", "left": "left edge", "right": "right edge"}


async def scroll(targets: Targets, direction: Direction, pages: float, mmid: int | None) -> None:
    """Turn the wheel over the page, or over the nearest scrollable thing around an element.

    One page is 85 % of what is visible of it. At the end of the way nothing happens, and the change
    report says so.

    Raises:
        BadArgument: there is no such direction.
        ElementGone: the element is not on the page.
    """
    if direction not in _STEPS:
        raise BadArgument(f"{direction!r} is no direction. Use up, down, left or right.")
    across, down = _STEPS[direction]
    tab = targets.session.active
    target = targets.of(mmid) if mmid is not None else Target(tab, worlds_of(tab).main, 0)
    world = target.world
    found = await targets.call(target, "scroll_target", dx=across, dy=down)
    acted = trace_of(tab).acted = Acted(mmid=mmid, world=world if world.parent else None)
    if found["problem"] == "end":
        acted.cause = f"Already at the {_ENDS[direction]}."
        return
    if found["problem"] == "none":
        acted.cause = "Nothing here can be scrolled that way: all of it is in view."
        return
    dx, dy = across * found["width"] * PART * pages, down * found["height"] * PART * pages
    if found["wheel"]:
        left, top = await world.locate()
        with mapped_errors("scrolling"):
            await send(tab, _turn_wheel(tab, found["x"] + left, found["y"] + top, dx, dy))
    done = await world.call("scroll_finish", dx=dx, dy=dy, wheel=found["wheel"])
    if done["position"] and any(done["moved"]):
        x, y, width, height, viewport_width, viewport_height = done["position"]
        acted.moved = (done["moved"][0], done["moved"][1])
        acted.position = Scroll(
            x=x,
            y=y,
            width=width,
            height=height,
            viewport_width=viewport_width,
            viewport_height=viewport_height,
        )


async def _turn_wheel(tab: Tab, x: float, y: float, dx: float, dy: float) -> None:
    await tab.page.mouse.move(x, y)
    await tab.page.mouse.wheel(dx, dy)
