"""Fill in a secret without seeing it."""

from functools import partial
from typing import Annotated

from agent_e.errors import SkillError
from agent_e.safety.secrets import handle_in
from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef

BY_TYPING = "typing {secret:NAME}"
"""The syntax for filling one in, for agents whose actions only include typing."""


async def fill_secret(
    ctx: SkillContext, mmid: ElementRef, handle: Annotated[str, "Its name, as you were told it."]
) -> SkillResult:
    """Fill a saved password, user name or one-time code into its field; nobody sees the value."""
    if ctx.secrets is None:
        raise SkillError("No secrets are saved for this run.")
    # What the gate knows of a secret it looks up by this name.
    handle = handle_in(handle) or handle.strip().lower()
    target = await ctx.actor.resolve(mmid)
    async with ctx.action("fill_secret", target, handle=handle) as action:
        await ctx.actor.fill_secret(id_of(target), partial(ctx.secrets.reveal, handle))
    return action.result(f"Filled the secret '{handle}' into ", target, ".")
