"""Give files to a page."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef


async def upload_file(
    ctx: SkillContext, mmid: ElementRef, paths: Annotated[list[str], "Of files on this machine."]
) -> SkillResult:
    """Give files to a file field, a button that asks for them, or a drop zone."""
    target = await ctx.actor.resolve(mmid)
    outcome = ""
    async with ctx.action("upload_file", target, paths=paths) as action:
        outcome = await ctx.actor.upload_file(id_of(target), paths)
    return action.result(f"Gave {', '.join(paths)} to ", target, f". {outcome}")
