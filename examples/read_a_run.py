"""Read a run folder afterwards: the result, the actions, the cost and the screenshots.

A run folder is plain files: ``run.json`` (how it was started), ``events.jsonl`` (one JSON object a
line), ``result.json`` and the screenshots. Start it: python examples/read_a_run.py
"""

import asyncio
import json
from collections import Counter
from pathlib import Path

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site


async def make_run() -> Path:
    """Run one task and return its folder."""
    async with serve_site("catalog") as site, WebAgent("offline") as agent:
        result = await agent.run("Find the price of the third product", start_url=site.url)
    return Path(result.run_dir)


def describe(folder: Path) -> None:
    """Print what the files of a run say."""
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    print("answer:", result["answer"], "cost in USD:", result["cost_usd"])
    print("tokens:", {role: use["input_tokens"] for role, use in result["usage"].items()})
    print("evidence:", [fact["quote"] for fact in result["evidence"]])
    print("actions:", [event["action"] for event in events if event["kind"] == "action.started"])
    print("screenshots:", [event["file"] for event in events if event["kind"] == "pictured"])
    print("events:", dict(Counter(event["kind"] for event in events).most_common(3)))


describe(asyncio.run(make_run()))
