"""Look at the page."""

from typing import Annotated

from agent_e.dom.render.page_text import View
from agent_e.types import SkillResult

from .context import SkillContext


async def get_dom(
    ctx: SkillContext,
    view: View = "all_fields",
    find: Annotated[str, "Only parts with these words."] = "",
    page: Annotated[int, "Part of a long outline."] = 1,
    links: Annotated[bool, "Show where links lead."] = False,
) -> SkillResult:
    """Look again; the result of an action already says what changed."""
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
