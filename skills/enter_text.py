"""Put text into a field."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .spec import Mmid
from .wording import label


async def enter_text(
    ctx: SkillContext,
    mmid: Mmid,
    text: Annotated[str, "Replaces what the field holds."],
    submit: Annotated[bool, "Press Enter afterwards."] = False,
) -> SkillResult:
    """Put text into a field; dates as YYYY-MM-DD."""
    target = await ctx.actor.resolve(mmid)
    secret = "password" in target.states
    said = f"a password of {len(text)} characters" if secret else f"'{text}'"
    holds = text
    async with ctx.action(
        "enter_text", target, text=said if secret else text, submit=submit
    ) as action:
        holds = await ctx.actor.enter_text(mmid, text)
        if submit:
            await ctx.actor.press_key("Enter", mmid)
    done = f"Entered {said} into {label(target)}" + (" and pressed Enter." if submit else ".")
    if holds != text and not secret:
        done += f" The field now holds '{holds}'."
    return action.result(done)
