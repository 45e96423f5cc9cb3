"""Calls written into words: every form models use, and words that are none."""

from __future__ import annotations

import json

import pytest

from agent_e.models.model import ToolSchema
from agent_e.models.text_tool_calls import calls_in

CLICK = ToolSchema(
    name="click",
    description="Click.",
    parameters={"properties": {"mmid": {"type": "integer"}, "how": {"type": "string"}}},
)
REPORT = ToolSchema(
    name="report",
    description="End.",
    parameters={"properties": {"status": {"type": "string"}, "facts": {"type": "array"}}},
)
TOOLS = [CLICK, REPORT]
CALL = ("click", {"mmid": 3})


def read(text: str) -> list[tuple[str, object]]:
    return [(call.name, json.loads(call.arguments)) for call in calls_in(text, TOOLS).calls]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "click", "arguments": {"mmid": 3}}',
        '{"name": "click", "parameters": {"mmid": 3}}',
        '{"name": "click", "arguments": "{\\"mmid\\": 3}"}',
        '{"type": "function", "function": {"name": "click", "arguments": {"mmid": 3}}}',
        '{"tool_calls": [{"function": {"name": "click", "arguments": "{\\"mmid\\": 3}"}}]}',
        '[{"name": "click", "arguments": {"mmid": 3}}]',
        '{"tool": "click", "args": {"mmid": 3}}',
        '{"action": "click", "action_input": {"mmid": 3}}',
        '{"name": "click", "mmid": 3}',
        '{"click": {"mmid": 3}}',
        "{'name': 'click', 'arguments': {'mmid': 3,}}",
        'I will open it.\n```json\n{"name": "click", "arguments": {"mmid": 3}}\n```',
        'I will open it.\n```\n{"name": "click", "arguments": {"mmid": 3}}\n```\nThen I see.',
        'I will open it.\n{"name": "click", "arguments": {"mmid": 3}}',
        'I will open it.\n\n{\n  "name": "click",\n  "arguments": {\n    "mmid": 3\n  }\n}\n',
        '<tool_call>\n{"name": "click", "arguments": {"mmid": 3}}\n</tool_call>',
        'Now.<tool_call>{"name": "click", "arguments": {"mmid": 3}}',
        '<think>{"name": "report"}</think>\n<tool_call>{"name": "click", "arguments": {"mmid": 3}}',
        'click({"mmid": 3})',
        "Action: click({'mmid': 3})",
        'First I look.\n`click({"mmid": 3})`',
        'functions.click({"mmid": 3})',
        '```python\nclick({"mmid": 3})\n```',
    ],
)
def test_a_call_in_words_is_read(text: str) -> None:
    assert read(text) == [CALL]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("click(mmid=3, how='double')", {"mmid": "3", "how": "double"}),
        ('Click(3, "double")', {"mmid": "3", "how": "double"}),
        (
            "<function=click>\n<parameter=mmid>\n3\n</parameter>\n</function>",
            {"mmid": "3"},
        ),
        (
            "<tool_call><function=click><parameter=mmid>3</parameter></function></tool_call>",
            {"mmid": "3"},
        ),
    ],
)
def test_values_without_a_type_are_left_for_the_schema(text: str, given: object) -> None:
    assert read(text) == [("click", given)]


def test_several_calls_keep_their_order() -> None:
    one = '<tool_call>{"name": "click", "arguments": {"mmid": %d}}</tool_call>'
    assert read(f"{one % 1}\n{one % 2}") == [("click", {"mmid": 1}), ("click", {"mmid": 2})]
    listed = '[{"name": "click", "arguments": {"mmid": 1}}, {"name": "report", "arguments": {}}]'
    assert read(listed) == [("click", {"mmid": 1}), ("report", {})]
    assert read('click({"mmid": 1})\nreport(status="done")') == [
        ("click", {"mmid": 1}),
        ("report", {"status": "done"}),
    ]


def test_a_call_of_nobody_we_know_counts_in_tags_only() -> None:
    call = '{"name": "jump", "arguments": {}}'
    assert read(call) == []
    assert read(f"<tool_call>{call}</tool_call>") == [("jump", {})]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It is done.",
        "I would click the third link, then report.",
        'The page says that I should call click({"mmid": 3}) now.',
        'The page holds {"name": "click", "arguments": {"mmid": 3}} in a sentence.',
        "> The page says: click(3)",
        "> click(3)",
        "click(3) is what the page says.",
        "click(3, 'double",
        '{"price": 3, "name": "Mug"}',
        "```python\nopen('x', 'w')\n```",
        '{"name": "click", "arguments": ',
        "{" * 5_000,
        "click(" * 5_000,
        "<tool_call>" * 5_000,
    ],
)
def test_words_that_are_no_call_stay_words(text: str) -> None:
    found = calls_in(text, TOOLS)
    assert (found.calls, found.text) == ((), text)


def test_what_was_said_before_the_call_is_kept() -> None:
    found = calls_in('I open it.\n```json\n{"name": "click", "arguments": {"mmid": 3}}\n```', TOOLS)
    assert found.text == "I open it."
