"""The Python API in one page: types, events, hooks, and a browser shared with your own code.

The model's replies are those of recordings/python_api.json, by a client of AutoGen's (package
autogen-ext); WebAgent("openai:gpt-4.1-mini", …) asks a real one. Start it:
python examples/python_api.py, and after it the name of a login that agent-e login saved, if any.
"""

import asyncio
import sys

from pydantic import BaseModel
from recordings.client import recorded_client

from agent_e import Veto, WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.journal.events import ActionStarted, RunEnded
from agent_e.skills import ActionCall, ActionOutcome
from agent_e.types import PersonRequest


class Offer(BaseModel):
    """One product and what it costs."""

    product: str
    price: float


def weather(city: str) -> str:
    """Say what the weather is in a city."""
    return f"It rains in {city}."


agent = WebAgent(recorded_client("python_api.json"), allow=["127.0.0.1"], skills=[weather])


@agent.before_action
def check(call: ActionCall) -> None:
    """Keep the agent from uploading anything."""
    if call.name == "upload_file":
        raise Veto("nothing is uploaded from here.")


@agent.after_action
async def note(outcome: ActionOutcome) -> None:
    """Say what became of an action."""
    print("  ", outcome.call.name, "failed" if outcome.error else "done")


@agent.on_question
def answer(request: PersonRequest) -> str:
    """Answer what the agent asks."""
    print("  ", request.question)
    return "Oslo"


async def main(profile: str | None) -> None:
    """Carry out four tasks in one browser."""
    async with serve_site("catalog") as site, agent.session(profile=profile) as s:
        result = await agent.run(
            "Find the price of the third product", start_url=site.url, output=Offer
        )
        print(repr(result.value))
        async for event in agent.stream("If it rains where I am, how is the blanket rated?"):
            if isinstance(event, ActionStarted):
                print("->", event.action)
            if isinstance(event, RunEnded):
                print(event.answer)
        await s.goto(site.url)
        await s.act("open the third product")
        print(await s.extract(list[Offer]))
        print(await s.page.title(), "/", (await s.observe()).tokens, "tokens")


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
