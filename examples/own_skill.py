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
from agent_e.skills import SkillContext
from agent_e.types import SkillResult

RECORDING = Path(__file__).parent / "recordings/own_skill.jsonl"


async def count_items(
    ctx: SkillContext, word: Annotated[str, "Count the lines of the page that have this word."]
) -> SkillResult:
    """Count the lines of the current page that contain a word."""
    page = await ctx.observer.observe()
    lines = ctx.observer.render(page).splitlines()
    count = sum(word.casefold() in line.casefold() for line in lines)
    return SkillResult(text=f"{count} lines contain '{word}'.")


async def main() -> None:
    """Offer the skill to an agent."""
    agent = WebAgent(f"replay:{RECORDING}", skills=[count_items])
    async with serve_site("catalog") as site, agent:
        result = await agent.run("How many products have an m in their name?", start_url=site.url)
    print(result.outcome, result.answer)


asyncio.run(main())
