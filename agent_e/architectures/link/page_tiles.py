"""Clicking what is described on a page that is seen whole, screen by screen."""

from __future__ import annotations

from agent_e.errors import ElementGone
from agent_e.skills import SkillContext, visual_click
from agent_e.skills.scroll import scroll
from agent_e.types import SkillResult


async def click_on_page(ctx: SkillContext, description: str, max_height: int) -> SkillResult:
    """Click what is described on the first screen, from the top of the page, that shows it.

    Args:
        ctx: of the run, with a grounder.
        description: words, looks and place.
        max_height: what lies below is not looked at, CSS pixels.

    Raises:
        ElementGone: no screen shows it.
        SkillError: it could not be clicked.
    """
    place = (await ctx.observer.observe_cached()).scroll
    if place.y:
        # Twice the way, for a turn of the wheel goes less than a screen.
        await scroll(ctx, "up", 2 * place.y / place.viewport_height)
    while True:
        try:
            return await visual_click(ctx, description)
        except ElementGone:
            if not await _further_down(ctx, max_height):
                raise


async def _further_down(ctx: SkillContext, max_height: int) -> bool:
    """Scroll to the next screen; ``False`` on the last one."""
    place = (await ctx.observer.observe_cached()).scroll
    if place.y + place.viewport_height >= min(place.height, max_height):
        return False
    await scroll(ctx, "down")
    return (await ctx.observer.observe_cached()).scroll.y > place.y
