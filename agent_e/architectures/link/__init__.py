"""Link: one vision model that opens addresses and clicks words (seed: ai-web-agent)."""

from __future__ import annotations

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext

from .agent import LinkAgent


async def link(kit: RunContext) -> Answer:
    """Carry out the kit's task."""
    return await LinkAgent(kit).run()
