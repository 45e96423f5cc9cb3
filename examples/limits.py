"""Limit what a run may use; what the agent found before the limit stays in the result.

Start it: python examples/limits.py
"""

import asyncio

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import LimitSettings, Settings


async def main() -> None:
    """Give the run two model calls, which are too few."""
    settings = Settings(model="offline", limits=LimitSettings(max_steps=2))
    async with serve_site("catalog") as site, WebAgent(settings) as agent:
        result = await agent.run("Find the price of the third product", start_url=site.url)
    print(result.outcome, result.exit_code)
    print(result.message)


asyncio.run(main())
