"""Limits: what is counted, when an agent is told, when it is asked to end, when it is over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from agent_e.agents.chat import Chat
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.config import LimitSettings
from agent_e.errors import ContextOverflow, LimitReached, ModelError
from agent_e.models.budget import Budget
from agent_e.models.step_limiter import StepLimiter
from agent_e.safety import UntrustedContent
from agent_e.skills import describe
from agent_e.types import SkillResult, Usage
from agent_e.types.conversation import Reply, ToolCall
from tests.agent_e.conftest import Bench, in_turn

PRICED = "openai:gpt-4.1-mini"
LOOK = Scripted(calls=[("look", {})])
END = Scripted(calls=[("end", {"answer": "what I have"})])


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def budget(**limits: Any) -> Budget:
    return Budget.of_run(LimitSettings.model_validate({"max_steps": 1_000, **limits}))


def test_what_a_sub_task_uses_the_run_uses() -> None:
    run = budget()
    part = run.sub_task(LimitSettings(navigator_tokens=100))
    part.take()
    part.send()
    part.send()
    part.add("navigator", Usage(calls=1, input_tokens=60, output_tokens=10), cost_usd=0.5)
    run.add("planner", Usage(calls=1, input_tokens=5, output_tokens=1))
    assert (part.used, part.calls, part.tokens, part.cost_usd) == (1, 2, 70, 0.5)
    assert (run.used, run.calls, run.tokens, run.cost_usd) == (1, 2, 76, 0.5)
    assert [use.name for use in part.uses()] == ["max_tokens", "max_steps", "seconds"]
    assert set(run.usage) == {"planner", "navigator"}


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"max_steps": 1}, "The run used its 1 steps. Raise --max-steps to go on longer."),
        ({"max_calls": 1}, "The run used its 1 model calls. Raise --max-calls to go on longer."),
        ({"max_tokens": 70}, "The run used its 70 tokens. Raise --max-tokens to go on longer."),
        ({"max_cost": 0.5}, "The run used its $0.5. Raise --max-cost to go on longer."),
        ({"seconds": 9}, "The run used its 9 s. Raise --timeout to go on longer."),
    ],
)
def test_what_is_used_up_is_named_with_its_flag(limits: dict[str, Any], said: str) -> None:
    clock = Clock()
    run = budget(**limits)
    run.clock, run.started = clock, clock.now
    run.take()
    run.send()
    run.add("planner", Usage(calls=1, input_tokens=60, output_tokens=10), cost_usd=0.5)
    clock.now += 9
    with pytest.raises(LimitReached) as caught:
        run.take()
    assert str(caught.value) == said
    assert caught.value.limit == next(iter(limits))


def test_a_limit_of_a_sub_task_is_named_with_its_setting() -> None:
    part = budget().sub_task(LimitSettings(navigator_cost=0.1))
    part.add("navigator", Usage(calls=1), cost_usd=0.1)
    with pytest.raises(LimitReached, match=r"The sub-task used its \$0.1. Raise limits.navigator_"):
        part.take()


class Functions:
    """What the model of a test is offered."""

    async def look(self) -> SkillResult:
        """Look."""
        return SkillResult(text="A lamp for $5. " * 20)

    async def end(self, answer: str) -> str:
        """End."""
        return answer


async def chat_of(
    bench: Bench,
    script: Script,
    *,
    max_steps: int = 50,
    model: str = PRICED,
    **more: Any,
) -> Chat:
    functions = Functions()
    return Chat(
        "planner",
        await bench.calls(script, model=model, fence=UntrustedContent()),
        system="You are tested.",
        functions=[describe(functions.look), describe(functions.end, ends=True)],
        max_steps=max_steps,
        report_failure=lambda name, error: pytest.fail(f"{name}: {error!r}"),
        **more,
    )


def looking(body: Mapping[str, Any]) -> Scripted:
    """Look until nothing but the end is offered."""
    offered = [tool["function"]["name"] for tool in body["tools"]]
    return END if offered == ["end"] else LOOK


def said(body: Mapping[str, Any]) -> list[str]:
    """What we said to the model, but for the first message."""
    return [str(m["content"]) for m in body["messages"] if m["role"] == "user"][1:]


@pytest.mark.parametrize(
    ("limits", "told", "unfinished"),
    [
        ({"max_steps": 12}, "9 of the run's 12 steps are used", "12 steps. Raise --max-steps"),
        ({"max_calls": 12}, "9 of the run's 12 model calls are", "model calls. Raise --max-calls"),
        ({"max_tokens": 60_000}, "of the run's 60,000 tokens are", "tokens. Raise --max-tokens"),
        ({"max_cost": 0.03}, "of the run's $0.03 are used", "run's $0.03. Raise --max-cost"),
    ],
)
async def test_at_three_quarters_the_agent_is_told_once_and_at_the_end_asked(
    bench: Bench, limits: dict[str, Any], told: str, unfinished: str
) -> None:
    bench.budget = budget(**limits)
    chat = await chat_of(bench, looking, max_steps=500)
    assert await chat.run("go") == "what I have"
    use = next(each for each in bench.budget.uses() if each.name == next(iter(limits)))
    assert 0.75 <= use.share <= 1, "it is kept, and used"
    last = bench.server.requests[-1]
    near, final = said(last)
    assert near.endswith("come to an end soon.")
    assert told in near
    assert final.startswith("This is your last step. Call end now")
    assert chat.unfinished.endswith(f"{unfinished} for more.")
    tellings = bench.events("limit.told")
    assert [each["notice"] for each in tellings] == ["near", "last"]


async def test_with_a_cache_there_is_money_for_a_last_call_without_it(bench: Bench) -> None:
    bench.budget = budget(max_cost=0.05)
    chat = await chat_of(bench, looking, max_steps=500, model="anthropic:claude-haiku-4-5")
    assert await chat.run("go") == "what I have"
    assert 0.03 < bench.budget.cost_usd <= 0.05
    assert bench.budget.usage["planner"].cached_tokens > 0
    assert said(bench.server.requests[-1])[-1].startswith("This is your last step.")


async def test_the_time_that_is_left_is_asked_for_an_answer_in_time(bench: Bench) -> None:
    clock = Clock()
    bench.budget = budget(seconds=100)
    bench.budget.clock, bench.budget.started = clock, clock.now

    def slowly(body: Mapping[str, Any]) -> Scripted:
        clock.now += 8
        return looking(body)

    chat = await chat_of(bench, slowly)
    assert await chat.run("go") == "what I have"
    assert 75 < clock.now - 100 <= 100
    assert "80 of the run's 100 s are used" in said(bench.server.requests[-1])[0]


async def test_a_call_that_would_break_a_limit_is_not_made(bench: Bench) -> None:
    bench.budget = budget(max_tokens=50)
    chat = await chat_of(bench, in_turn())
    with pytest.raises(LimitReached, match="used 0 of its 50 tokens, and one more call takes abou"):
        await chat.run("go")
    assert bench.server.requests == []


async def test_whoever_comes_after_a_chat_finds_room_for_a_call(bench: Bench) -> None:
    run = bench.budget = budget(max_tokens=20_000)
    run.add("planner", Usage(calls=1, input_tokens=4_000, output_tokens=100))
    calls = await bench.calls(in_turn(), role="navigator", model="openai:unpriced")
    calls.budget = run.sub_task(LimitSettings())
    pace = StepLimiter(calls, "navigator", max_steps=50, leave_to="planner")
    while pace.next(1_000).level != "last":
        calls.budget.add("navigator", Usage(calls=1, input_tokens=1_000, output_tokens=100))
    calls.budget.add("navigator", Usage(calls=1, input_tokens=1_000, output_tokens=100))
    assert run.max_tokens is not None
    left = run.max_tokens - run.tokens
    assert 4_100 * 1.5 <= left < 4_100 * 1.5 + 3_000


@pytest.mark.parametrize("model", [PRICED, "anthropic:claude-haiku-4-5"])
async def test_tries_that_failed_are_model_calls_but_no_steps(bench: Bench, model: str) -> None:
    bench.budget = budget(max_calls=5)
    script = in_turn(Scripted(status=500), LOOK, Scripted(status=429), Scripted(status=500), END)
    chat = await chat_of(bench, script, model=model)
    with pytest.raises(LimitReached, match="used its 5 model calls|one more call"):
        await chat.run("go")
        await chat.run("never")
    assert bench.budget.calls == len(bench.server.requests) <= 5
    assert bench.budget.used <= 3


class Narrow:
    """A model that takes only so many messages, and remembers what it was sent."""

    name = PRICED

    def __init__(self, limit: int, replies: int) -> None:
        self.most = limit
        self.replies = replies
        self.sent: list[int] = []

    async def complete(self, messages: Any, tools: Any = (), *, schema: Any = None) -> Reply:
        length = len(json.dumps([str(message) for message in messages]))
        self.sent.append(length)
        if length > self.most:
            raise ContextOverflow("The conversation is longer than the model takes.")
        self.replies -= 1
        name = "look" if self.replies else "end"
        call = ToolCall(id=f"c{self.replies}", name=name, arguments="{}" if self.replies else
                        '{"answer": "done"}')  # fmt: skip
        return Reply(calls=(call,), usage=Usage(calls=1, input_tokens=10))

    async def close(self) -> None:
        return


async def test_a_conversation_that_is_too_long_is_made_shorter_once_and_stays_so(
    bench: Bench,
) -> None:
    chat = await chat_of(bench, in_turn(), budget_tokens=32_000)
    narrow = Narrow(12_000, replies=40)
    chat._caller._calls.model = narrow
    assert await chat.run("go") == "done"
    refused = [length for length in narrow.sent if length > narrow.most]
    assert len(refused) <= 3
    assert bench.budget.used == 40
    assert bench.events("context.shortened")
    after = narrow.sent[narrow.sent.index(refused[0]) + 1]
    assert after < 0.6 * refused[0]


async def test_a_conversation_that_cannot_be_shorter_ends_the_run(bench: Bench) -> None:
    chat = await chat_of(bench, in_turn(), budget_tokens=32_000)
    narrow = Narrow(10, replies=4)
    chat._caller._calls.model = narrow
    with pytest.raises(ModelError, match="longer than the model takes"):
        await chat.run("go", "a page")
    assert len(narrow.sent) <= 2


async def test_the_journal_tells_everything_once_also_around_a_shortening(bench: Bench) -> None:
    bench.budget = budget()
    looks = in_turn(*[LOOK] * 60, END)
    chat = await chat_of(bench, looks, max_steps=70, budget_tokens=4_000)
    assert await chat.run("go") == "what I have"
    shortened = bench.events("context.shortened")
    assert len(shortened) > 1
    written = [m for event in bench.events("model.called") for m in event["messages"]]
    assert sum(m["role"] == "assistant" for m in written) == 60
    assert sum(m["role"] == "tool" for m in written) == 60
    for event in shortened:
        assert event["after"] < event["before"]
        assert event["text"].startswith("Done before this")
    estimates = [event["tokens"] for event in bench.events("model.called")]
    assert max(estimates) <= 4_000


async def test_a_first_page_that_is_too_long_leaves_the_prompt_in_the_journal(bench: Bench) -> None:
    chat = await chat_of(bench, in_turn(END), budget_tokens=4_000)
    assert await chat.run("go", "A lamp for $5. " * 2_000) == "what I have"
    (shortened,) = bench.events("context.shortened")
    assert shortened["after"] < 4_000 < shortened["before"]
    (called,) = bench.events("model.called")
    roles = [message["role"] for message in called["messages"]]
    assert roles == ["system", "user", "user"]
    assert called["messages"][0]["text"] == "You are tested."
