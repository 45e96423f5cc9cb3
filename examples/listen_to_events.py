"""Follow a run while it works: print every action and what the browser did next.

A listener gets each event of the journal, as a dictionary, at the moment it is written.
Start it: python examples/listen_to_events.py
"""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings


def listen(event: Mapping[str, Any]) -> None:
    """Print the start and the end of actions, and how many tokens a reply used."""
    match event["kind"]:
        case "action.started":
            target = event["target"] or {}
            print(f"{event['seq']:3}  {event['action']} {target.get('name', '')}".rstrip())
        case "action.ended":
            print(f"{event['seq']:3}    {event['status']}, now at {urlsplit(event['url']).query!r}")
        case "model.replied":
            print(f"{event['seq']:3}  {event['role']}: {event['usage']['output_tokens']} tokens")


async def main() -> None:
    """Run one task with a listener."""
    settings = Settings(model="offline")
    async with serve_site("catalog") as site, WebAgent(settings, listener=listen) as agent:
        result = await agent.run("Find the price of the third product", start_url=site.url)
    print(result.answer)


asyncio.run(main())
