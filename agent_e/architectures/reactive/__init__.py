"""Reactive: a stateless policy that is asked anew at each step, by selectors of a page summary.

Seed: white agent. With ``reactive.agent_url`` the policy is whoever answers there, so that any
agent that speaks ``POST /act`` can be run and measured like ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent_e.agents.answer import Answer
from agent_e.agents.loop_watch import LoopPolicy, watch_of
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
from agent_e.errors import BadOutput
from agent_e.models.step_limiter import StepLimiter
from agent_e.types import SkillResult

from .act_client import HttpPolicy
from .act_loop import ActLoop
from .policy import ROLE, Policy, ReactivePolicy


async def reactive(kit: RunContext) -> Answer:
    """Carry out the kit's task."""
    if kit.task.output_schema is not None:
        raise BadOutput("This architecture gives its answer in words, not by a schema.")
    settings = kit.settings.reactive
    if settings.agent_url is None:
        pace = StepLimiter(kit.calls(ROLE), ROLE, max_steps=settings.max_steps)
        ours = ReactivePolicy(kit.models[ROLE].name, lambda: kit.calls(ROLE), pace=pace)
        answer = await _loop(kit, ours, lambda: pace.max_steps)
        return replace(answer, limit=answer.limit or (pace.ended.unfinished if pace.ended else ""))
    foreign = HttpPolicy(
        settings.agent_url, timeout_s=settings.agent_timeout_s, redact=kit.context.redact
    )
    try:
        return await _loop(kit, foreign, lambda: settings.max_steps)
    finally:
        await foreign.close()


async def _loop(kit: RunContext, policy: Policy, max_steps: Callable[[], int]) -> Answer:
    settings = kit.settings.reactive
    answers = AnswerSubmission(kit)

    def note(result: SkillResult, step: int) -> None:
        kit.evidence.add(result, step=step, url=kit.context.navigator.url)

    loop = ActLoop(
        kit.context,
        policy,
        max_steps=max_steps,
        max_elements=settings.max_elements,
        report_failure=kit.report_failure,
        loops=watch_of(kit, ROLE, LoopPolicy(ends_at=kit.settings.loops.give_up_after, told=False)),
        submit=lambda words, last: answers.submit_words(words, last=last),
        note=note,
        control=kit.control,
    )
    return await loop.run(kit.task.text)
