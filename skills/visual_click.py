"""Click what words describe, by its looks."""

from __future__ import annotations

import time
from typing import Annotated

from agent_e.dom.actions.pointer import ClickType
from agent_e.errors import BadArgument, ElementBlocked
from agent_e.types import SkillResult

from .context import SkillContext
from .pointer import Place, press


async def visual_click(
    ctx: SkillContext,
    description: Annotated[str, "What to click: its words, looks and place."],
    how: ClickType = "single",
) -> SkillResult:
    """Click what has no number, such as a part of a picture, a map or a canvas."""
    place = await located(ctx, description)
    target = await ctx.actor.at_point(*place)
    return await press(ctx, target, how, at=place, description=description)


async def located(ctx: SkillContext, description: str) -> Place:
    """Find what is described on the current page.

    Raises:
        BadArgument: the description is empty, or no grounder is configured.
        SkillError: it is not there, or the page moved during the search.
    """
    grounder = ctx.grounder or ctx.fallback_grounder
    if grounder is None:
        raise BadArgument("Nothing here finds things by their looks. Use what is listed.")
    if not description.strip():
        raise BadArgument("Say in words what to click.")
    page = await ctx.observer.observe_cached()
    shot = await ctx.eyes().screenshot(whole=True)
    started = time.perf_counter()
    x, y = await grounder.ground(description, shot, page)
    now = await ctx.observer.observe_cached()
    ctx.journal.write(
        "grounded",
        description=description,
        point=[round(x, 1), round(y, 1)],
        url=now.url,
        milliseconds=round((time.perf_counter() - started) * 1000, 1),
    )
    if (now.url, now.scroll.x, now.scroll.y) != (page.url, page.scroll.x, page.scroll.y):
        raise ElementBlocked("The page moved while it was looked for. Try again.")
    return x, y
