"""The planner's part: how tasks are split, what follows from results, how answers are made."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from agent_e.models.model import Message, ToolResult
from agent_e.offline import OfflineModel
from agent_e.offline.language import clauses
from agent_e.offline.planner import fill_schema

from .helpers import FLAG, PLANNER, TEXT, WHOLE, check_calls, reported, result_of, tool

OPEN = "\nOpen page: 'Start' at http://start.example/"


async def plan(
    task: str, *results: str, tools: Any = PLANNER, page: str = OPEN
) -> tuple[list[str], dict[str, Any]]:
    """Hold the planner's chat; returns the sub-tasks it gave and the arguments of its finish."""
    messages = [
        Message(role="system", text="You plan."),
        Message(role="user", text=f"Task: {task}{page}"),
    ]
    waiting = list(results)
    given: list[str] = []
    for _ in range(30):
        reply = await OfflineModel().complete(messages, tools)
        check_calls(reply.calls, tools)
        if reply.calls[0].name == "finish":
            assert not waiting, waiting
            return given, json.loads(reply.calls[0].arguments)
        answers = []
        for call in reply.calls:
            if call.name == "browse":
                given.append(json.loads(call.arguments)["sub_task"])
                answers.append(result_of(call.id, call.name, reported(waiting.pop(0))))
            else:
                answers.append(ToolResult(call_id=call.id, name=call.name, text="Noted."))
        messages += [
            Message(role="assistant", calls=reply.calls),
            Message(role="tool", results=tuple(answers)),
        ]
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("task", "parts"),
    [
        ("Find the price of the third product.", ["Find the price of the third product"]),
        ("How many lamps are there?", ["How many lamps are there"]),
        (
            "Search for teapots and then open the first result.",
            ["Search for teapots", "open the first result"],
        ),
        (
            "Search for 'salt and pepper' and tell me the price of the cheapest item",
            ["Search for 'salt and pepper'", "tell me the price of the cheapest item"],
        ),
        (
            "Go to the Garden category; sort by price; open the second item",
            ["Go to the Garden category", "sort by price", "open the second item"],
        ),
        (
            "Add the Red Lamp to the basket, then go to the checkout and place the order.",
            ["Add the Red Lamp to the basket", "go to the checkout", "place the order"],
        ),
        (
            "Log in with email a@b.example and password x1y2. Open my orders.",
            ["Log in with email a@b.example and password x1y2", "Open my orders"],
        ),
        (
            "Fill in name Ann Lee, email ann@example.org and submit the form",
            ["Fill in name Ann Lee, email ann@example.org", "submit the form"],
        ),
        ("Compare the weights of both tents", ["Compare the weights of both tents"]),
        (
            "Please open http://site.example/a.b?c=1.5 and report the title",
            ["open http://site.example/a.b?c=1.5", "report the title"],
        ),
        (
            "Find the cheapest bike and add it to the cart",
            ["Find the cheapest bike", "add it to the cart"],
        ),
        (
            "What is the capital of France? Then go back.",
            ["What is the capital of France", "go back"],
        ),
        (
            'Write "Hello. How are you? Good; bye" in the message field',
            ['Write "Hello. How are you? Good; bye" in the message field'],
        ),
        (
            "Select France in Country, tick the terms box and press Send",
            ["Select France in Country", "tick the terms box", "press Send"],
        ),
        ("Could you tell me the rating of the last item?", ["tell me the rating of the last item"]),
        (
            "First, filter by brand Acme, and finally count the products",
            ["filter by brand Acme", "count the products"],
        ),
    ],
)
def test_splits_tasks_into_sub_tasks(task, parts):
    assert clauses(task) == parts


async def test_answers_a_question_with_the_value_and_its_facts():
    given, end = await plan(
        "Find the price of the third product",
        "done: price of Mug: $4.50.\nprice of Mug: $4.50\nname of Mug: Mug",
    )
    assert given == ["Find the price of the third product"]
    assert end == {"status": "done", "answer": "$4.50", "evidence": [1, 2]}


async def test_facts_are_numbered_over_all_sub_tasks():
    _given, end = await plan(
        "Find the cheapest bike and tell me its weight",
        "done: x\nname of cheapest bike: City Cruiser\nprice: £480",
        "done: y\nweight of City Cruiser: 14 kg",
    )
    assert end["evidence"] == [1, 2, 3]
    assert end["answer"] == "City Cruiser; 14 kg"


@pytest.mark.parametrize(
    ("task", "asked"),
    [
        ("Find the price of tea", [{"final": True}]),
        ("Find the price of tea. Then place the order.", [{}, {"acts": True}]),
        ("Delete the red list", [{"acts": True, "final": True}]),
        ("Find the price of the cheapest order", [{"final": True}]),
        ("Open the orders and count them", [{}, {}]),
    ],
)
async def test_says_what_acts_and_what_is_the_whole_task_where_it_may(task, asked):
    more = {"sub_task": TEXT, "expect": TEXT, "acts": FLAG, "final": FLAG}
    tools = (PLANNER[0], tool("browse", "sub_task", **more), PLANNER[2])
    messages = [Message(role="user", text=f"Task: {task}{OPEN}")]
    for said in asked:
        reply = await OfflineModel().complete(messages, tools)
        given = json.loads(reply.calls[-1].arguments)
        assert {name: given[name] for name in ("acts", "final") if name in given} == said
        results = [result_of(c.id, c.name, reported("done: x\na: b")) for c in reply.calls]
        messages += [
            Message(role="assistant", calls=reply.calls),
            Message(role="tool", results=tuple(results)),
        ]


