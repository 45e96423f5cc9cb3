"""Set-of-Mark: one vision model, marked screenshots, each action verified by eye.

Seed: Web-Browser-Agent. ``preset: seed`` has the document's numbers, the default waits for what
happens instead of for a fixed time.
"""

from __future__ import annotations

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext

from .agent import SomAgent


async def som(kit: RunContext) -> Answer:
    """Carry out the kit's task."""
    return await SomAgent(kit).run()
