"""What goes over the wire to Anthropic and what comes back, over real HTTP.

The server refuses what the real one refuses: blank texts, results that do not come first, a fifth
cache mark (``agent_e.benchmarks.scripted_messages``).
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import ModelError
from agent_e.models.client import ModelClient
from agent_e.models.model import Message, Picture, Reply, ToolCall, ToolResult, ToolSchema
from tests.agent_e.conftest import Bench, in_turn

MODEL = "anthropic:claude-sonnet-5-5"
HELLO = Message(role="user", text="hello")
SYSTEM = Message(role="system", text="You browse. " * 50)
LOOK = ToolSchema(
    name="look",
    description="Look.",
    parameters={"properties": {"find": {"type": "string"}}, "required": []},
)
END = ToolSchema(name="end", description="End.")
THOUGHT = {"type": "thinking", "thinking": "", "signature": "c2lnbmVk"}
HIDDEN = {"type": "redacted_thinking", "data": "aGlkZGVu"}


def saying(*content: Mapping[str, Any], stop: str = "end_turn", **fields: Any) -> Scripted:
    """A whole message of the API."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 5},
        **fields,
    }
    return Scripted(body=json.dumps(message).encode())


def words(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def using(name: str, number: int = 1, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}


def repeated(reply: Reply) -> Message:
    """As the chat puts a reply into its conversation."""
    return Message(
        role="assistant", text=reply.text, calls=reply.calls, provider_state=reply.provider_state
    )


def answers(*calls: ToolCall, text: str = "seen", is_error: bool = False) -> Message:
    given = [ToolResult(call_id=c.id, name=c.name, text=text, is_error=is_error) for c in calls]
    return Message(role="tool", results=tuple(given))


def body(bench: Bench, number: int = -1) -> dict[str, Any]:
    return bench.server.received[number].body


def plain(value: Any) -> Any:
    """The same without cache marks."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k != "cache_control"}
    return [plain(each) for each in value] if isinstance(value, list) else value


async def ask(calls: ModelClient, messages: Sequence[Message], *tools: ToolSchema) -> Reply:
    return await calls.complete(messages, tools)


async def test_a_conversation_goes_in_the_order_the_api_wants(bench: Bench, jpeg: bytes) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=MODEL)
    first, second = (
        ToolCall(id="a", name="look", arguments='{"find": "x"}'),
        ToolCall(id="b", name="look"),
    )
    await ask(
        calls,
        [
            SYSTEM,
            HELLO,
            Message(role="assistant", text="I look.", calls=(first, second)),
            Message(
                role="tool",
                results=(
                    ToolResult(call_id="a", name="look", text="a list"),
                    ToolResult(call_id="b", name="look", text="gone", is_error=True),
                ),
            ),
            Message(role="user", text="The page:", pictures=(Picture(data=jpeg),)),
            Message(role="user", text="Your last step."),
        ],
        LOOK,
        END,
    )
    sent = plain(body(bench))
    assert sent["system"] == [words(SYSTEM.text)]
    assert [message["role"] for message in sent["messages"]] == ["user", "assistant", "user"]
    asked, said, told = (message["content"] for message in sent["messages"])
    assert asked == [words("hello")]
    assert said == [
        words("I look."),
        {"type": "tool_use", "id": "a", "name": "look", "input": {"find": "x"}},
        {"type": "tool_use", "id": "b", "name": "look", "input": {}},
    ]
    picture = {
        "type": "base64",
        "media_type": "image/jpeg",
        "data": base64.b64encode(jpeg).decode(),
    }
    assert told == [
        {"type": "tool_result", "tool_use_id": "a", "content": "a list"},
        {"type": "tool_result", "tool_use_id": "b", "content": "gone", "is_error": True},
        {"type": "image", "source": picture},
        words("The page:"),
        words("Your last step."),
    ]
    assert sent["tools"] == [
        {
            "name": "look",
            "description": "Look.",
            "input_schema": {"type": "object", **LOOK.parameters, "additionalProperties": False},
            "strict": True,
        },
        {
            "name": "end",
            "description": "End.",
            "input_schema": {
                "type": "object",
                "properties": {},
                "required": [],
                "additionalProperties": False,
            },
            "strict": True,
        },
    ]


async def test_only_what_is_set_is_sent(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=MODEL)
    await ask(calls, [HELLO])
    assert set(body(bench)) == {"model", "max_tokens", "messages"}
    assert (body(bench)["model"], body(bench)["max_tokens"]) == ("claude-sonnet-5-5", 16_000)
    received = bench.server.received[0]
    assert received.path == "/v1/messages"
    assert received.headers["authorization"] == "Bearer not-needed"
    old = "anthropic:claude-3-5-sonnet-20241022"
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=old, temperature=0)
    await ask(calls, [HELLO])
    assert (body(bench)["max_tokens"], body(bench)["temperature"]) == (8192, 0)
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=old, max_output_tokens=1024)
    await ask(calls, [HELLO])
    assert body(bench)["max_tokens"] == 1024


async def test_an_old_model_is_asked_without_a_warning(bench: Bench) -> None:
    old = "anthropic:claude-3-5-haiku-20241022"  # one the SDK warns of; here warnings are errors
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=old)
    assert (await ask(calls, [HELLO])).text == "hi"


async def test_nothing_empty_is_sent(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=MODEL)
    call = ToolCall(id="a", name="look")
    await ask(
        calls,
        [
            Message(role="system", text=" "),
            HELLO,
            Message(role="assistant"),
            Message(role="user", text="\n"),
            Message(role="user", text="Go on."),
            Message(role="assistant", text="  ", calls=(call,)),
            answers(call, text="", is_error=True),
        ],
    )
    sent = plain(body(bench))
    assert "system" not in sent
    assert [message["content"] for message in sent["messages"][:2]] == [
        [words("hello"), words("Go on.")],
        [{"type": "tool_use", "id": "a", "name": "look", "input": {}}],
    ]
    assert sent["messages"][2]["content"][0]["content"] == "(nothing)"


@pytest.mark.parametrize(
    "arguments",
    ["{find: x}", "", "[1]", '"x"', "null", '{"find": NaN}', '{"find": "x"', "[" * 100_000],
)
async def test_arguments_that_are_no_object_are_shown_as_they_were(
    bench: Bench, arguments: str
) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=MODEL)
    call = ToolCall(id="a", name="look", arguments=arguments)
    await ask(calls, [HELLO, Message(role="assistant", calls=(call,)), answers(call)])
    (sent,) = body(bench)["messages"][1]["content"]
    assert sent["input"] == {"unreadable_arguments": arguments}


async def test_calls_come_back_as_the_text_of_their_arguments(bench: Bench) -> None:
    given = saying(
        words("I look."),
        using("look", 1, find="Bücher"),
        words("Then end."),
        using("end", 2),
        stop="tool_use",
    )
    calls = await bench.calls(lambda chat: given, model=MODEL)
    reply = await ask(calls, [HELLO], LOOK, END)
    assert reply.text == "I look.\nThen end."
    assert reply.calls == (
        ToolCall(id="toolu_1", name="look", arguments='{"find": "Bücher"}'),
        ToolCall(id="toolu_2", name="end", arguments="{}"),
    )
    assert reply.provider_state is None


async def test_marks_move_with_the_conversation_and_hit_what_was_written(bench: Bench) -> None:
    script = lambda chat: Scripted(calls=[("look", {"find": "x"})] * 30)  # noqa: E731
    calls = await bench.calls(script, model=MODEL)
    history = [SYSTEM, HELLO]
    replies: list[Reply] = []
    for _ in range(4):
        replies.append(await ask(calls, history, LOOK, END))
        history += [repeated(replies[-1]), answers(*replies[-1].calls, text="A page. " * 40)]
    marks = [
        [
            number
            for number, message in enumerate(body(bench, place)["messages"])
            if "cache_control" in message["content"][-1]
        ]
        for place in range(4)
    ]
    assert marks == [[0], [0, 2], [2, 4], [4, 6]]
    last = body(bench)
    assert "cache_control" in last["system"][-1]
    assert ["cache_control" in tool for tool in last["tools"]] == [False, True]
    flat = json.dumps(last)
    assert flat.count("cache_control") == 4
    # All that was sent before is read, although every turn is longer than the 20 blocks that the
    # server looks back over; only the new turn is written.
    for before, after in zip(replies, replies[1:], strict=False):
        sent_before = before.usage.input_tokens
        assert after.usage.cached_tokens == sent_before
        written = after.usage.cache_write_tokens
        assert written == after.usage.input_tokens - sent_before > 0


async def test_usage_counts_all_input(bench: Bench) -> None:
    usage = {
        "input_tokens": 7,
        "cache_read_input_tokens": 100,
        "cache_creation_input_tokens": 20,
        "output_tokens": 5,
    }
    calls = await bench.calls(lambda chat: saying(words("hi"), usage=usage), model=MODEL)
    got = (await ask(calls, [HELLO])).usage
    assert got.to_json() == {
        "calls": 1,
        "input_tokens": 127,
        "cached_tokens": 100,
        "output_tokens": 5,
        "cache_write_tokens": 20,
    }


async def test_thinking_goes_back_as_it_came(bench: Bench) -> None:
    first = [THOUGHT, words("I look."), using("look", 1), HIDDEN, using("look", 2)]
    second = [THOUGHT, using("look", 3)]
    script = in_turn(saying(*first), saying(*second), saying(words("done")))
    calls = await bench.calls(script, model=MODEL)
    history = [SYSTEM, HELLO]
    for _ in range(2):
        reply = await ask(calls, history, LOOK)
        history += [repeated(reply), answers(*reply.calls)]
    await ask(calls, history, LOOK)
    sent = plain(body(bench)["messages"])
    assert [message["content"] for message in sent if message["role"] == "assistant"] == [
        first,
        second,
    ]
    told = [event["messages"] for event in bench.events("model.called")]
    assert "c2lnbmVk" not in json.dumps(told)


async def test_thinking_is_left_out_where_something_before_it_changed(bench: Bench) -> None:
    one, two = [THOUGHT, using("look", 1)], [THOUGHT, using("look", 2)]
    script = in_turn(saying(*one), saying(*two), *[saying(words("done"))] * 4)
    calls = await bench.calls(script, model=MODEL)
    history = [SYSTEM, HELLO]
    for _ in range(2):
        reply = await ask(calls, history, LOOK)
        history += [repeated(reply), answers(*reply.calls)]

    async def said(changed: list[Message], *tools: ToolSchema) -> list[Any]:
        await ask(calls, changed, *tools)
        sent = plain(body(bench)["messages"])
        return [message["content"] for message in sent if message["role"] == "assistant"]

    assert await said(history, LOOK) == [one, two]
    assert await said(history, END) == [one[1:], two[1:]]
    middle = replace(history[3], results=(replace(history[3].results[0], text="cut"),))
    assert await said([*history[:3], middle, *history[4:]], LOOK) == [one, two[1:]]
    edited = replace(history[4], text="Shortened.")
    assert await said([*history[:4], edited, history[5]], LOOK) == [
        one,
        [words("Shortened."), *two[1:]],
    ]


async def test_a_reply_that_is_cut_loses_the_call_that_is_not_whole(bench: Bench) -> None:
    given = saying(THOUGHT, using("look", 1, find="x"), using("end", 2), stop="max_tokens")
    calls = await bench.calls(in_turn(given, saying(words("done"))), model=MODEL)
    reply = await ask(calls, [HELLO], LOOK, END)
    assert [call.name for call in reply.calls] == ["look"]
    await ask(calls, [HELLO, repeated(reply), answers(*reply.calls)], LOOK, END)
    assert [block["type"] for block in body(bench)["messages"][1]["content"]] == [
        "thinking",
        "tool_use",
    ]


async def test_words_that_are_cut_are_words_still(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: saying(words("half a"), stop="max_tokens"), model=MODEL)
    assert (await ask(calls, [HELLO])).text == "half a"


@pytest.mark.parametrize(
    ("content", "stop", "fields", "said"),
    [
        ([THOUGHT], "max_tokens", {}, "16000 output tokens.*Raise models.max_output_tokens"),
        ([using("end", 1)], "max_tokens", {}, "Raise models.max_output_tokens"),
        (
            [],
            "model_context_window_exceeded",
            {},
            "fills the context.*Choose a --model with a larger context",
        ),
        ([], "refusal", {}, r"refused to go on\. Word the task in another way"),
        (
            [words("I")],
            "refusal",
            {"stop_details": {"type": "refusal", "category": "cyber", "explanation": "No."}},
            r"refused to go on: No\. Word the task",
        ),
        (
            [],
            "refusal",
            {"stop_details": {"type": "refusal", "category": "bio", "explanation": None}},
            r"refused to go on: bio\.",
        ),
    ],
)
async def test_stops_that_leave_nothing_are_told_at_once(
    bench: Bench, content: list[Any], stop: str, fields: dict[str, Any], said: str
) -> None:
    given = saying(*content, stop=stop, **fields)
    calls = await bench.calls(lambda chat: given, model=MODEL)
    with pytest.raises(ModelError, match=said):
        await ask(calls, [HELLO], END)
    assert len(bench.server.requests) == 1


@pytest.mark.parametrize("stop", ["end_turn", "stop_sequence", "tool_use", "something_new"])
async def test_other_stops_end_a_reply(bench: Bench, stop: str) -> None:
    calls = await bench.calls(lambda chat: saying(using("end", 1), stop=stop), model=MODEL)
    reply = await ask(calls, [HELLO], END)
    assert [call.name for call in reply.calls] == ["end"]


async def test_an_empty_reply_is_one(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: saying(), model=MODEL)
    reply = await ask(calls, [HELLO])
    assert (reply.text, reply.calls, reply.provider_state) == ("", (), None)


async def test_a_pause_is_gone_on_from(bench: Bench) -> None:
    paused = saying(words("I am"), stop="pause_turn")
    calls = await bench.calls(in_turn(paused, saying(words("done."))), model=MODEL)
    reply = await ask(calls, [HELLO])
    assert (reply.text, reply.usage.calls, reply.usage.output_tokens) == ("I am\ndone.", 2, 10)
    assert body(bench)["messages"][-1] == {"role": "assistant", "content": [words("I am")]}


async def test_pauses_do_not_go_on_for_ever(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: saying(words("hm"), stop="pause_turn"), model=MODEL)
    assert (await ask(calls, [HELLO])).text == "hm\nhm\nhm\nhm"
    assert len(bench.server.requests) == 4


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (408, "HTTP 408"),
        (409, "HTTP 409"),
        (429, "is rate limited"),
        (500, "HTTP 500"),
        (502, "HTTP 502"),
        (503, "HTTP 503"),
        (504, "HTTP 504"),
        (529, "is overloaded"),
    ],
)
async def test_a_passing_failure_is_tried_again_after_the_wait_it_asks_for(
    bench: Bench, status: int, said: str
) -> None:
    failure = Scripted(status=status, headers={"retry-after": "0.003"})
    calls = await bench.calls(in_turn(failure, Scripted(text="hi")), model=MODEL)
    assert (await ask(calls, [HELLO])).text == "hi"
    (retried,) = bench.events("model.retried")
    assert said in retried["error"]
    assert len(bench.server.requests) == 2
    asked = (await _error_of(bench, failure)).wait_s  # type: ignore[attr-defined]
    assert asked == 0.003


async def _error_of(bench: Bench, failure: Scripted) -> Exception:
    calls = await bench.calls(lambda chat: failure, model=MODEL)
    with pytest.raises(ModelError) as caught:
        await calls.model.complete([HELLO])
    return caught.value


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, r"refused the request \(HTTP 400\): scripted HTTP 400. Try another --model."),
        (401, r"refused the key \(HTTP 401\). Check ANTHROPIC_API_KEY."),
        (402, "has no credit left"),
        (403, r"refused the key \(HTTP 403\): scripted HTTP 403. Check ANTHROPIC_API_KEY."),
        (404, r"is not known at http://127.0.0.1:\d+/?. Check --model."),
        (413, "is longer than .* takes.*lower dom.budget_characters"),
        (422, "refused the request"),
    ],
)
async def test_what_trying_again_cannot_mend_is_told_at_once(
    bench: Bench, status: int, said: str
) -> None:
    calls = await bench.calls(lambda chat: Scripted(status=status), model=MODEL)
    with pytest.raises(ModelError, match=said) as caught:
        await ask(calls, [HELLO])
    assert caught.value.exit_code == 6
    assert len(bench.server.requests) == 1


async def test_a_temperature_that_is_refused_is_to_be_left_out(bench: Bench) -> None:
    error = {"type": "error", "error": {"type": "x", "message": "`temperature` is deprecated."}}
    refused = Scripted(status=400, body=json.dumps(error).encode())
    calls = await bench.calls(lambda chat: refused, model="anthropic:its-own", temperature=0.5)
    with pytest.raises(ModelError, match="is deprecated. Leave models.temperature unset."):
        await ask(calls, [HELLO])


@pytest.mark.parametrize(
    "content",
    [
        b"not json at all",
        b"[]",
        b"null",
        b"{}",
        b'{"content": [{"type": "text", "text": "hi"}]}',
        b'{"type": "message", "content": "hi", "usage": {"input_tokens": 1, "output_tokens": 1}}',
        b'{"content": [{"type": "tool_use"}], "usage": {"input_tokens": 1, "output_tokens": 1}}',
        b'{"content": [{"type": "text"}], "usage": {"input_tokens": 1, "output_tokens": 1}}',
        b'{"content": null, "usage": {"input_tokens": null, "output_tokens": 1}}',
        b'{"type": "error", "error": {"type": "api_error", "message": "x"}}',
    ],
)
async def test_what_is_no_message_is_tried_again_then_told(bench: Bench, content: bytes) -> None:
    calls = await bench.calls(lambda chat: Scripted(body=content), model=MODEL, attempts=2)
    with pytest.raises(ModelError, match="not a message. Tried 2 times"):
        await ask(calls, [HELLO])
    assert len(bench.server.requests) == 2


async def test_a_slow_reply_times_out_and_is_tried_again(bench: Bench) -> None:
    slow, fast = Scripted(text="late", delay_s=1), Scripted(text="in time")
    calls = await bench.calls(in_turn(slow, fast), model=MODEL, timeout_s=0.2)
    assert (await ask(calls, [HELLO])).text == "in time"
    assert "did not answer within 0.2 s" in bench.events("model.retried")[0]["error"]


async def test_an_endpoint_nobody_listens_at_is_told(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="hi"), model=MODEL, attempts=2)
    calls.model._sdk.base_url = "http://127.0.0.1:9"  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="could not be reached: .*Tried 2 times"):
        await ask(calls, [HELLO])
