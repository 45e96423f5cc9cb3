"""Run several tasks, one after the other, in the same browser.

An agent opens its browser for the first task and keeps it for the next ones. A later task can refer
to an earlier one. Start it: python examples/several_tasks.py
"""

import asyncio

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site

TASKS = (
    "Find the price of the third product",
    "Find the rating of the most expensive product",
    "Count the total number of products",
)


async def main() -> None:
    """Print one line for each task."""
    async with serve_site("catalog") as site, WebAgent("offline") as agent:
        for task in TASKS:
            result = await agent.run(task, start_url=site.url)
            print(f"{task}: {result.answer} ({result.steps} model calls)")


asyncio.run(main())
