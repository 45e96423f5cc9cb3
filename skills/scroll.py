"""Scroll."""

from typing import Annotated, Literal

from agent_e.types import SkillResult

from .context import SkillContext
from .spec import Mmid


async def scroll(
    ctx: SkillContext,
    direction: Literal["up", "down", "left", "right"],
    pages: Annotated[float, "How many screens."] = 1.0,
    mmid: Mmid | None = None,
) -> SkillResult:
    """Scroll the page, or the area around an element; only for pages that load more that way."""
    target = await ctx.actor.resolve(mmid) if mmid is not None else None
    async with ctx.action("scroll", target, direction=direction, pages=pages) as action:
        await ctx.actor.scroll(direction, pages, mmid)
    # At the end of the way nothing was scrolled, and the words say so.
    return action.result(f"Scrolled {direction}." if action.report.scroll else "")
