"""The mouse: whatever is more than a plain click."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from agent_e.dom.actions.pointer import ClickType
from agent_e.dom.render.node_context import clipped
from agent_e.errors import BadArgument
from agent_e.types import Node, SkillResult

from .context import SkillContext
from .formatting import Aside, id_of, label
from .spec import ElementRef

Place = tuple[float, float]
"""CSS pixels of the viewport."""
_DONE = {
    "single": "Clicked",
    "double": "Double-clicked",
    "right": "Right-clicked",
    "middle": "Middle-clicked",
}
_HOW: dict[str, ClickType] = {
    "click": "single",
    "double": "double",
    "right": "right",
    "hold": "single",
}
_MAX_SECONDS = 30.0
_FIGURE = r"([+-]?\d+(?:\.\d+)?)"
_PART = re.compile(rf"(?:(.*\S)\s+)?{_FIGURE}\s*%[\s,]+{_FIGURE}\s*%", re.A | re.S)
_PIXELS = re.compile(rf"{_FIGURE}\s*(?:px)?[\s,]+{_FIGURE}\s*(?:px)?", re.A)
_MAX_LENGTH = 300


async def pointer(
    ctx: SkillContext,
    action: Literal["click", "double", "right", "hover", "hold", "drag", "select"],
    target: ElementRef | None = None,
    to: Annotated[
        ElementRef | None, "To drag to: 15, '15 80% 20%', '80% 20%' of target, '60px 0px'."
    ] = None,
    offset: Annotated[str, "Point of target: '30% 50%'."] = "",
    seconds: float = 1.0,
) -> SkillResult:
    """Use the mouse. select: text from words (offset) to words (to), target optional."""
    if action == "select":
        return await _select(ctx, target, offset, str(to or ""))
    ref, part = _parted(target)
    if offset.strip():
        _, part = _parted(offset)
        if part is None:
            raise BadArgument(f"offset is a point of the target, as in '30% 50%', not '{offset}'.")
    if ref is None:
        raise BadArgument(f"Say what to {action}: the target's number or name.")
    node = await ctx.actor.resolve(ref)
    place, under, where = None, node, ""
    if part:
        place = await ctx.actor.point_in(id_of(node), *part)
        under, where = await ctx.actor.at_point(*place), f"at {_percent(part)} of "
        under = node if under.mmid == node.mmid else under
    if action == "drag":
        return await _drag(ctx, node, under, part, place, to)
    if under.mmid != node.mmid:
        where += f"{label(node)}, on "
    if action == "hover":
        async with ctx.action("hover", under) as acting:
            await ctx.actor.hover(id_of(under), place)
        return acting.result(f"The mouse is {where or 'on '}", under, ".")
    hold_s = min(max(seconds, 0.1), _MAX_SECONDS) if action == "hold" else 0.0
    return await press(ctx, under, _HOW[action], at=place, where=where, hold_s=hold_s)


async def press(
    ctx: SkillContext,
    target: Node,
    how: ClickType = "single",
    *,
    at: Place | None = None,
    modifiers: str = "",
    hold_s: float = 0.0,
    description: str = "",
    where: str = "",
) -> SkillResult:
    """Click an element, or the point of it where ``Actor.at_point`` found it.

    ``description`` is the intended target, for the journal; ``where`` precedes the target's name.
    """
    given = {
        "how": "" if how == "single" else how,
        "modifiers": modifiers,
        "seconds": hold_s,
        "description": description,
    }
    point = {"at": [round(side) for side in at]} if at else {}
    optional = {name: value for name, value in given.items() if value}
    way = ""
    async with ctx.action("click", target, **point, **optional) as action:
        way = await ctx.actor.click(id_of(target), how, modifiers, hold_s=hold_s, at=at)
    if at and not (where or target.name):
        # A name is location enough; a place in a drawing has only its coordinates.
        where = f"at ({at[0]:.0f}, {at[1]:.0f}), on "
    held = f" with {modifiers}" if modifiers else f" for {hold_s:g} s" if hold_s else ""
    return action.result(f"{_DONE[how]} {where}", target, f"{held}. ", Aside(way))


async def drag_points(ctx: SkillContext, start: Place, end: Place, target: Node) -> SkillResult:
    """Drag from a point, where ``Actor.at_point`` found the target, to another one."""
    goal = await ctx.actor.at_point(*end)
    dx, dy = round(end[0] - start[0]), round(end[1] - start[1])
    at = [round(side) for side in start]
    async with ctx.action("drag", target, to=label(goal), dx=dx, dy=dy, at=at) as action:
        await ctx.actor.drag(id_of(target), dx=dx, dy=dy, at=start)
    return action.result("Dragged ", target, f" by ({dx}, {dy}) pixels, to ", goal, ".")


async def _drag(
    ctx: SkillContext,
    node: Node,
    held: Node,
    part: Place | None,
    start: Place | None,
    to: int | str | None,
) -> SkillResult:
    """Drag ``held``, a part or point of ``node``, to where ``to`` says."""
    pixels = _PIXELS.fullmatch(str(to).strip())
    ref, end = (None, None) if pixels else _parted(to)
    goal = await ctx.actor.resolve(ref) if ref is not None else None
    dx, dy = (float(pixels[1]), float(pixels[2])) if pixels else (0.0, 0.0)
    if end and (goal is None or goal.mmid == node.mmid):
        # Within a drawing that has the target: what is dragged may itself be what moves.
        goal, (across, down) = None, part or (0.5, 0.5)
        width, height = (node.bbox or (0, 0, 0, 0))[2:]
        dx, dy = (end[0] - across) * width, (end[1] - down) * height
    onto = label(goal) if goal else None
    number = id_of(goal) if goal else None
    given: dict[str, Any] = {"to": onto, "onto": number, "dx": round(dx), "dy": round(dy)}
    given |= {"at": [round(side) for side in start]} if start else {}
    given |= {"part": list(end)} if goal and end else {}
    async with ctx.action("drag", held, **given) as action:
        await ctx.actor.drag(id_of(held), number, dx, dy, part=end or (0.5, 0.5), at=start)
    begun = f" from {_percent(part)}" if part else ""
    if goal is None:
        return action.result("Dragged ", held, f"{begun} by ({dx:.0f}, {dy:.0f}) pixels.")
    where = f"{_percent(end)} of " if end else ""
    return action.result("Dragged ", held, f"{begun} to {where}", goal, ".")


async def _select(
    ctx: SkillContext, target: int | str | None, first: str, last: str
) -> SkillResult:
    """Select text in an element or on the page, and return the resulting selection."""
    within = id_of(await ctx.actor.resolve(target)) if target is not None else None
    if within is None and not (first or last):
        raise BadArgument("Say which text: its first words as offset, its last words as to.")
    under = await ctx.actor.at_point(*await ctx.actor.text_at(first, last, within))
    selected, places = "", 1
    async with ctx.action("select_text", under, first=first, last=last) as action:
        selected, places = await ctx.actor.select_text(first, last, within, id_of(under))
    if not selected:
        return action.result("No text is selected now.")
    shown = clipped(selected, _MAX_LENGTH)
    several = f", the first of {places} places" if places > 1 else ""
    return action.result(f"Selected '{shown}' ({len(selected)} characters{several}).")


def _parted(ref: int | str | None) -> tuple[int | str | None, Place | None]:
    """Split an element and a relative point in its box: ``15 80% 20%``; either may be missing."""
    found = _PART.fullmatch(ref.strip()) if isinstance(ref, str) else None
    if not found:
        return ref, None
    name = found[1]
    number = int(name.strip("[]")) if name and name.strip("[]").isdecimal() else name
    return number, (float(found[2]) / 100, float(found[3]) / 100)


def _percent(part: Place) -> str:
    return f"{part[0]:.0%} {part[1]:.0%}"
