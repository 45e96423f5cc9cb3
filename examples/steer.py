"""Change the task while the run is under way.

``agent.control`` steers, pauses, resumes and stops the run in progress. Here the new instruction
comes as soon as the agent starts on the first one. Start it: python examples/steer.py
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings


async def main() -> None:
    """Ask for a price, then for the number of products instead."""
    started = asyncio.Event()

    def listen(event: Mapping[str, Any]) -> None:
        if event["kind"] == "subtask.started":
            print("sub-task:", event["sub_task"])
            started.set()

    settings = Settings(model="offline")
    async with serve_site("catalog") as site, WebAgent(settings, listener=listen) as agent:
        run = asyncio.create_task(
            agent.run("Find the price of the third product", start_url=site.url)
        )
        await started.wait()
        assert agent.control is not None
        agent.control.steer("Count the total number of products")
        result = await run
    print(result.outcome, result.answer)


asyncio.run(main())
