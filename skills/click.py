"""Click an element."""

from agent_e.types import SkillResult

from .context import SkillContext
from .spec import Mmid
from .wording import label


async def click(ctx: SkillContext, mmid: Mmid) -> SkillResult:
    """Click an element."""
    target = await ctx.actor.resolve(mmid)
    async with ctx.action("click", target) as action:
        await ctx.actor.click(mmid)
    return action.result(f"Clicked {label(target)}.")
