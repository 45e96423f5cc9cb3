"""Retries, budget and usage of model calls, over real HTTP."""

import base64
import json
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import LimitReached, ModelError
from agent_e.models import factory
from agent_e.models.model import Message, Picture, ToolCall, ToolResult
from agent_e.models.model_table import ModelRow
from agent_e.types import Usage
from tests.agent_e.conftest import Bench, in_turn

HELLO = [Message(role="user", text="hello")]


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_a_passing_failure_is_tried_again_and_journaled(bench: Bench, status: int) -> None:
    calls = await bench.calls(in_turn(Scripted(status=status), Scripted(text="hi")))
    reply = await calls.complete(HELLO, [])
    assert reply.text == "hi"
    assert len(bench.server.requests) == 2
    assert len(bench.events("model.retried")) == 1


async def test_failures_without_end_become_one_sentence(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(status=500), attempts=3)
    with pytest.raises(ModelError, match="HTTP 500. Tried 3 times. Try again later") as caught:
        await calls.complete(HELLO, [])
    assert caught.value.exit_code == 6
    assert len(bench.server.requests) == 3
    assert "HTTP 500" in bench.events("model.failed")[0]["error"]


async def test_the_wait_a_provider_asks_for_is_kept_up_to_our_limit(bench: Bench) -> None:
    limited = Scripted(status=429, headers={"retry-after": "7"})
    calls = await bench.calls(in_turn(limited, Scripted(text="hi")), max_retry_wait_s=0.02)
    await calls.complete(HELLO, [])
    retried = bench.events("model.retried")[0]
    assert (retried["wait_s"], retried["reason"]) == (0.02, "rate_limits")
    waited = Scripted(status=429, headers={"retry-after": "0.01"})
    calls = await bench.calls(in_turn(waited, Scripted(text="hi")), max_retry_wait_s=5)
    await calls.complete(HELLO, [])
    assert bench.events("model.retried")[1]["wait_s"] == 0.01


async def test_a_slow_reply_times_out_and_is_tried_again(bench: Bench) -> None:
    slow, fast = Scripted(text="late", delay_s=1), Scripted(text="in time")
    calls = await bench.calls(in_turn(slow, fast), timeout_s=0.2)
    assert (await calls.complete(HELLO, [])).text == "in time"
    assert "did not answer within 0.2 s" in bench.events("model.retried")[0]["error"]


@pytest.mark.parametrize("body", [b"not json at all", b'{"choices": []}', b'{"hello": 1}', b"[]"])
async def test_what_is_no_completion_is_tried_again_then_told(bench: Bench, body: bytes) -> None:
    calls = await bench.calls(lambda _: Scripted(body=body), attempts=2)
    with pytest.raises(ModelError, match="not a chat completion"):
        await calls.complete(HELLO, [])
    assert len(bench.server.requests) == 2


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "refused the key"),
        (403, "refused the key"),
        (404, "not known"),
        (400, "scripted HTTP"),
    ],
)
async def test_what_trying_again_cannot_mend_is_told_at_once(
    bench: Bench, status: int, said: str
) -> None:
    calls = await bench.calls(lambda body: Scripted(status=status))
    with pytest.raises(ModelError, match=said):
        await calls.complete(HELLO, [])
    assert len(bench.server.requests) == 1


async def test_an_endpoint_nobody_listens_at_is_told(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"), attempts=2)
    calls.model._sdk.base_url = "http://127.0.0.1:9/v1"  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="could not be reached"):
        await calls.complete(HELLO, [])


async def test_usage_is_counted_with_its_cached_part(bench: Bench) -> None:
    script = in_turn(Scripted(text="hi", cached_tokens=5), Scripted(text="hi"))
    calls = await bench.calls(script, role="navigator")
    first = await calls.complete(HELLO, [])
    second = await calls.complete(HELLO, [])
    assert first.usage.calls == 1
    assert first.usage.cached_tokens == 5
    assert bench.budget.usage == {"navigator": first.usage + second.usage}
    assert (first.usage + second.usage).calls == 2


