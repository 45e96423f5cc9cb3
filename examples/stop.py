"""Stop a run; it ends within two seconds, writes its result and keeps the run folder.

Start it: python examples/stop.py
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings


async def main() -> None:
    """Stop the run when its first action has ended."""

    def listen(event: Mapping[str, Any]) -> None:
        if event["kind"] == "action.ended":
            agent.stop()

    agent = WebAgent(Settings(model="offline"), listener=listen)
    async with serve_site("catalog") as site, agent:
        result = await agent.run("Find the price of the third product", start_url=site.url)
    print(result.outcome, result.exit_code)
    print(result.message)
    print(sorted(path.name for path in Path(result.run_dir).iterdir() if path.suffix == ".json"))


asyncio.run(main())
