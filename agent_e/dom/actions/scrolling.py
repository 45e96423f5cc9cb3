"""Scrolling by wheel, by pages or until a text is in view."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.changes.phrases import format_scroll
from agent_e.dom.changes.tab_state import ActionRecord, trace_of
from agent_e.dom.observe.decoder import scroll_of
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import BadArgument

from .input import send
from .targets import Point, Target, Targets, point_of
from .waiting import wait_until_calm

PART = 0.85
"""Share of the visible height that one page scrolls: some lines stay in view."""
MAX_SCREENS = 50
"""Longest distance scrolled to find a text."""
SEEK_S = 60.0
"""Longest time spent on it."""
_STEP_QUIET_MS = 100
_END_QUIET_MS = 700
"""How long a list at its end may take to start loading more."""
_CALM_S = 6.0

Direction = Literal["up", "down", "left", "right"]
ScrollOutcome = Literal["found", "end", "behind", "limit"]
"""How a search ended: in view; not ahead, perhaps behind; not within the limits."""

_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ENDS = {"up": "top", "down": "bottom", "left": "left edge", "right": "right edge"}
_NOTHING = "Nothing here can be scrolled that way: all of it is in view."


async def scroll(targets: Targets, direction: Direction, pages: float, mmid: int | None) -> None:
    """Turn the wheel over the page, or over an element's nearest scrollable ancestor.

    One page is 85 % of its visible part. At the end nothing happens, and the change report says so.
    """
    way = _Way(targets, direction, mmid)
    await way.go(await way.look(), pages)


async def scroll_until(
    targets: Targets, direction: Direction, text: str, mmid: int | None
) -> ScrollOutcome:
    """Scroll screen by screen until a text is in view.

    A text that is already present ahead is scrolled to at once. At the end, more of the list may
    load, and is waited for.
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
    """Whether more was appended at the end, given time."""
    await wait_until_calm(way.session, _CALM_S, quiet_ms=_END_QUIET_MS)
    found = await way.look()
    return bool(found["problem"] == "")


class _Way:
    """One scroll of one container in one direction."""

    def __init__(self, targets: Targets, direction: Direction, mmid: int | None) -> None:
        if direction not in _STEPS:
            raise BadArgument(f"{direction!r} is no direction. Use up, down, left or right.")
        self.session = targets.session
        self._targets = targets
        self._direction = direction
        self._mmid = mmid or 0
        self._tab = targets.session.active
        all_of_it = Target(self._tab, worlds_of(self._tab).main, 0)
        self._target = all_of_it if mmid is None else targets.of(mmid)
        self._world = world = self._target.world
        self.acted = ActionRecord(mmid=mmid, world=world if world.parent else None)
        trace_of(self._tab).acted = self.acted

    async def look(self) -> dict[str, Any]:
        """Find what to scroll, and remember its position."""
        across, down = _STEPS[self._direction]
        found: dict[str, Any] = await self._targets.call(
            self._target, "scroll_target", dx=across, dy=down
        )
        return found

    async def seek(self, text: str) -> str:
        """Look for a text in it; scroll to one that is ahead."""
        across, down = _STEPS[self._direction]
        place: str = await self._world.call(
            "seek_text", text=text, mmid=self._mmid, dx=across, dy=down
        )
        return place

    async def go(self, found: dict[str, Any], pages: float) -> bool:
        """Scroll what was found; return whether it could move."""
        if found["problem"] == "end":
            where = format_scroll(scroll_of(found["position"]))
            self.acted.cause = f"Already at the {_ENDS[self._direction]}. {where}"
            return False
        if found["problem"] == "none":
            self.acted.cause = _NOTHING
            return False
        across, down = _STEPS[self._direction]
        part = PART * pages
        dx, dy = across * found["width"] * part, down * found["height"] * part
        if found["wheel"]:
            at = await point_of(self._world, found)
            with mapped_errors("scrolling"):
                await send(self._tab, _turn_wheel(self._tab, at, dx, dy))
        await self.arrive(found, dx=dx, dy=dy)
        return True

    async def arrive(
        self, found: dict[str, Any], *, dx: float = 0, dy: float = 0, jumped: bool = False
    ) -> None:
        """Wait until it stands still, and note how far it moved since the action began."""
        wheel = bool(found["wheel"]) and not jumped
        done = await self._world.call("scroll_finish", dx=dx, dy=dy, wheel=wheel)
        if done["position"] and any(done["moved"]):
            before = self.acted.moved or (0, 0)
            self.acted.moved = (before[0] + done["moved"][0], before[1] + done["moved"][1])
            self.acted.position = scroll_of(done["position"])


async def _turn_wheel(tab: Tab, at: Point, dx: float, dy: float) -> None:
    await tab.page.mouse.move(*at)
    await tab.page.mouse.wheel(dx, dy)
