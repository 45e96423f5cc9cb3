"""Planner and nested browser-navigation chat (seed: Agent-E, section 2).

The planner sees reports, never pages; each sub-task is carried out by a navigator that starts with
an empty conversation and the page as it is. The first one is the task itself, unless the planner is
to begin.
"""

from __future__ import annotations

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext

from .planner import Planner


async def hierarchical(kit: RunContext) -> Answer:
    """Carry out the kit's task."""
    return await Planner(kit).run()
