"""Give the agent a skill of your own, and let it call that skill.

The model is the recording ``recordings/own_skill.jsonl``: it calls ``count_items`` and reports the
number. A real model chooses a skill by its name and its docstring.
Start it: python examples/own_skill.py
"""

import asyncio
from pathlib import Path
from typing import Annotated

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from agent_e.skills import SkillContext
from agent_e.types import SkillResult

HERE = Path(__file__)
RECORDING = HERE.parent / "recordings/own_skill.jsonl"


async def count_items(
    ctx: SkillContext, word: Annotated[str, "Count the lines of the page that have this word."]
) -> SkillResult:
    """Count the lines of the current page that contain a word."""
    page = await ctx.observer.observe()
    lines = ctx.observer.render(page).splitlines()
    count = sum(word.casefold() in line.casefold() for line in lines)
    return SkillResult(text=f"{count} lines contain '{word}'.")


async def _main() -> None:
    """Offer this file's skill to the agent."""
    settings = Settings(model=f"replay:{RECORDING}", skills=(HERE,))
    async with serve_site("catalog") as site, WebAgent(settings) as agent:
        result = await agent.run("How many products have an m in their name?", start_url=site.url)
    print(result.outcome, result.answer)


if __name__ == "__main__":
    asyncio.run(_main())
