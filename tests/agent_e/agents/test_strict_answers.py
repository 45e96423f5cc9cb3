"""Answers in JSON that a provider holds to a schema: what is sent, to whom, and who refuses it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import jsonschema
import pytest

from agent_e.architectures.reactive.policy import ReactivePolicy, answer_schema, read_reply
from agent_e.architectures.som.json_actions import JsonActions, Window
from agent_e.architectures.som.json_actions import answer_schema as som_schema
from agent_e.benchmarks.evaluators.equivalence import Compared
from agent_e.benchmarks.evaluators.judged import Decided, Looked
from agent_e.benchmarks.evaluators.rubric import JudgedPoints
from agent_e.benchmarks.evaluators.webjudge import Rated, Required
from agent_e.benchmarks.judging.replies import schema_of
from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import ModelError
from agent_e.models.model import AnswerSchema, Message, ToolSchema
from agent_e.models.model_table import rows
from agent_e.models.strict_schema import UNHELD, strict_schema
from agent_e.safety import UntrustedContent
from agent_e.types.act_protocol import ACTION_SPACE, BY_LOOKS, ActRequest
from agent_e.verification.judge import ANSWER as VERDICT
from agent_e.verification.judge import Judgement
from agent_e.verification.judge import read_reply as read_verdict
from agent_e.vision.action_formats.som_json import SomAction, answer, read_action
from tests.agent_e.conftest import Bench, in_turn
from tests.agent_e.models.test_openai_client import LOOK, refusing

SOM, SEEING = som_schema(), som_schema(by_looks=True)
HELLO = [Message(role="user", text="hello")]
REQUEST = ActRequest(instruction="Buy.", observation={"url": "http://shop.test/"})
REACTIVE = answer_schema(REQUEST)
SPACE = ACTION_SPACE | BY_LOOKS
POINTING = answer_schema(REQUEST.model_copy(update={"action_space": SPACE}))
JUDGED = [schema_of(each) for each in (Looked, Compared, Decided, Required, Rated, JudgedPoints)]
CLAUDE = "anthropic:claude-sonnet-5-5"
ACTION = {"action": "wait", "element_id": None, "text": None}
VERBS = SEEING.schema["properties"]["actions"]["items"]["properties"]["action"]["enum"]
PLACES = ("click", "double_click", "right_click", "hover")
TEXTS = {**dict.fromkeys(PLACES, "30% 80%"), "drag": "7", "press_key": "Control+a"}
WORDLESS = ("press_enter", "scroll_down", "scroll_up", "wait", "back", "more_marks")


def saying(action: dict[str, Any]) -> dict[str, Any]:
    return {"thought": "so", "note": None, "actions": [action]}


def held(answer: AnswerSchema) -> dict[str, Any]:
    schema = strict_schema(answer.schema, all_required=True)
    assert schema is not None
    return schema


def fits(answer: AnswerSchema, value: object) -> bool:
    return jsonschema.Draft202012Validator(held(answer)).is_valid(value)


@pytest.mark.parametrize("answer", [SOM, SEEING, REACTIVE, POINTING, VERDICT, *JUDGED])
def test_every_schema_of_ours_can_be_held(answer: AnswerSchema) -> None:
    schema = held(answer)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert answer.name.replace("_", "").isalpha()
    text = json.dumps(schema)
    assert not any(f'"{word}"' in text for word in ("$ref", "oneOf", "default", "maxLength"))


@pytest.mark.parametrize("verb", VERBS)
def test_every_action_that_may_be_written_is_one_the_dialect_reads(verb: str) -> None:
    text = None if verb in WORDLESS else TEXTS.get(verb, "http://shop.test/")
    said = saying({**ACTION, "action": verb, "element_id": 5, "text": text})
    assert fits(SEEING, said)
    assert fits(SOM, said) == (verb != "visual_click")
    (item,) = answer(json.dumps(said)).items
    assert (read_action(item).action, read_action(item).mended) == (verb, False)


def test_what_an_action_does_not_need_is_null() -> None:
    assert fits(SOM, saying(ACTION))
    (item,) = answer(json.dumps(saying(ACTION))).items
    assert read_action(item) == SomAction(action="wait")
    assert not fits(SOM, saying({"action": "wait"}))
    assert not fits(SOM, saying({**ACTION, "action": "fly"}))


@pytest.mark.parametrize("kind", SPACE)
def test_every_action_of_the_policy_can_be_held_and_read(kind: str) -> None:
    given = {"selector": "#a", "text": "b", "value": "c", "delta_y": 5, "reason": "d"}
    given["description"] = "e"
    action = {"type": kind, **{name: given[name] for name in SPACE[kind]}}
    said = {"thoughts": "so", "action": action, "confidence": None}
    assert fits(POINTING, said)
    assert fits(REACTIVE, said) == (kind in ACTION_SPACE)
    assert read_reply(json.dumps(said), {}).action.type == kind
    assert not fits(POINTING, {**said, "action": {**action, "more": 1}})
    others = [each for each in SPACE if each != kind]
    narrow = answer_schema(REQUEST.model_copy(update={"action_space": dict.fromkeys(others, {})}))
    assert not fits(narrow, said)


def test_the_judges_verdict_can_be_held_and_read() -> None:
    said = {"verdict": "no", "why": "It costs $5."}
    assert fits(VERDICT, said)
    assert read_verdict(json.dumps(said)) == Judgement(verdict="no", why="It costs $5.")
    assert not fits(VERDICT, {"verdict": "maybe", "why": ""})


def test_the_table_says_whose_answers_are_held() -> None:
    holding = {name for name, row in rows().items() if row.strict_answers}
    assert {"gpt-4.1-mini", "gpt-4o", "claude-sonnet-5-5", "claude-haiku-4-5"} <= holding
    assert not {"gpt-4-turbo", "claude-3-5-sonnet-20241022"} & holding
    # Their servers' grammars let a small model write blanks without end.
    assert not any(rows()[name].provider == "openai-compatible" for name in holding)


async def test_openais_own_are_asked_for_the_schema(bench: Bench) -> None:
    calls = await bench.calls(lambda body: Scripted(text="{}"), model="gpt-4.1-mini")
    await calls.complete(HELLO, [], schema=SOM)
    (body,) = bench.server.requests
    form = body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"] == {"name": "som_action", "schema": held(SOM), "strict": True}
    action = form["json_schema"]["schema"]["properties"]["actions"]["items"]
    assert action["properties"]["text"] == {"type": ["string", "null"]}
    assert "repairs" not in bench.events("model.replied")[0]


@pytest.mark.parametrize(
    ("model", "tools", "schema"),
    [
        ("openai:scripted", [], SOM),
        ("gpt-4-turbo", [], SOM),
        ("Qwen/Qwen3-VL-8B-Instruct", [], SOM),
        ("gpt-4.1-mini", [LOOK], SOM),
        ("gpt-4.1-mini", [], None),
        ("gpt-4.1-mini", [], AnswerSchema(name="any", schema={"type": "object", "oneOf": []})),
    ],
)
async def test_others_are_not(
    bench: Bench, model: str, tools: list[ToolSchema], schema: AnswerSchema | None
) -> None:
    calls = await bench.calls(lambda body: Scripted(text="{}"), model=model)
    await calls.complete(HELLO, tools, schema=schema)
    (body,) = bench.server.requests
    assert "response_format" not in body


@pytest.mark.parametrize(
    "words",
    [
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported.",
        "Invalid schema for response_format 'som_action': strict is not permitted.",
        "response_format value as json_schema is enabled only for api versions 2024-08-01",
    ],
)
async def test_a_server_that_refuses_it_is_asked_without_it_from_then_on(
    bench: Bench, words: str
) -> None:
    script = in_turn(refusing(words), Scripted(text="{}"), Scripted(text="{}"), Scripted(text="{}"))
    calls = await bench.calls(script, model="gpt-4.1-mini")
    for _ in range(2):
        assert (await calls.complete(HELLO, [], schema=SOM)).text == "{}"
    await calls.complete(HELLO, [LOOK])
    first, *others, called = bench.server.requests
    assert "response_format" in first
    assert [body.get("response_format") for body in others] == [None, None]
    # Functions are held to theirs all the same.
    assert called["tools"][0]["function"]["strict"] is True
    told = [event.get("repairs") for event in bench.events("model.replied")]
    assert told == [[UNHELD], None, None]


async def test_two_that_are_refused_it_at_once_are_both_answered(bench: Bench) -> None:
    both = asyncio.Event()

    async def answer(body: Any) -> Scripted:
        if "response_format" not in body:
            return Scripted(text="{}")
        if len(bench.server.requests) == 2:
            both.set()
        await both.wait()
        return refusing("response_format is not supported")

    script: Any = answer
    calls = await bench.calls(script, model="gpt-4.1-mini")
    asked = (calls.model.complete(HELLO, schema=SOM) for _ in range(2))
    replies = await asyncio.wait_for(asyncio.gather(*asked), 60)
    assert [(reply.text, reply.repairs) for reply in replies] == [("{}", (UNHELD,))] * 2


async def test_what_is_refused_for_another_reason_is_not_asked_again(bench: Bench) -> None:
    calls = await bench.calls(in_turn(refusing("no such thing")), model="gpt-4.1-mini")
    with pytest.raises(ModelError, match="no such thing"):
        await calls.complete(HELLO, [], schema=SOM)
    assert len(bench.server.requests) == 1


async def test_anthropics_are_asked_for_the_schema_but_where_functions_are(bench: Bench) -> None:
    calls = await bench.calls(lambda chat: Scripted(text="{}"), model=CLAUDE)
    await calls.complete(HELLO, [], schema=VERDICT)
    await calls.complete(HELLO, [LOOK], schema=VERDICT)
    asked, called = (each.body for each in bench.server.received)
    form = {"type": "json_schema", "schema": held(VERDICT)}
    assert asked["output_config"] == {"format": form}
    assert "output_config" not in called


async def test_anthropics_old_ones_are_not(bench: Bench) -> None:
    old = "anthropic:claude-3-5-haiku-20241022"
    calls = await bench.calls(lambda chat: Scripted(text="{}"), model=old)
    await calls.complete(HELLO, [], schema=VERDICT)
    assert "output_config" not in bench.server.received[0].body


async def test_anthropic_refusing_it_is_asked_without_it_from_then_on(bench: Bench) -> None:
    error = {"type": "invalid_request_error", "message": "output_config.format: not supported"}
    refused = Scripted(status=400, body=json.dumps({"type": "error", "error": error}).encode())
    answers = [Scripted(text="{}") for _ in range(3)]
    calls = await bench.calls(in_turn(refused, *answers), model=CLAUDE)
    for _ in range(2):
        await calls.complete(HELLO, [], schema=SOM)
    await calls.complete(HELLO, [LOOK])
    sent = [each.body for each in bench.server.received]
    assert ["output_config" in body for body in sent] == [True, False, False, False]
    assert sent[-1]["tools"][0]["strict"] is True
    told = [event.get("repairs") for event in bench.events("model.replied")]
    assert told == [[UNHELD], None, None]


async def test_the_roles_that_answer_in_json_ask_for_theirs(bench: Bench) -> None:
    policy = json.dumps({"thoughts": "", "action": {"type": "wait"}, "confidence": 1})
    script = in_turn(*(Scripted(text=text) for text in (json.dumps(ACTION), policy)))
    calls = await bench.calls(script, model="gpt-4.1-mini", fence=UntrustedContent())
    chat = JsonActions(calls.model, Window(), task=lambda: "Task: buy")
    reply = await chat.complete([Message(role="system", text="You act."), *HELLO])
    assert json.loads(reply.calls[0].arguments)["action"] == "wait"
    assert (await ReactivePolicy("gpt-4.1-mini", lambda: calls).decide(REQUEST)).thoughts == ""
    names = [body["response_format"]["json_schema"]["name"] for body in bench.server.requests]
    assert names == ["som_action", "browser_action"]