async def test_writes_the_plan_with_the_first_sub_task():
    messages = [Message(role="user", text=f"Task: Search for tea and open the first result{OPEN}")]
    reply = await OfflineModel().complete(messages, PLANNER)
    assert [call.name for call in reply.calls] == ["update_plan", "browse"]
    assert json.loads(reply.calls[0].arguments) == {
        "steps": ["Search for tea", "open the first result"]
    }


async def test_does_not_retry_what_is_blocked():
    given, end = await plan("Open my orders", "blocked: The page asks to log in.")
    assert len(given) == 1
    assert end["status"] == "cannot"


async def test_says_the_name_of_what_was_found_in_the_place_of_it():
    given, end = await plan(
        "Find the cheapest bike and add it to the cart",
        "done: x\nname of cheapest bike: City Cruiser",
        "done: Added.\nafter that the page shows: 1 item",
    )
    assert given[1] == "add City Cruiser to the cart"
    assert end["answer"] == "City Cruiser"


async def test_needs_an_address_when_no_page_is_open():
    _given, end = await plan("Find the price of tea", page="\nNo page is open yet.")
    assert end["status"] == "cannot"
    given, _end = await plan(
        "Open http://s.example/ and count the links",
        "done: a",
        "done: b",
        page="\nNo page is open yet.",
    )
    assert given == ["Open http://s.example/", "count the links"]


async def test_finishes_at_once_when_only_that_is_offered():
    messages = [
        Message(role="user", text=f"Task: Search for tea{OPEN}"),
        Message(
            role="user",
            text="This is your last step. Call finish now with what you have found so far.",
        ),
    ]
    reply = await OfflineModel().complete(messages, PLANNER[2:])
    check_calls(reply.calls, PLANNER[2:])
    assert json.loads(reply.calls[0].arguments)["status"] == "cannot"


FACTS = (
    "done: x\nprice of Red mug: €1.299,50\nname of Red mug: Red mug\n"
    "rating of Red mug: 4.5 out of 5\nreview of Red mug: 17\navailability of Red mug: In stock"
)


@pytest.mark.parametrize(
    ("schema", "answer"),
    [
        (
            {
                "type": "object",
                "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
                "required": ["name", "price"],
            },
            {"name": "Red mug", "price": 1299.5},
        ),
        ({"type": "number"}, 1299.5),
    ],
)
@pytest.mark.parametrize("plain", [True, False])
async def test_fills_the_output_schema_from_the_facts(schema, answer, plain):
    own = {key: value for key, value in schema.items() if key != "$defs"}
    finish = tool(
        "finish",
        "status",
        status={"enum": ["done", "cannot"]},
        answer={"description": "It", **(own if plain else {"anyOf": [own, {"type": "string"}]})},
        evidence={"type": "array", "items": WHOLE},
    )
    parameters = {**finish.parameters, **({"$defs": schema["$defs"]} if "$defs" in schema else {})}
    tools = (*PLANNER[:2], type(finish)(name="finish", description="", parameters=parameters))
    _given, end = await plan("Find the price of the Red mug", FACTS, tools=tools)
    assert end["answer"] == answer
    jsonschema.validate(end["answer"], schema)


async def test_says_that_it_cannot_when_a_required_part_is_missing():
    schema = {
        "type": "object",
        "properties": {"telephone": {"type": "string"}},
        "required": ["telephone"],
    }
    finish = tool(
        "finish",
        "status",
        status=PLANNER[2].parameters["properties"]["status"],
        answer={**schema, "type": ["object", "string"]},
        evidence={"type": "array", "items": WHOLE},
    )
    _given, end = await plan("Find the price of the Red mug", FACTS, tools=(*PLANNER[:2], finish))
    assert end["status"] == "cannot"


async def test_a_refused_answer_starts_nothing_again():
    messages = [Message(role="user", text=f"Task: Add the Red Lamp to the basket{OPEN}")]
    for text, wrong in (("done: Added.", False), ("Name the facts.", True), ("Still.", True)):
        reply = await OfflineModel().complete(messages, PLANNER)
        messages += [
            Message(role="assistant", calls=reply.calls),
            Message(
                role="tool",
                results=tuple(
                    result_of(call.id, call.name, text if wrong else reported(text))
                    for call in reply.calls
                ),
            ),
        ]
    reply = await OfflineModel().complete(messages, PLANNER)
    assert [call.name for call in reply.calls] == ["finish"]
    assert json.loads(reply.calls[0].arguments)["status"] == "cannot"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"x": True}, "required": ["x"]},
        {"type": "array", "items": True},
        {"$ref": "#/$defs/Self", "$defs": {"Self": {"$ref": "#/$defs/Self"}}},
        {"anyOf": [True, {"type": "null"}]},
        {"type": "object"},
        {"enum": ["a", 1, None]},
        {},
    ],
)
def test_any_schema_is_taken(schema):
    fill_schema(schema, [("price of Mug: $3", "$3")])
    assert fill_schema({"type": "array", "items": {"type": "number"}}, [("a: $3", "$3")]) == [3]


async def test_it_is_what_was_opened_last():
    done = "done: Opened it.\nafter that the page shows: Teas"
    given, _ = await plan(
        "Go to the Teas category, open the cheapest product and add it to the basket.", *[done] * 3
    )
    assert given[-1] == "add it to the basket"
