"""WebSight: vision only; planner, reasoner, actor and verifier over an episodic memory.

Seed: WebSight, Algorithm 1. Where the settings name a grounding model, it is the actor; all other
roles are played by the model of the run.
"""

from __future__ import annotations

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext

from .agent import WebSightAgent


async def websight(kit: RunContext) -> Answer:
    """Carry out the kit's task."""
    return await WebSightAgent(kit).run()
