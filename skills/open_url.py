"""Open an address."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext


async def open_url(
    ctx: SkillContext, url: Annotated[str, "Full address; http and https only."]
) -> SkillResult:
    """Open an address in the current tab."""
    async with ctx.action("open_url", url=url) as action:
        navigation = await ctx.navigator.goto(url)
    # The new page's outline names it; without one (the same address again) the sentence has to.
    where = "" if action.report.page else f" {navigation.to_url}, title '{navigation.title}'"
    return action.result(f"Opened{where}.")
