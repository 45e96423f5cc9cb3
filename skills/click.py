"""Click an element."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .protocols import How
from .spec import ElementRef
from .wording import Aside, id_of

_DONE = {
    "single": "Clicked",
    "double": "Double-clicked",
    "right": "Right-clicked",
    "middle": "Middle-clicked",
}


async def click(
    ctx: SkillContext,
    mmid: ElementRef,
    how: How = "single",
    modifiers: Annotated[str, "Keys to hold, as Control+Shift."] = "",
) -> SkillResult:
    """Click an element."""
    target = await ctx.actor.resolve(mmid)
    said = ""
    async with ctx.action("click", target, how=how, modifiers=modifiers) as action:
        said = await ctx.actor.click(id_of(target), how, modifiers)
    held = f" with {modifiers}" if modifiers else ""
    return action.result(f"{_DONE[how]} ", target, f"{held}. ", Aside(said))
