"""Agents without knowledge: their score is what a suite gives away."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace

from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.dom import PageActor, PageObserver
from agent_e.errors import SkillError
from agent_e.types import Outcome, TaskResult

_RANDOM_STEPS = 10
_FIELDS = ("textbox", "searchbox", "combobox", "spinbutton")


async def do_nothing(place: Place, plan: BenchPlan) -> TaskResult:
    """Open the start page and give up."""
    start = time.perf_counter()
    await place.begin()
    result = TaskResult(outcome=Outcome.GAVE_UP, message="It does nothing.", exit_code=1)
    return replace(result, seconds=time.perf_counter() - start)


async def random_actions(place: Place, plan: BenchPlan) -> TaskResult:
    """Click and type at random, then answer with a line of the page.

    The same task and repetition always gives the same actions.
    """
    start = time.perf_counter()
    session = await place.begin()
    observer = PageObserver(session, plan.settings.dom)
    actor = PageActor(session, observer, plan.settings.browser.action_timeout_s)
    chance = random.Random(f"{place.task.id} {place.folder.parent.name}")
    words = re.findall(r"\w+", place.task.intent) or ["a"]
    steps = 0
    for _ in range(min(plan.steps(place.task) or _RANDOM_STEPS, _RANDOM_STEPS)):
        observation = await observer.observe()
        if not observation.elements:
            break
        element = chance.choice(observation.elements)
        steps += 1
        assert element.mmid is not None, "an element is what has a number"
        try:
            if element.role in _FIELDS:
                await actor.enter_text(element.mmid, chance.choice(words))
            else:
                await actor.click(element.mmid)
        except SkillError:
            continue  # a random action that is impossible has no consequences
    lines = observer.render(await observer.observe()).splitlines() or [""]
    return TaskResult(
        outcome=Outcome.SUCCESS,
        answer=chance.choice(lines).strip(),
        steps=steps,
        seconds=time.perf_counter() - start,
    )
