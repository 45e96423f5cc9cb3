"""Get the answer as an object that matches a JSON Schema, not as a sentence.

The framework validates the answer. If it does not match, the run ends with the outcome
``bad_output``. Start it: python examples/json_answer.py
"""

import asyncio
import json

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site

SCHEMA = {
    "type": "object",
    "properties": {"product": {"type": "string"}, "price": {"type": "number"}},
    "required": ["product", "price"],
}


async def main() -> None:
    """Ask for the product and its price in two typed members."""
    async with serve_site("catalog") as site, WebAgent("offline") as agent:
        result = await agent.run(
            "Find the price of the third product", start_url=site.url, output=SCHEMA
        )
    print(result.outcome, json.dumps(result.answer))


asyncio.run(main())
