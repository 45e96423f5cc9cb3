"""Answer a JavaScript dialog."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext


async def handle_dialog(
    ctx: SkillContext, accept: bool, text: Annotated[str, "For a prompt."] = ""
) -> SkillResult:
    """Answer the dialog that is open."""
    async with ctx.action("handle_dialog", accept=accept, text=text) as action:
        message = await ctx.navigator.answer_dialog(accept=accept, text=text or None)
    return action.result(f"{'Accepted' if accept else 'Dismissed'} the dialog '{message}'.")
