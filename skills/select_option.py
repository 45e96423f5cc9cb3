"""Choose from what lists options."""

from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef


async def select_option(ctx: SkillContext, mmid: ElementRef, option: str) -> SkillResult:
    """Choose by text in a select, combobox, list or radio group; opens it if needed."""
    target = await ctx.actor.resolve(mmid)
    chosen = option
    async with ctx.action("select_option", target, option=option) as action:
        chosen = await ctx.actor.select_option(id_of(target), option, sure=action.permit.choosing)
        action.holds = {id_of(target): chosen} if chosen != option else {}
    return action.result(f"Chose '{chosen}' in ", target, ".")
