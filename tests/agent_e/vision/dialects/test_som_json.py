"""The seed's JSON: its nine actions and ours, and the ways models wrap and misspell it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent_e.errors import ActionParseError
from agent_e.vision.actions import Action
from agent_e.vision.dialects import DIALECTS
from agent_e.vision.dialects.som_json import answer

from .expect import parsed, refused

SOM = DIALECTS["som_json"]
CLICK = Action(kind="click", element=5)
OBJECT = '{"thought": "t", "action": "click", "element_id": 5, "text": null}'

ACTIONS = {
    '{"action": "visual_click", "text": "the map"}': Action(kind="click", text="the map"),
    '{"action": "visual_click", "element_id": 5, "text": "the map"}': Action(
        kind="click", text="the map"
    ),
    '{"action": "click", "element_id": 5}': CLICK,
    '{"action": "type", "element_id": 5, "text": "hi"}': Action(kind="type", element=5, text="hi"),
    '{"action": "type", "text": "hi"}': Action(kind="type", text="hi"),
    '{"action": "press_enter"}': Action(kind="key", keys=("Enter",)),
    '{"action": "press_enter", "element_id": 5}': Action(kind="key", element=5, keys=("Enter",)),
    '{"action": "press_key", "text": "ctrl+a"}': Action(kind="key", keys=("Control+a",)),
    '{"action": "press_key", "element_id": 5, "text": "Escape"}': Action(
        kind="key", element=5, keys=("Escape",)
    ),
    '{"action": "click", "element_id": 5, "text": "30% 80%"}': Action(
        kind="click", element=5, text="30% 80%"
    ),
    '{"action": "double_click", "element_id": 5}': Action(kind="double_click", element=5),
    '{"action": "right_click", "element_id": 5}': Action(kind="right_click", element=5),
    '{"action": "hover", "element_id": 5}': Action(kind="move", element=5),
    '{"action": "drag", "element_id": 5, "text": "7 30% 80%"}': Action(
        kind="drag", element=5, text="7 30% 80%"
    ),
    '{"action": "select_text", "text": "from … to"}': Action(kind="select", text="from … to"),
    '{"action": "scroll_up", "element_id": 5}': Action(kind="scroll", element=5, direction="up"),
    '{"action": "more_marks"}': Action(kind="more_marks"),
    '{"action": "scroll_down"}': Action(kind="scroll", direction="down"),
    '{"action": "scroll_up"}': Action(kind="scroll", direction="up"),
    '{"action": "wait"}': Action(kind="wait"),
    '{"action": "navigate", "text": "https://example.com"}': Action(
        kind="goto", url="https://example.com"
    ),
    '{"action": "back"}': Action(kind="back"),
    '{"action": "done"}': Action(kind="done"),
    '{"action": "done", "text": "5 pounds"}': Action(kind="done", text="5 pounds"),
}

CLEAN = ACTIONS | {
    OBJECT: CLICK,
    '{"action": "click", "element_id": "5"}': CLICK,
    '{"action": "click", "element_id": "[5]"}': CLICK,
    '{"action": "click", "element_id": "#5"}': CLICK,
    '{"action": "click", "element_id": 5.0}': CLICK,
    '{"action": "click", "element_id": [5]}': CLICK,
    '{"action": "Click", "element_id": 5}': CLICK,
    '{"action": "scroll-down"}': Action(kind="scroll", direction="down"),
    '{"action": "type", "element_id": "", "text": "hi"}': Action(kind="type", text="hi"),
    '{"action": "type", "element_id": null, "text": "a } b { c"}': Action(
        kind="type", text="a } b { c"
    ),
    '{"action": "type", "text": "```"}': Action(kind="type", text="```"),
    f"  {OBJECT}<|im_end|>\n": CLICK,
    f"<think>{{maybe}} wait</think>{OBJECT}": CLICK,
    f"```json\n{OBJECT}\n```": CLICK,
    f"```\n{OBJECT}\n```": CLICK,
}

MENDED = {
    f"Here it is:\n```json\n{OBJECT}\n```\nDone.": (CLICK, "code fence"),
    f"Here it is:\n```\n{OBJECT}\n```\nDone.": (CLICK, "code fence"),
    f"```json {OBJECT}``` as asked": (CLICK, "other words"),
    f"I'd say {OBJECT} is right, isn't it?": (CLICK, "other words"),
    f"Use {{this}}: {OBJECT}": (CLICK, "other words"),
    f"An open {{ and then {OBJECT}": (CLICK, "other words"),
    'So: {"action": "type", "text": "a } b"} ok': (
        Action(kind="type", text="a } b"),
        "other words",
    ),
    '{"action": "type", "text": "one\ntwo"}': (
        Action(kind="type", text="one\ntwo"),
        "line break in a string",
    ),
    '{"action": "click", "element_id": 5,}': (CLICK, "trailing comma"),
    '{"action": "type", "text": ",}",}': (Action(kind="type", text=",}"), "trailing comma"),
    "{'action': 'click', 'element_id': 5}": (CLICK, "Python literal"),
    "{'action': 'type', 'text': \"it's\", 'element_id': None}": (
        Action(kind="type", text="it's"),
        "Python literal",
    ),
    '{"name": "click", "arguments": {"element_id": 5}}': (CLICK, "function call"),
    '{"name": "click", "arguments": "{\\"element_id\\": 5}"}': (CLICK, "function call"),
    '{"action": "left_click", "element_id": 5}': (CLICK, "took left_click for click"),
    '{"action": "type", "text": 2026}': (Action(kind="type", text="2026"), "number 2026"),
    f"{OBJECT}\n{OBJECT.replace('5', '6')}": (CLICK, "left out 1 more"),
}

REFUSED = {
    "": "empty",
    "   ": "empty",
    "{}": "no_action",
    "[]": "no_action",
    "I will wait for the page to load.": "no_action",
    "wait": "no_action",
    '{"thought": "t"}': "no_action",
    '{"action": null}': "no_action",
    '{"action": ["click"]}': "no_action",
    '{"action": "click", "element_id": 5': "bad_json",
    "{action: click}": "bad_json",
    '{"action": "__import__(\'os\')": 5}': "bad_json",
    '{"action": "fly"}': "unknown_action",
    '{"action": "click"}': "missing_target",
    '{"action": "click", "text": "the map"}': "missing_target",
    '{"action": "click", "element_id": 5, "text": "the map"}': "refused",
    '{"action": "press_enter", "text": "tea"}': "refused",
    '{"action": "wait", "text": "5"}': "refused",
    '{"action": "press_key", "text": "Hyper+Q"}': "refused",
    '{"action": "drag", "element_id": 5}': "missing_target",
    '{"thought": "t", "actions": []}': "no_action",
    '{"action": "visual_click"}': "missing_target",
    '{"action": "visual_click", "element_id": 5, "text": ""}': "missing_target",
    '{"action": "click", "element_id": null}': "missing_target",
    '{"action": "click", "coordinate": [1, 2]}': "missing_target",
    '{"action": "type", "element_id": 5}': "missing_target",
    '{"action": "type", "text": ""}': "missing_target",
    '{"action": "type", "text": ["a"]}': "missing_target",
    '{"action": "navigate"}': "missing_target",
    '{"action": "click", "element_id": "five"}': "unknown_element",
    '{"action": "click", "element_id": -5}': "unknown_element",
    '{"action": "click", "element_id": 5.5}': "unknown_element",
    '{"action": "click", "element_id": true}': "unknown_element",
    '{"action": "click", "element_id": NaN}': "unknown_element",
    '{"action": "click", "element_id": [5, 6]}': "unknown_element",
}


@pytest.mark.parametrize("reply", CLEAN)
def test_reads(reply):
    [action] = parsed(SOM, reply)
    assert replace(action, thought="") == CLEAN[reply]


@pytest.mark.parametrize("reply", MENDED)
def test_mends_and_says_so(reply):
    expected, repair = MENDED[reply]
    [action] = parsed(SOM, reply)
    assert replace(action, thought="", repairs=()) == expected
    assert any(repair in said for said in action.repairs)


@pytest.mark.parametrize("reply", REFUSED)
def test_refuses(reply):
    assert refused(SOM, reply) == REFUSED[reply]


@pytest.mark.parametrize("reply", [None, [], {}])
def test_refuses_nothing_at_all(reply):
    assert refused(SOM, reply) == "empty"


def test_reads_data_as_well():
    action = {"thought": "t", "action": "click", "element_id": 5}
    assert parsed(SOM, action) == (replace(CLICK, thought="t"),)
    assert parsed(SOM, [action, {"action": "wait"}])[1] == Action(kind="wait")


def test_an_answer_holds_several_actions_one_thought_and_one_note():
    typed = {"action": "type", "element_id": 4, "text": "tea"}
    whole = {"thought": "t", "note": "n", "actions": [typed, {"action": "press_enter"}]}
    assert [action.kind for action in parsed(SOM, whole)] == ["type", "key"]
    said = answer(f"```json\n{json.dumps(whole)}\n```")
    assert (said.thought, said.note, said.items[0]) == ("t", "n", typed)
    assert answer(OBJECT).thought == "t"
    assert answer({"actions": {"action": "wait"}}).items == ({"action": "wait"},)


def test_a_list_ends_at_done():
    reply = '[{"action": "back"}, {"action": "done"}, {"action": "click", "element_id": 5}]'
    back, done = parsed(SOM, reply)
    assert (back.kind, done.kind) == ("back", "done")
    assert done.repairs == ("left out 1 more action",)


def test_a_number_that_is_no_mark_is_refused_with_those_that_are():
    with pytest.raises(ActionParseError, match=r"no element 5 .*Its numbers are 3, 4\.") as caught:
        parsed(SOM, OBJECT, marks=frozenset({4, 3}))
    assert caught.value.code == "unknown_element"
    with pytest.raises(ActionParseError, match="0, 1, 2.* and 70 more"):
        parsed(SOM, OBJECT.replace("5", "500"), marks=frozenset(range(100)))
    with pytest.raises(ActionParseError, match="It has no marks"):
        parsed(SOM, OBJECT, marks=frozenset())
    assert parsed(SOM, OBJECT, marks=frozenset({5}))[0].element == 5


def test_writes_the_seeds_four_members():
    action = Action(kind="type", element=3, text="é", thought="Why not.")
    assert SOM.render(action) == (
        '{"thought": "Why not.", "action": "type", "element_id": 3, "text": "é"}'
    )
    for wrong in (Action(kind="zoom"), replace(action, submit=True), Action(kind="click")):
        with pytest.raises(ValueError, match="som_json cannot say"):
            SOM.render(wrong)
