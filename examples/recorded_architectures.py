"""Run the same task with each architecture whose model needs pictures, from a recording.

A recording holds the replies of a model; everything else is real: browser, pages, clicks. The
replies were written by rules, not by a model. Start it: python examples/recorded_architectures.py
"""

import asyncio
from pathlib import Path

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings

HERE = Path(__file__).parent


async def main() -> None:
    """Print the answer, the number of model calls and the actions of each architecture."""
    async with serve_site("catalog") as site:
        for name in ("som", "websight", "link", "reactive"):
            actions: list[str] = []
            settings = Settings(model=f"replay:{HERE / name}.jsonl", architecture=name)
            async with WebAgent(
                settings,
                listener=lambda event, actions=actions: actions.extend(  # type: ignore[misc]
                    [event["action"]] if event["kind"] == "action.started" else []
                ),
            ) as agent:
                result = await agent.run("Find the price of the third product", start_url=site.url)
            print(f"{name}: {result.answer} in {result.steps} model calls: {', '.join(actions)}")


asyncio.run(main())
