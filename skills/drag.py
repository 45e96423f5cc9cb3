"""Drag an element."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .spec import ElementRef
from .wording import id_of, label


async def drag(
    ctx: SkillContext,
    mmid: ElementRef,
    to: Annotated[ElementRef | None, "Element to drop it on."] = None,
    dx: Annotated[int, "Pixels right of there."] = 0,
    dy: Annotated[int, "Pixels down."] = 0,
) -> SkillResult:
    """Drag an element to the middle of another, or by an offset."""
    target = await ctx.actor.resolve(mmid)
    goal = await ctx.actor.resolve(to) if to is not None else None
    onto = label(goal) if goal else None
    async with ctx.action("drag", target, to=onto, dx=dx, dy=dy) as action:
        await ctx.actor.drag(id_of(target), id_of(goal) if goal else None, dx, dy)
    offset = f"({dx}, {dy}) pixels"
    if goal is None:
        return action.result("Dragged ", target, f" by {offset}.")
    beside = f", {offset} from its middle" if dx or dy else ""
    return action.result("Dragged ", target, " to ", goal, f"{beside}.")
