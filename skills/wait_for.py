"""Wait for something the page does by itself."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext


async def wait_for(
    ctx: SkillContext,
    text: str,
    gone: Annotated[bool, "Wait until it is not there any more."] = False,
    seconds: Annotated[float, "Longest wait, at most 60."] = 10.0,
) -> SkillResult:
    """Wait for a text to appear on the page. Actions wait for the page by themselves."""
    async with ctx.action("wait_for", text=text, gone=gone, seconds=seconds) as action:
        await ctx.actor.wait_for(text, min(seconds, 60.0), gone=gone)
    return action.result(f"'{text}' is {'gone' if gone else 'there'}.")
