"""Ask the person."""

from typing import Annotated

from agent_e.errors import NeedsPerson
from agent_e.types import SkillResult

from .context import SkillContext


async def ask_user(
    ctx: SkillContext, question: Annotated[str, "One question, with what it is about."]
) -> SkillResult:
    """Ask the person: for a login, a captcha, a missing personal fact, an unclear choice."""
    if ctx.asker is None:
        raise NeedsPerson(
            "The agent has a question, but nobody can be asked. Run with --mode human."
        )
    given = await ctx.asker.ask("text", question)
    if not given.given:
        return SkillResult(note=f"The person does not answer. {given.note}".strip())
    return SkillResult(note=f"The person answered: {given.value}")
