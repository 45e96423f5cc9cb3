"""Press a key."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef


async def press_key(
    ctx: SkillContext,
    key: Annotated[str, "As Enter, Control+a, Submit; or several: ArrowDown Enter."],
    mmid: ElementRef | None = None,
) -> SkillResult:
    """Press keys on an element or what has focus."""
    target = await ctx.actor.resolve(mmid) if mmid is not None else None
    outcome = ""
    async with ctx.action("press_key", target, key=key) as action:
        outcome = await ctx.actor.press_key(key, id_of(target) if target else None)
    where = (" on ", target) if target else ()
    return action.result(f"Pressed {key}", *where, f". {outcome}")
