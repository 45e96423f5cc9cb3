"""Scrolling by the wheel, one page or until a text is in view."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.changes.phrases import format_scroll
from agent_e.dom.changes.tab_state import ActionRecord, trace_of
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import BadArgument
from agent_e.types import Scroll

from .input import send
from .targets import Target, Targets
from .waiting import wait_until_calm

PART = 0.85
"""How much of what is visible one page of scrolling moves: some lines stay in sight."""
MAX_SCREENS = 50
"""Longest way that is gone for a text."""
SEEK_S = 60.0
"""Longest time that is spent on it."""
_STEP_QUIET_MS = 100
_END_QUIET_MS = 700
"""How long a list that is at its end may take to begin with more of it."""
_CALM_S = 6.0

Direction = Literal["up", "down", "left", "right"]
ScrollOutcome = Literal["found", "end", "behind", "limit"]
"""How looking for a text ended: in view; not further on, perhaps back; not within the limits."""

_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ENDS = {"up": "top", "down": "bottom", "left": "left edge", "right": "right edge"}
_NOTHING = "Nothing here can be scrolled that way: all of it is in view."


async def scroll(targets: Targets, direction: Direction, pages: float, mmid: int | None) -> None:
    """Turn the wheel over the page, or over the nearest scrollable thing around an element.

    One page is 85 % of what is visible of it. At the end of the way nothing happens, and the change
    report says so.

    Raises:
        BadArgument: there is no such direction.
        ElementGone: the element is not on the page.
    """
    way = _Way(targets, direction, mmid)
    await way.go(await way.look(), pages)


async def scroll_until(
    targets: Targets, direction: Direction, text: str, mmid: int | None
) -> ScrollOutcome:
    """Scroll on, screen by screen, until a text is in view.

    A text that is there already further on is gone to at once. At the end of the way more of the
    list may come, and is waited for.

    Raises:
        BadArgument: there is no such direction.
        ElementGone: the element is not on the page.
        DialogOpen: a dialog came in between.
    """
    way = _Way(targets, direction, mmid)
    until = asyncio.get_running_loop().time() + SEEK_S
    sought = ""
    for _ in range(MAX_SCREENS):
        found = await way.look()
        sought = await way.seek(text)
        if sought == "ahead":
            await way.arrive(found, jumped=True)
        if sought in ("view", "ahead"):
            way.acted.cause = "" if sought == "ahead" else "It was in view already."
            return "found"
        if not await way.go(found, 1.0) and not await _grows(way):
            return "behind" if sought == "behind" else "end"
        if asyncio.get_running_loop().time() > until:
            break
        await wait_until_calm(targets.session, _CALM_S, quiet_ms=_STEP_QUIET_MS)
    return "limit"


async def _grows(way: _Way) -> bool:
    """Whether there is more of what was at its end, once the page has had time for it."""
    await wait_until_calm(way.session, _CALM_S, quiet_ms=_END_QUIET_MS)
    found = await way.look()
    return bool(found["problem"] == "")


class _Way:
    """One scroll of one thing in one direction."""

    def __init__(self, targets: Targets, direction: Direction, mmid: int | None) -> None:
        if direction not in _STEPS:
            raise BadArgument(f"{direction!r} is no direction. Use up, down, left or right.")
        self.session = targets.session
        self._targets = targets
        self._direction = direction
        self._mmid = mmid or 0
        self._tab = targets.session.active
        self._target = _target(targets, self._tab, mmid)
        world = self._target.world
        self.acted = ActionRecord(mmid=mmid, world=world if world.parent else None)
        trace_of(self._tab).acted = self.acted

    @property
    def _world(self) -> IsolatedWorld:
        return self._target.world

    async def look(self) -> dict[str, Any]:
        """Find what is to be scrolled, and remember where it stands."""
        across, down = _STEPS[self._direction]
        found: dict[str, Any] = await self._targets.call(
            self._target, "scroll_target", dx=across, dy=down
        )
        return found

    async def seek(self, text: str) -> str:
        """Look for a text in it; one that is further on is brought into view."""
        across, down = _STEPS[self._direction]
        place: str = await self._world.call(
            "seek_text", text=text, mmid=self._mmid, dx=across, dy=down
        )
        return place

    async def go(self, found: dict[str, Any], pages: float) -> bool:
        """Scroll what was found; returns whether there was a way to go."""
        if found["problem"] == "end":
            where = format_scroll(_position(found["position"]))
            self.acted.cause = f"Already at the {_ENDS[self._direction]}. {where}"
            return False
        if found["problem"] == "none":
            self.acted.cause = _NOTHING
            return False
        across, down = _STEPS[self._direction]
        part = PART * pages
        dx, dy = across * found["width"] * part, down * found["height"] * part
        if found["wheel"]:
            left, top = await self._world.locate()
            x, y = found["x"] + left, found["y"] + top
            with mapped_errors("scrolling"):
                await send(self._tab, _turn_wheel(self._tab, x, y, dx, dy))
        await self.arrive(found, dx=dx, dy=dy)
        return True

    async def arrive(
        self, found: dict[str, Any], *, dx: float = 0, dy: float = 0, jumped: bool = False
    ) -> None:
        """Wait until it stands still, and note how far it has come since the action began."""
        wheel = bool(found["wheel"]) and not jumped
        done = await self._world.call("scroll_finish", dx=dx, dy=dy, wheel=wheel)
        if done["position"] and any(done["moved"]):
            before = self.acted.moved or (0, 0)
            self.acted.moved = (before[0] + done["moved"][0], before[1] + done["moved"][1])
            self.acted.position = _position(done["position"])


def _target(targets: Targets, tab: Tab, mmid: int | None) -> Target:
    return targets.of(mmid) if mmid is not None else Target(tab, worlds_of(tab).main, 0)


def _position(figures: Sequence[int]) -> Scroll:
    x, y, width, height, viewport_width, viewport_height = figures
    return Scroll(
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
