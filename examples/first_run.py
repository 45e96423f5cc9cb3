"""Run one task and print the answer with the words of the page that support it.

Start it from the root of the repository, without a key: python examples/first_run.py
"""

import asyncio

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site


async def main() -> None:
    """Ask the offline model for a price on the local catalogue."""
    async with serve_site("catalog") as site, WebAgent("offline") as agent:
        result = await agent.run("Find the price of the third product", start_url=site.url)
    print(result.outcome, result.answer)
    for fact in result.evidence:
        print(f"  {fact.claim} (step {fact.step})")
    print("verified:", result.verified)


asyncio.run(main())
