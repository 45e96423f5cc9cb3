"""Scroll."""

from dataclasses import replace
from typing import Annotated, Literal

from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef

_MISSED = {
    "end": "'{text}' did not come: there is no more to scroll to.",
    "behind": "'{text}' is not further {direction}: it is on the page in the other direction.",
    "limit": "'{text}' has not come yet. Call again to go on.",
}


async def scroll(
    ctx: SkillContext,
    direction: Literal["up", "down", "left", "right"] = "down",
    pages: Annotated[float, "Screens."] = 1.0,
    until: Annotated[str, "Text to come to."] = "",
    mmid: ElementRef | None = None,
) -> SkillResult:
    """Scroll the page or the area around mmid; only where more loads that way."""
    target = await ctx.actor.resolve(mmid) if mmid is not None else None
    number = id_of(target) if target else None
    if not until.strip():
        async with ctx.action("scroll", target, direction=direction, pages=pages) as action:
            await ctx.actor.scroll(direction, pages, number)
        # At the end of the page nothing was scrolled, and the message says so.
        return action.result(f"Scrolled {direction}." if action.report.scroll else "")
    sought = "limit"
    async with ctx.action("scroll", target, direction=direction, until=until) as action:
        sought = await ctx.actor.scroll_until(direction, until, number)
    if sought == "found":
        return action.result(f"'{until}' is in view.")
    missed = _MISSED[sought].format(text=until, direction=direction)
    return replace(action.result(missed), stop=missed)
