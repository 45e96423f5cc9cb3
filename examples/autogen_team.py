"""Put the agent into an AutoGen team: it looks things up, and a writer uses what it found.

The writer's client is scripted (it needs the package autogen-ext); any client of AutoGen's will do.
Start it: python examples/autogen_team.py
"""

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_ext.models.replay import ReplayChatCompletionClient

from agent_e import WebAgent
from agent_e.autogen import WebAgentChatAgent
from agent_e.benchmarks.sites import serve_site


async def main() -> None:
    """Ask the team for one line about a product."""
    writer = AssistantAgent(
        "writer", ReplayChatCompletionClient(["Coffee for $64.50: have a look."])
    )
    async with serve_site("catalog") as site:
        web = WebAgentChatAgent("web", WebAgent("offline"), start_url=site.url)
        team = RoundRobinGroupChat([web, writer], termination_condition=MaxMessageTermination(3))
        result = await team.run(task="Find the price of the third product")
        await web.close()
    for message in result.messages:
        if isinstance(message, TextMessage):
            print(f"{message.source}: {message.content.splitlines()[0]}")


asyncio.run(main())
