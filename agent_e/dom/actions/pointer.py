"""The mouse: real moves and presses at points of an element that a hit test confirms."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from agent_e.browser import mapped_errors
from agent_e.browser.key_names import modifier_names
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.errors import Missed, SkillError

from . import file_chooser, pointer_at
from .block_reasons import ElementCovered, OutOfReach, blocked, format_cover, named
from .input import holding, perform, send
from .targets import Point, Target, Targets, point_of

ClickType = Literal["single", "double", "right", "middle"]

NUDGE = 1.0
"""How far, in CSS pixels, the mouse moves on inside an element on arrival."""

_BUTTONS: dict[str, Literal["left", "right", "middle"]] = {"right": "right", "middle": "middle"}
_KEYS = {
    **dict.fromkeys(("link", "button", "menuitem", "tab"), "Enter"),
    **dict.fromkeys(("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"), "Space"),
}
"""The key that operates a control by keyboard."""


class Way(NamedTuple):
    """How an element is pressed: at the mouse's position or by a key; and a note on it."""

    at: Point | None = None
    key: str = ""
    note: str = ""


async def click(
    targets: Targets,
    target: Target,
    how: ClickType = "single",
    modifiers: str = "",
    hold_s: float = 0.0,
) -> str:
    """Click the element; return a note on how, ``""`` for a plain click.

    A link, button or the like covered by anything but a dialog is pressed with the keyboard
    instead, as a person would do. ``modifiers`` are keys held down meanwhile, as in
    ``Control+Shift``; the button is held down for ``hold_s``.

    ``ElementBlocked`` also if the page moved at the last moment, so that something else was
    clicked; ``BadArgument`` if a mouse cannot use it, or there is no such modifier.
    """
    held = modifier_names(modifiers)
    # Before moving there, so that the browser knows of it by the press.
    file_chooser.notice(target.tab)
    way = await approach(targets, target, keyboard=how == "single" and not (held or hold_s))
    tab = target.tab
    trace_of(tab).acted.clicked = True
    if way.key:
        with mapped_errors(f"pressing {way.key} on [{target.mmid}]"):
            await send(tab, tab.page.keyboard.press(way.key))
        return way.note
    with mapped_errors(f"clicking [{target.mmid}]"):
        await press(targets, target, how, held, hold_s)
    await check_landed(target)
    return ""


async def approach(targets: Targets, target: Target, *, keyboard: bool = True) -> Way:
    """Do everything before a click's press; a covered control may be pressed by key."""
    try:
        return Way(at=await reach(targets, target))
    except ElementCovered as covered:
        if not keyboard:
            raise
        return await _by_keyboard(targets, target, covered)


async def hover(targets: Targets, target: Target) -> None:
    """Move the mouse onto the element and leave it there; raises as ``Targets.aim``."""
    at = await reach(targets, target, passive=True)
    # Menus open a moment after the mouse arrives, so as not to react to passing ones.
    trace_of(target.tab).acted.patient = True
    with mapped_errors(f"moving the mouse onto [{target.mmid}]"):
        await send(target.tab, target.tab.page.mouse.move(at.x + NUDGE, at.y))


async def reach(targets: Targets, target: Target, *, passive: bool = False) -> Point:
    """Move the mouse to a free point of the element, and check that it is still under it.

    The mouse jumps there rather than follow a line, which could leave an open menu or touch
    another. Raises as ``Targets.aim``, and if the element moved away or hid as the mouse came.
    """
    if target.at:
        return await pointer_at.reach(targets, target, target.at, passive=passive)
    tab = target.tab
    for last in (False, True):
        at = await _aim(targets, target, passive=passive)
        with mapped_errors(f"moving the mouse to [{target.mmid}]"):
            await send(tab, tab.page.mouse.move(at.x, at.y))
        inner = await target.within(at)
        found = await targets.call(target, "press_ready", **inner)
        problem = found["problem"]
        if not problem:
            return at
        if last and problem == "covered":
            cover = await target.world.call("cover_at", mmid=target.mmid, **inner)
            raise ElementCovered(f"{named(target.mmid, found)} {format_cover(cover)}", cover)
        if last:
            raise blocked(target.mmid, {**found, "problem": f"{problem} now"})
    raise AssertionError("the second attempt returns or raises")


async def _aim(targets: Targets, target: Target, *, passive: bool) -> Point:
    """Aim at an element; one out of reach may appear when its container is hovered."""
    try:
        return await targets.aim(target, passive=passive)
    except OutOfReach:
        for found in await target.world.call("hover_points", mmid=target.mmid):
            point = await point_of(target.world, found)
            with mapped_errors(f"moving the mouse near [{target.mmid}]"):
                await send(target.tab, target.tab.page.mouse.move(*point))
            with suppress(OutOfReach):
                return await targets.aim(target, passive=passive)
        raise


async def press(
    targets: Targets,
    target: Target,
    how: ClickType = "single",
    held: Sequence[str] = (),
    hold_s: float = 0.0,
) -> None:
    """Click where the mouse is; arguments as for ``click``, with the keys parsed."""
    tab = target.tab
    mouse, button = tab.page.mouse, _BUTTONS.get(how, "left")

    async def once(count: int) -> None:
        async with holding(tab.page.keyboard, held):
            await mouse.down(button=button, click_count=count)
            if hold_s:
                await asyncio.sleep(hold_s)
            await mouse.up(button=button, click_count=count)

    counts: Sequence[int] = (1, 2) if how == "double" else (1,)
    limit = targets.timeout_s + hold_s if hold_s else None
    await perform(tab, [functools.partial(once, count) for count in counts], timeout_s=limit)


async def check_landed(target: Target) -> str | None:
    """Return what ``waiting`` watched at the press after ``reach``; ``None`` if unknown.

    ``Missed`` if the press is known to have landed elsewhere.
    """
    landed = None
    # Behind a dialog, or on a page being replaced, it can no longer be known.
    with suppress(SkillError):
        landed = await target.world.call("press_landed", mmid=target.mmid)
    if landed and landed["other"]:
        other = format_cover({**landed["other"], "exits": []}, verb="The click landed on")
        raise Missed(f"{other.removesuffix('.')}, not on {named(target.mmid, landed)}.")
    return landed["saw"] if landed else None


async def _by_keyboard(targets: Targets, target: Target, covered: ElementCovered) -> Way:
    """Focus a covered control if a person could use it; else raise ``covered``."""
    if covered.is_dialog:
        raise covered
    inner = target.world
    while inner.parent:
        if (await inner.parent.call("keyboard_way", mmid=inner.owner, focus=False))["problem"]:
            raise covered
        inner = inner.parent
    found = await targets.call(target, "keyboard_way", focus=True)
    key = _KEYS.get(found["role"])
    if found["problem"] or key is None:
        raise covered
    await begin(target.tab, target.world, target.mmid, found)
    note = f"{covered.words.removesuffix('.')}, so it was done by the keyboard ({key})."
    return Way(key=key, note=note)
