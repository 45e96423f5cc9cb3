"""What is on the wire of chat completions, and how a server's refusals and oddities are met."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import ModelError, ModelRefused
from agent_e.models import factory
from agent_e.models.model import Message, ToolCall, ToolResult, ToolSchema
from agent_e.models.model_table import ModelRow
from tests.agent_e.conftest import Bench, in_turn

HELLO = [Message(role="user", text="hello")]
LOOK = ToolSchema(
    name="look",
    description="Look.",
    parameters={
        "type": "object",
        "properties": {"find": {"type": "string"}, "page": {"type": "integer", "default": 1}},
        "required": ["find"],
    },
)


def completion(
    message: Mapping[str, Any], *, finish: str = "stop", usage: Mapping[str, Any] | None = None
) -> Scripted:
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    return Scripted(body=json.dumps({**body, **({"usage": usage} if usage else {})}).encode())


def refusing(words: str, param: str = "") -> Scripted:
    error = {"message": words, "type": "invalid_request_error", "param": param, "code": None}
    return Scripted(status=400, body=json.dumps({"error": error}).encode())


async def asked_as(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    row: ModelRow,
    *answers: Scripted,
    **settings: Any,
):
    monkeypatch.setattr(factory, "find_row", lambda name: (name, row))
    script = in_turn(*(answers or (Scripted(text="hi"), Scripted(text="hi"))))
    return await bench.calls(script, model="openai:told", **settings)


async def test_a_model_nobody_knows_is_sent_the_bare_protocol(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"))
    await calls.complete(HELLO, [LOOK])
    (body,) = bench.server.requests
    assert set(body) == {"model", "messages", "tools"}
    assert body["tools"] == [
        {
            "type": "function",
            "function": {"name": "look", "description": "Look.", "parameters": LOOK.parameters},
        }
    ]
    assert body["messages"] == [{"role": "user", "content": "hello"}]


async def test_openais_own_are_strict_and_have_a_key_for_the_cache(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"), model="gpt-4.1-mini")
    await calls.complete(HELLO, [LOOK])
    await calls.complete(HELLO, [LOOK])
    first, second = bench.server.requests
    function = first["tools"][0]["function"]
    assert function["strict"] is True
    assert function["parameters"]["required"] == ["find", "page"]
    assert function["parameters"]["properties"]["page"]["type"] == ["integer", "null"]
    assert first["prompt_cache_key"] == second["prompt_cache_key"]
    assert "tool_choice" not in first


@pytest.mark.parametrize(
    ("row", "sent"),
    [
        (ModelRow(tool_choice="required"), {"tool_choice": "required"}),
        (ModelRow(parallel_calls=False), {"parallel_tool_calls": False}),
        (ModelRow(reasoning_effort="none"), {"reasoning_effort": "none"}),
        (ModelRow(limit_name="max_tokens"), {"max_tokens": 9, "temperature": 0.5}),
        (ModelRow(), {"max_completion_tokens": 9, "temperature": 0.5}),
        (ModelRow(temperature=False), {"max_completion_tokens": 9}),
    ],
)
async def test_quirks_are_the_rows(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, row: ModelRow, sent: dict[str, Any]
) -> None:
    limits = {"max_output_tokens": 9, "temperature": 0.5} if "max" in str(sent) else {}
    calls = await asked_as(bench, monkeypatch, row, **limits)
    await calls.complete(HELLO, [LOOK])
    (body,) = bench.server.requests
    assert {name: body[name] for name in body if name not in ("model", "messages", "tools")} == sent


async def test_one_call_a_reply_where_more_are_too_many(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Scripted(calls=[("look", {"find": "a"}), ("look", {"find": "b"})])
    calls = await asked_as(bench, monkeypatch, ModelRow(parallel_calls=False), two)
    reply = await calls.complete(HELLO, [LOOK])
    assert [call.arguments for call in reply.calls] == ['{"find": "a"}']


@pytest.mark.parametrize(
    ("row", "words", "gone", "added"),
    [
        (
            ModelRow(cache_key=True),
            "Unrecognized argument: prompt_cache_key",
            "prompt_cache_key",
            {},
        ),
        (ModelRow(strict_tools=9), "Invalid schema for function 'look'", "strict", {}),
        (ModelRow(parallel_calls=False), "unknown field parallel_tool_calls", "parallel", {}),
        (ModelRow(tool_choice="required"), "tool_choice is not supported", "tool_choice", {}),
        (
            ModelRow(),
            '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser',
            "nothing",
            {"tool_choice": "required"},
        ),
        (
            ModelRow(),
            "Function tools with reasoning_effort are not supported. Set it to 'none'.",
            "nothing",
            {"reasoning_effort": "none"},
        ),
        (
            ModelRow(reasoning_effort="none"),
            "reasoning_effort does not support 'none'",
            "reasoning_effort",
            {},
        ),
        (
            ModelRow(),
            "Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens'.",
            "max_completion_tokens",
            {"max_tokens": 9},
        ),
        (ModelRow(), "registry/library/tiny does not support tools", '"tools"', {}),
    ],
)
async def test_what_a_server_does_not_take_is_left_out_from_then_on(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    row: ModelRow,
    words: str,
    gone: str,
    added: dict[str, Any],
) -> None:
    hi = Scripted(text="hi")
    limits = {"max_output_tokens": 9} if "max_tokens" in words else {}
    calls = await asked_as(bench, monkeypatch, row, refusing(words), hi, hi, **limits)
    assert (await calls.complete(HELLO, [LOOK])).text == "hi"
    assert (await calls.complete(HELLO, [LOOK])).text == "hi"
    bodies = bench.server.requests
    assert len(bodies) == 3
    for body in bodies[1:]:
        assert gone not in json.dumps(body)
        assert added.items() <= body.items()


async def test_a_server_that_refuses_for_ever_is_not_asked_for_ever(bench: Bench) -> None:
    words = "no tool_choice, strict, max_tokens, reasoning_effort none, prompt_cache_key, tools: no"
    calls = await bench.calls(lambda body: refusing(words), model="gpt-5.6-luna")
    with pytest.raises(ModelError, match="refused the request"):
        await calls.complete(HELLO, [LOOK])
    assert len(bench.server.requests) < 10


async def test_functions_are_offered_and_called_in_words_where_there_is_no_other_way(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = Scripted(text='I look.\n<tool_call>{"name": "look", "arguments": {"find": "x"}}')
    calls = await asked_as(bench, monkeypatch, ModelRow(tools=False), spoken, Scripted(text="done"))
    reply = await calls.complete([Message(role="system", text="Be good."), *HELLO], [LOOK])
    assert [(call.name, call.arguments) for call in reply.calls] == [("look", '{"find": "x"}')]
    assert bench.events("model.replied")[0]["repairs"] == ["read a call out of words"]
    history = [
        Message(role="system", text="Be good."),
        *HELLO,
        Message(role="assistant", text=reply.text, calls=reply.calls),
        Message(
            role="tool",
            results=(ToolResult(call_id=reply.calls[0].id, name="look", text="a mug"),),
        ),
    ]
    await calls.complete(history, [LOOK])
    first, second = bench.server.requests
    assert set(second) == {"model", "messages"}
    system, user, assistant, told = second["messages"]
    assert first["messages"] == [system, user]
    assert system["content"].startswith("Be good.\n\nYou act by calling functions.")
    assert '{"name": "look", "description": "Look.", "parameters": {"find"' in system["content"]
    assert assistant["content"] == (
        'I look.\n<tool_call>{"name": "look", "arguments": {"find": "x"}}</tool_call>'
    )
    assert told == {"role": "user", "content": "<tool_response>\na mug\n</tool_response>"}


async def test_the_sides_take_turns_and_nothing_empty_is_sent(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"))
    await calls.complete(
        [
            *HELLO,
            Message(role="assistant", text=" "),
            Message(role="user", text="again"),
            Message(role="assistant", calls=(ToolCall(id="a", name="look"),)),
            Message(role="tool", results=(ToolResult(call_id="a", name="look", text=""),)),
        ],
        [],
    )
    (body,) = bench.server.requests
    assert body["messages"] == [
        {"role": "user", "content": "hello\n\nagain"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "a", "content": ""},
    ]


@pytest.mark.parametrize(
    ("message", "text", "arguments"),
    [
        ({"role": "assistant", "content": [{"type": "text", "text": "hi"}]}, "hi", []),
        (
            {"content": None, "function_call": {"name": "look", "arguments": "{}"}},
            "",
            ["{}"],
        ),
        (
            {
                "content": "",
                "tool_calls": [
                    {
                        "id": "a",
                        "type": "function",
                        "function": {"name": "look", "arguments": {"a": 1}},
                    }
                ],
            },
            "",
            ['{"a": 1}'],
        ),
    ],
)
async def test_odd_forms_of_a_reply_are_read(
    bench: Bench, message: dict[str, Any], text: str, arguments: list[str]
) -> None:
    calls = await bench.calls(in_turn(completion(message)))
    reply = await calls.complete(HELLO, [LOOK])
    assert (reply.text, [call.arguments for call in reply.calls]) == (text, arguments)


async def test_a_server_that_counts_nothing_is_counted_by_characters(bench: Bench) -> None:
    calls = await bench.calls(in_turn(completion({"role": "assistant", "content": "word " * 40})))
    reply = await calls.complete(HELLO, [])
    assert (reply.usage.calls, reply.usage.output_tokens) == (1, 50)
    assert reply.usage.input_tokens > 0


async def test_tokens_read_from_and_written_to_the_cache_are_counted(bench: Bench) -> None:
    details = {"cached_tokens": 40, "cache_write_tokens": 30}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "prompt_tokens_details": details}
    answer = completion(
        {"role": "assistant", "content": "hi"}, usage={**usage, "total_tokens": 110}
    )
    calls = await bench.calls(in_turn(answer), model="gpt-6-luna")
    reply = await calls.complete(HELLO, [])
    assert (reply.usage.cached_tokens, reply.usage.cache_write_tokens) == (40, 30)
    assert bench.budget.cost_usd == pytest.approx(
        (30 * 0.10 + 40 * 0.01 + 30 * 0.125 + 10 * 0.50) / 1_000_000
    )


async def test_a_refusal_has_a_type_and_is_paid_for(bench: Bench) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    calls = await bench.calls(in_turn(completion(message, usage=usage)))
    with pytest.raises(ModelRefused, match="refused to go on: I cannot help with that. Word the"):
        await calls.complete(HELLO, [])
    assert bench.budget.usage["planner"].tokens == 110
    assert bench.events("model.failed")[0]["type"] == "ModelRefused"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"content": "", "tool_calls": []}, "Raise models.max_output_tokens"),
        (
            {
                "content": "",
                "tool_calls": [
                    {
                        "id": "a",
                        "type": "function",
                        "function": {"name": "look", "arguments": '{"fi'},
                    }
                ],
            },
            "Raise models.max_output_tokens",
        ),
    ],
)
async def test_a_reply_that_was_cut_before_it_said_anything_is_told(
    bench: Bench, message: dict[str, Any], said: str
) -> None:
    calls = await bench.calls(in_turn(completion(message, finish="length")))
    with pytest.raises(ModelError, match=said):
        await calls.complete(HELLO, [LOOK])


async def test_an_error_in_the_place_of_a_completion_is_read(bench: Bench) -> None:
    body = {"error": {"message": "upstream is down", "code": 503}}
    gone = Scripted(body=json.dumps(body).encode())
    calls = await bench.calls(in_turn(gone, Scripted(text="hi")))
    assert (await calls.complete(HELLO, [])).text == "hi"
    assert bench.events("model.retried")[0]["reason"] == "server_errors"
