"""Put text into a field."""

from typing import Annotated

from agent_e.safety.secrets import handle_in
from agent_e.types import Entered, SkillResult

from .context import SkillContext
from .fill_secret import fill_secret
from .formatting import id_of
from .press_key import press_key
from .spec import ElementRef


async def enter_text(
    ctx: SkillContext,
    mmid: ElementRef,
    text: str,
    submit: Annotated[bool, "Then press Enter."] = False,
    part: Annotated[str, "Replace only this part."] = "",
) -> SkillResult:
    """Replace a field's text; dates as YYYY-MM-DD."""
    if handle := handle_in(text):
        filled = await fill_secret(ctx, mmid, handle)
        return await press_key(ctx, "Enter") if submit else filled
    target = await ctx.actor.resolve(mmid)
    secret = "password" in target.states
    shown = f"a password of {len(text)} characters" if secret else f"'{text}'"
    entered = Entered(holds=text)
    async with ctx.action(
        "enter_text", target, text=shown if secret else text, submit=submit
    ) as action:
        if secret:
            action.permit.typing(text)
        entered = await ctx.actor.enter_text(id_of(target), text, submit=submit, part=part)
        if not secret and not entered.chip and entered.holds not in ("", text):
            action.holds = {id_of(target): entered.holds}
    done = " and pressed Enter" if submit else ""
    if part:
        return action.result(f"Put {shown} in the place of '{part}' in ", target, f"{done}.")
    if entered.chip:
        done += f": it became the chip '{entered.chip}'"
    elif entered.holds != text and not secret:
        done += f". The field now holds '{entered.holds}'"
    return action.result(f"Entered {shown} into ", target, f"{done}. {entered.note}")
