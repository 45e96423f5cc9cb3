"""Open an address."""

from agent_e.types import SkillResult

from .context import SkillContext


async def open_url(ctx: SkillContext, url: str) -> SkillResult:
    """Open an address (http or https) in this tab."""
    async with ctx.action("open_url", url=url) as action:
        navigation = await ctx.navigator.goto(url)
    # The new page's outline has its address; without one (the same address again) we add it.
    where = "" if action.report.page else f" {navigation.to_url}, title '{navigation.title}'"
    return action.result(f"Opened{where}.")
