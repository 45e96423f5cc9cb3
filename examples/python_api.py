"""The Python API in one page: types, events, hooks, and a browser shared with your own code.

The offline model follows rules; with a real one, write WebAgent("openai:gpt-4.1-mini") and the rest
as it is. Start it: python examples/python_api.py
"""

import asyncio

from pydantic import BaseModel

from agent_e import Veto, WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.journal.events import ActionStarted, RunEnded
from agent_e.skills import ActionCall


class Offer(BaseModel):
    """One product and what it costs."""

    product: str
    price: float


def weather(city: str) -> str:
    """Say what the weather is in a city."""
    return f"It rains in {city}."


agent = WebAgent("offline", allow=["127.0.0.1"], skills=[weather])


@agent.before_action
def check(call: ActionCall) -> None:
    """Keep the agent from uploading anything."""
    if call.name == "upload_file":
        raise Veto("nothing is uploaded from here.")


async def main() -> None:
    """Do three tasks in one browser."""
    async with serve_site("catalog") as site, agent.session(site.url) as session:
        result = await agent.run("Find the price of the third product", output=Offer)
        print(repr(result.value))
        await session.goto(site.url)
        async for event in agent.stream("Find the rating of the most expensive product"):
            if isinstance(event, ActionStarted):
                print("->", event.action)
            if isinstance(event, RunEnded):
                print(event.answer)
        await session.goto(site.url)
        print((await session.act("Count the total number of products")).value)
        offer = await session.extract(Offer, "Find the price of the third product")
        print(offer.product)
        print(await session.page.title(), "/", (await session.observe()).tokens, "tokens")


asyncio.run(main())
