"""Look at the page."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext
from .protocols import View


async def get_dom(
    ctx: SkillContext,
    view: Annotated[
        View, "text_only to read, input_fields to fill or press, all_fields for everything"
    ] = "all_fields",
    find: Annotated[str, "Only the parts with these words."] = "",
    page: Annotated[int, "Which part of a long outline."] = 1,
    links: Annotated[bool, "Show where links lead."] = False,
) -> SkillResult:
    """Look at the page again. Not needed after an action: its result says what changed."""
    observation = await ctx.observer.observe()
    text = ctx.observer.render(observation, view=view, find=find, page=page, links=links)
    ctx.journal.write(
        "observed",
        view=view,
        find=find,
        page=page,
        url=observation.url,
        characters=len(text),
        nodes=len(observation.nodes),
        milliseconds=observation.milliseconds,
    )
    return SkillResult(text=text, data=(observation,))
