"""Go back, forward, or load again."""

from typing import Literal

from agent_e.types import SkillResult

from .context import SkillContext


async def history(
    ctx: SkillContext, direction: Literal["back", "forward", "reload"]
) -> SkillResult:
    """Go back, forward, or load again."""
    async with ctx.action("history", direction=direction) as action:
        navigation = await ctx.navigator.history(direction)
    done = {"back": "Went back", "forward": "Went forward", "reload": "Loaded again"}[direction]
    where = "" if action.report.page else f" to {navigation.to_url}"
    return action.result(f"{done}{where}.")
