"""Limits before the person: as much again, or the end as it would be without them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from agent_e.config import LimitSettings
from agent_e.errors import LimitReached
from agent_e.human import QuestionBroker
from agent_e.models.budget import Budget
from agent_e.models.limit_extension import LimitExtender
from agent_e.models.model_table import cost_of
from agent_e.models.step_limiter import StepLimiter
from agent_e.types import PersonRequest, Usage
from tests.agent_e.conftest import Bench, in_turn

PRICED = "openai:gpt-4.1-mini"
TOKENS = 1_000
"""Of a request."""


class Person:
    """Says one thing after the other to what is asked about the budget."""

    name = "test"

    def __init__(self, *says: str) -> None:
        self.says = list(says)
        self.shown: list[PersonRequest] = []

    async def show(self, request: PersonRequest, reply: Any) -> None:
        self.shown.append(request)
        reply(self.says.pop(0))


class Chatting:
    """A chat that only asks for its turns, each of which takes the same."""

    def __init__(self, bench: Bench, pace: StepLimiter, budget: Budget) -> None:
        self.bench = bench
        self.pace = pace
        self.budget = budget
        self.lengthened: list[float] = []

    async def turns(self, limit: int = 60) -> int:
        """How many turns there are until the last one."""
        for number in range(1, limit + 1):
            await self.pace.room(TOKENS)
            turn = self.pace.next(TOKENS)
            self.budget.take()
            self.budget.send()
            used = Usage(calls=1, input_tokens=TOKENS, output_tokens=100)
            self.budget.add("planner", used, cost_usd=cost_of(PRICED, used), seconds=1.0)
            if turn.level == "last":
                return number
        return limit


async def chatting(
    bench: Bench,
    person: Person | None,
    limits: Mapping[str, float] | None = None,
    *,
    own: int = 1_000,
    role: str = "planner",
) -> Chatting:
    run = Budget.of_run(LimitSettings.model_validate({"max_steps": 1_000, **(limits or {})}))
    bench.budget = run
    calls = await bench.calls(in_turn(), role=role, model=PRICED)
    leave_to = "" if role == "planner" else "planner"
    made = Chatting(bench, StepLimiter(calls, role, max_steps=own, leave_to=leave_to), run)
    desk = QuestionBroker("r", bench.journal.write, channels=[person] if person else [])
    run.use_extender(LimitExtender(desk, run, bench.journal.write, made.lengthened.append))
    return made


@pytest.mark.parametrize(
    ("limit", "most"),
    [("max_steps", 6), ("max_calls", 6), ("max_tokens", 6_600), ("max_cost", 0.0034)],
)
async def test_a_limit_is_raised_by_its_first_amount_as_often_as_they_say(
    bench: Bench, limit: str, most: float
) -> None:
    alone = await (await chatting(bench, None, {limit: most})).turns()
    person = Person("more", "more", "stop")
    chat = await chatting(bench, person, {limit: most})
    turns = await chat.turns()
    # What is kept back for the last call is so only once.
    assert 3 * alone <= turns <= 3 * alone + 2
    assert getattr(chat.budget, limit) == pytest.approx(3 * most)
    assert [each.kind for each in person.shown] == ["budget"] * 3
    assert [each.evidence["limit"] for each in person.shown] == [limit] * 3
    assert person.shown[2].evidence["most"] == pytest.approx(3 * most)
    assert [each["by"] for each in bench.events("limit.raised")] == [most, most]
    assert person.shown[0].question.endswith(" are used. May I use as much again?")


async def test_time_is_given_to_the_run_itself(bench: Bench) -> None:
    person = Person("more")
    chat = await chatting(bench, person, {"seconds": 100})
    now = chat.budget.started = 1_000.0
    chat.budget.clock = lambda: now
    await chat.turns(2)
    now = 1_099.5
    await chat.turns(1)
    assert (chat.lengthened, chat.budget.seconds) == ([100], 200)
    assert person.shown[0].evidence["unit"] == "s"


async def test_a_no_holds_and_nobody_is_a_no(bench: Bench) -> None:
    for person in (Person("stop"), None):
        chat = await chatting(bench, person, own=3)
        assert await chat.turns() == 3
        with pytest.raises(LimitReached):
            await chat.turns(1)
        assert chat.pace.max_steps == 3


async def test_steps_of_the_agent_that_leads_are_the_runs_and_of_others_are_not(
    bench: Bench,
) -> None:
    person = Person("more", "stop")
    assert await (await chatting(bench, person, own=3)).turns() == 6
    assert person.shown[0].evidence["limit"] == "planner_steps"
    nested = Person("more")
    assert await (await chatting(bench, nested, own=3, role="navigator")).turns() == 3
    assert nested.shown == []