async def test_a_run_without_steps_left_asks_nobody(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"))
    bench.budget.max_steps = 1
    await calls.complete(HELLO, [])
    with pytest.raises(LimitReached, match="used its 1 steps"):
        await calls.complete(HELLO, [])
    assert len(bench.server.requests) == 1


async def test_a_picture_is_sent_as_the_bytes_it_came_in(bench: Bench, jpeg: bytes) -> None:
    calls = await bench.calls(lambda body: Scripted(text="a cat"))
    call = ToolCall(id="c1", name="look")
    await calls.complete(
        [
            *HELLO,
            Message(role="assistant", calls=(call,)),
            Message(role="tool", results=(ToolResult(call_id="c1", name="look", text="seen"),)),
            Message(role="user", text="The page:", pictures=(Picture(data=jpeg),)),
        ],
        [],
    )
    sent = bench.server.requests[0]["messages"]
    assert [message["role"] for message in sent] == ["user", "assistant", "tool", "user"]
    url = sent[-1]["content"][1]["image_url"]["url"]
    assert url.startswith("data:image/jpeg;base64,")
    assert base64.b64decode(url.partition(",")[2]) == jpeg


async def test_pictures_go_with_their_own_type_and_without_empty_words(
    bench: Bench, png: bytes, jpeg: bytes
) -> None:
    calls = await bench.calls(lambda body: Scripted(text="two"))
    pictures = (Picture(data=png, media_type="image/png"), Picture(data=jpeg))
    await calls.complete([Message(role="user", pictures=pictures)], [])
    (sent,) = bench.server.requests[0]["messages"]
    assert [part["type"] for part in sent["content"]] == ["image_url", "image_url"]
    first, second = (part["image_url"]["url"] for part in sent["content"])
    assert first == f"data:image/png;base64,{base64.b64encode(png).decode()}"
    assert second == f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
async def test_a_model_without_eyes_says_so(
    bench: Bench, png: bytes, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    row = ModelRow(provider=provider)
    monkeypatch.setattr(factory, "find_row", lambda name: (name, row))
    calls = await bench.calls(lambda body: Scripted(text="dark"), model="blind")
    looking = Message(role="user", text="?", pictures=(Picture(data=png, media_type="image/png"),))
    with pytest.raises(ModelError, match="cannot see pictures. Choose another --model"):
        await calls.complete([looking], [])
    assert bench.server.requests == []


@pytest.mark.parametrize("model", ["openai:scripted", "anthropic:scripted"])
async def test_lone_surrogates_do_not_stop_a_conversation(bench: Bench, model: str) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"), model=model)
    broken = "a\ud83d b"
    call = ToolCall(id="c1", name="look", arguments='{"find": "\\ud83d"}')
    result = ToolResult(call_id="c1", name="look", text=broken)
    await calls.complete(
        [
            Message(role="system", text=broken),
            Message(role="user", text=broken),
            Message(role="assistant", text=broken, calls=(call,)),
            Message(role="tool", results=(result,)),
        ],
        [],
    )
    system, user, assistant, tool = bench.server.requests[0]["messages"]
    assert {system["content"], user["content"], tool["content"]} == {"a\ufffd b"}
    assert json.loads(assistant["tool_calls"][0]["function"]["arguments"])["find"] != ""


@pytest.mark.parametrize("model", ["openai:scripted", "anthropic:scripted"])
async def test_the_first_wait_can_be_set_and_doubles(bench: Bench, model: str) -> None:
    # The seed's 2, 4 and 8 s in hundredths.
    waits: dict[str, Any] = {"first_retry_wait_s": 0.02, "max_retry_wait_s": 30, "attempts": 4}
    calls = await bench.calls(lambda body: Scripted(status=500), model=model, **waits)
    with pytest.raises(ModelError, match="Tried 4 times"):
        await calls.complete(HELLO, [])
    waited = [event["wait_s"] for event in bench.events("model.retried")]
    assert waited == [0.02, 0.04, 0.08]


async def test_the_longest_reply_can_be_set(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"), max_output_tokens=1024)
    await calls.complete(HELLO, [])
    assert bench.server.requests[0]["max_completion_tokens"] == 1024
    calls = await bench.calls(lambda body: Scripted(text="hi"))
    await calls.complete(HELLO, [])
    assert not {"max_completion_tokens", "max_tokens", "temperature"} & {*bench.server.requests[0]}


def test_usage_adds_up() -> None:
    one = Usage(calls=1, input_tokens=10, cached_tokens=4, output_tokens=2)
    assert one + one == Usage(calls=2, input_tokens=20, cached_tokens=8, output_tokens=4)
    assert one.tokens == 12
