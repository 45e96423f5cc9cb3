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
    ctx.journal.write("person.asked", question=question)
    answer = await ctx.asker.ask(question)
    ctx.journal.write("person.answered", answer=answer)
    return SkillResult(note=f"The person answered: {answer}")
