"""Answer the agent's questions with your own code, here: approve or refuse an action.

With the preset ``strict`` every change on a site needs your approval. A channel is any object with
a name and the method ``show``. Start it: python examples/approve_in_python.py [yes|no]
"""

import asyncio
import sys

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import SafetySettings, Settings
from agent_e.human import Reply
from agent_e.types import PersonRequest

TASK = (
    "Go to the Lighting category, open the cheapest product, "
    "set the quantity to 2 and add it to the basket."
)


class Approver:
    """Prints each question and gives the same answer to all of them."""

    name = "approver"

    def __init__(self, answer: str) -> None:
        self.answer = answer

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Show a question to the user and reply to it."""
        print(f"[{request.kind}] {request.question}")
        print(f"-> {self.answer}")
        reply(self.answer)


async def main() -> None:
    """Let the agent fill a basket, and look at the server's own data afterwards."""
    answer = sys.argv[1] if len(sys.argv) > 1 else "yes"
    safety = SafetySettings(profile="strict")
    settings = Settings(model="offline", mode="human", safety=safety)
    async with serve_site("shop") as shop:
        async with WebAgent(settings, channels=[Approver(answer)]) as agent:
            result = await agent.run(TASK, start_url=shop.url)
        baskets = [line for basket in shop.state()["baskets"] for line in basket["items"]]
    print(result.outcome)
    print("basket:", [(line["name"], line["quantity"]) for line in baskets])


asyncio.run(main())
