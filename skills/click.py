"""Click an element."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .pointer import press
from .spec import ElementRef


async def click(
    ctx: SkillContext,
    mmid: ElementRef,
    modifiers: Annotated[str, "Keys to hold, as Control+Shift."] = "",
) -> SkillResult:
    """Click an element."""
    return await press(ctx, await ctx.actor.resolve(mmid), modifiers=modifiers)
