"""Reactive: a stateless policy that is asked again at each step, by selectors of a page summary.

Seed: white agent. With ``reactive.agent_url`` the policy is the agent at that URL, so that any
agent that speaks ``POST /act`` can be run and measured like ours.
"""

from __future__ import annotations

from dataclasses import replace

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext
from agent_e.errors import BadOutput
from agent_e.models.step_limiter import StepLimiter

from .act_client import HttpPolicy
from .act_loop import ActLoop
from .policy import ROLE, ReactivePolicy


async def reactive(context: RunContext) -> Answer:
    """Carry out the run's task."""
    if context.task.output_schema is not None:
        raise BadOutput("This architecture gives its answer in words, not by a schema.")
    settings = context.settings.reactive
    if settings.agent_url is None:
        pace = StepLimiter(context.calls(ROLE), ROLE, max_steps=settings.max_steps)
        ours = ReactivePolicy(context.models[ROLE].name, lambda: context.calls(ROLE), pace=pace)
        answer = await ActLoop(context, ours, max_steps=lambda: pace.max_steps).run()
        return replace(answer, limit=answer.limit or (pace.ended.unfinished if pace.ended else ""))
    foreign = HttpPolicy(
        settings.agent_url, timeout_s=settings.agent_timeout_s, redact=context.skill_context.redact
    )
    try:
        return await ActLoop(context, foreign, max_steps=lambda: settings.max_steps).run()
    finally:
        await foreign.close()
