"""Act at points of the screen, for those who see pictures and no elements."""

from __future__ import annotations

from agent_e.types import Node, SkillResult

from .context import SkillContext
from .protocols import How
from .wording import Aside, label

Place = tuple[float, float]
"""CSS pixels of the viewport."""
_DONE = {
    "single": "Clicked",
    "double": "Double-clicked",
    "right": "Right-clicked",
    "middle": "Middle-clicked",
}


async def click_point(
    ctx: SkillContext, place: Place, target: Node, how: How = "single", *, said: str = ""
) -> SkillResult:
    """Click at a point, where ``Actor.at_point`` found the target.

    Args:
        ctx: of the run.
        place: where.
        target: what lies there.
        how: one click, two, or one of another button.
        said: what was to be clicked, for the journal.
    """
    assert target.mmid is not None
    at = [round(place[0]), round(place[1])]
    words = {"description": said} if said else {}
    way = ""
    async with ctx.action("click", target, how=how, at=at, **words) as action:
        way = await ctx.actor.click_at(*place, target.mmid, how)
    # A name says where it was; nothing else does for a place of a drawing.
    where = "" if target.name else f"at ({at[0]}, {at[1]}), on "
    return action.result(f"{_DONE[how]} {where}", target, ". ", Aside(way))


async def drag_points(ctx: SkillContext, start: Place, end: Place, target: Node) -> SkillResult:
    """Drag from a point, where ``Actor.at_point`` found the target, to another one."""
    assert target.mmid is not None
    goal = await ctx.actor.at_point(*end)
    dx, dy = round(end[0] - start[0]), round(end[1] - start[1])
    async with ctx.action("drag", target, to=label(goal), dx=dx, dy=dy) as action:
        await ctx.actor.drag_at(start, end, target.mmid)
    return action.result("Dragged ", target, f" by ({dx}, {dy}) pixels, to ", goal, ".")
