"""Scrolling by the wheel."""

from __future__ import annotations

from typing import Literal

from agent_e.browser import Tab, mapped_errors
from agent_e.errors import BadArgument
from agent_e.types import Scroll

from .trace import Acted, trace_of
from .trusted import send
from .world import World

PART = 0.85
"""How much of what is visible one page of scrolling moves: some lines stay in sight."""

Direction = Literal["up", "down", "left", "right"]

_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ENDS = {"up": "top", "down": "bottom", "left": "left edge", "right": "right edge"}


async def scroll(
    tab: Tab, world: World, direction: Direction, pages: float, mmid: int | None
) -> bool:
    """Scroll the page, or the nearest scrollable thing around an element.

    Returns:
        ``False`` when the element is not on the page.

    Raises:
        BadArgument: there is no such direction.
    """
    if direction not in _STEPS:
        raise BadArgument(f"{direction!r} is no direction. Use up, down, left or right.")
    across, down = _STEPS[direction]
    found = await world.call("scroll_target", mmid=mmid or 0, dx=across, dy=down)
    acted = trace_of(tab).acted = Acted(mmid=mmid, world=world if world.parent else None)
    if found["problem"] == "gone":
        return False
    if found["problem"] == "end":
        acted.cause = f"Already at the {_ENDS[direction]}."
        return True
    if found["problem"] == "none":
        acted.cause = "Nothing here can be scrolled that way: all of it is in view."
        return True
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
    return True


async def _turn_wheel(tab: Tab, x: float, y: float, dx: float, dy: float) -> None:
    await tab.page.mouse.move(x, y)
    await tab.page.mouse.wheel(dx, dy)
