"""Move the mouse onto an element."""

from agent_e.types import SkillResult

from .context import SkillContext
from .spec import ElementRef
from .wording import id_of


async def hover(ctx: SkillContext, mmid: ElementRef) -> SkillResult:
    """Move the mouse onto an element, for menus and hints that open so."""
    target = await ctx.actor.resolve(mmid)
    async with ctx.action("hover", target) as action:
        await ctx.actor.hover(id_of(target))
    return action.result("The mouse is on ", target, ".")
