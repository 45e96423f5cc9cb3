"""A model that fails for good is replaced; each reply is priced by who gave it."""

from __future__ import annotations

import pytest

from agent_e.architectures.som.json_actions import JsonActions, Window
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.config import ModelSettings
from agent_e.errors import ContextOverflow, ModelError, ModelRefused
from agent_e.models.client import ModelClient
from agent_e.models.factory import fallback_settings, make_model
from agent_e.models.failover import FailoverModel
from agent_e.models.model import Message
from agent_e.models.model_table import cost_of
from agent_e.types import Usage
from tests.agent_e.conftest import Bench

HELLO = [Message(role="user", text="hello")]
FIRST, SPARE = "openai:gpt-4.1-mini", "openai:gpt-4o"


def calls_of(bench: Bench, base_url: str) -> tuple[ModelClient, FailoverModel]:
    settings = ModelSettings(base_url=base_url, attempts=2, first_retry_wait_s=0, timeout_s=20)
    first, spare = (
        make_model(spec, "planner", settings, runs_dir=bench.run_dir, env={})
        for spec in (FIRST, SPARE)
    )
    for made in (first, spare):
        bench.resources.push_async_callback(made.close)
    model = FailoverModel(first, spare)
    calls = ModelClient(
        model,
        "planner",
        settings=settings,
        journal=bench.journal,
        budget=bench.budget,
        spare=model,
    )
    return calls, model


@pytest.mark.parametrize(
    ("failing", "tries"),
    [(Scripted(status=401), 1), (Scripted(status=503), 2), (Scripted(body=b"?"), 2)],
)
async def test_the_other_model_takes_over_for_good_and_costs_its_own_price(
    bench: Bench, failing: Scripted, tries: int
) -> None:
    asked: list[str] = []
    fine = Scripted(text="hi")

    def script(body):
        asked.append(body["model"])
        return failing if body["model"] == "gpt-4.1-mini" and len(asked) > 1 else fine

    async with scripted_server(script) as server:
        calls, model = calls_of(bench, server.base_url)
        replies = [await calls.complete(HELLO, []) for _ in range(3)]
    assert asked == ["gpt-4.1-mini", *["gpt-4.1-mini"] * tries, "gpt-4o", "gpt-4o"]
    assert model.name == SPARE
    (replaced,) = bench.events("model.replaced")
    assert (replaced["model"], replaced["by"], replaced["role"]) == (FIRST, SPARE, "planner")
    assert bench.events("model.failed") == []
    assert [event["model"] for event in bench.events("model.replied")] == [FIRST, SPARE, SPARE]
    spent = [
        cost_of(name, reply.usage)
        for name, reply in zip([FIRST, SPARE, SPARE], replies, strict=True)
    ]
    assert bench.budget.cost_usd == pytest.approx(sum(filter(None, spent)))
    assert bench.budget.priced
    assert bench.budget.usage["planner"] == sum((r.usage for r in replies), Usage())


async def test_when_both_fail_the_last_ones_error_is_told(bench: Bench) -> None:
    async with scripted_server(lambda body: Scripted(status=401)) as server:
        calls, _ = calls_of(bench, server.base_url)
        with pytest.raises(ModelError, match="openai:gpt-4o refused the key"):
            await calls.complete(HELLO, [])
        with pytest.raises(ModelError, match="openai:gpt-4o refused the key"):
            await calls.complete(HELLO, [])
    assert len(bench.events("model.replaced")) == 1
    assert len(bench.events("model.failed")) == 2


async def test_a_conversation_that_is_too_long_is_for_its_holder_to_shorten(bench: Bench) -> None:
    async with scripted_server(lambda body: Scripted(status=413)) as server:
        calls, model = calls_of(bench, server.base_url)
        with pytest.raises(ContextOverflow):
            await calls.complete(HELLO, [])
    assert model.name == FIRST


async def test_what_one_refuses_the_other_may_answer_and_both_are_paid(bench: Bench) -> None:
    refused = (
        b'{"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [{"index"'
        b': 0, "finish_reason": "stop", "message": {"role": "assistant", "refusal": "No."}}],'
        b'"usage": {"prompt_tokens": 1000000, "completion_tokens": 0, "total_tokens": 1000000}}'
    )

    def script(body):
        return Scripted(text="hi") if body["model"] == "gpt-4o" else Scripted(body=refused)

    async with scripted_server(script) as server:
        calls, _ = calls_of(bench, server.base_url)
        reply = await calls.complete(HELLO, [])
    assert reply.text == "hi"
    assert bench.budget.cost_usd == pytest.approx(0.40 + (cost_of(SPARE, reply.usage) or 0))
    assert bench.budget.usage["planner"].calls == 2


async def test_without_another_model_a_refusal_ends_it(bench: Bench) -> None:
    filtered = Scripted(status=400, body=b'{"error": {"message": "content_filter"}}')
    calls = await bench.calls(lambda body: filtered)
    with pytest.raises(ModelRefused):
        await calls.complete(HELLO, [])


async def test_an_unknown_price_is_not_nothing(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"))
    await calls.complete(HELLO, [])
    assert (bench.budget.cost_usd, bench.budget.priced) == (0.0, False)


async def test_what_stands_before_a_model_names_who_answers(bench: Bench) -> None:
    async with scripted_server(lambda body: Scripted(text="hi")) as server:
        _, model = calls_of(bench, server.base_url)
        before = JsonActions(model, Window(), task=lambda: "x")
        assert before.name == FIRST
        assert model.replace()
        assert before.name == SPARE
        assert not model.replace()


@pytest.mark.parametrize(
    ("fallback", "own", "url"),
    [
        ("qwen3-small", None, "http://one/v1"),
        ("claude-haiku-4-5", None, None),
        ("anthropic:claude-haiku-4-5", None, None),
        ("anthropic:claude-haiku-4-5", "http://two", "http://two"),
    ],
)
def test_an_endpoint_of_one_protocol_is_not_the_others(
    fallback: str, own: str | None, url: str | None
) -> None:
    settings = ModelSettings(base_url="http://one/v1", fallback=fallback, fallback_base_url=own)
    assert fallback_settings("openai:qwen3", settings).base_url == url
