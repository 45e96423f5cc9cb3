"""The seed's JSON: its nine actions and ours, and the ways models wrap and misspell it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent_e.errors import ActionParseError
from agent_e.vision.action_formats.som_json import EXAMPLE, SomAction, answer, read_action

CLICK = SomAction(action="click", element=5)
OBJECT = '{"thought": "t", "action": "click", "element_id": 5, "text": null}'

ACTIONS = {
    '{"action": "visual_click", "text": "the map"}': SomAction(
        action="visual_click", text="the map"
    ),
    '{"action": "visual_click", "element_id": 5, "text": "the map"}': SomAction(
        action="visual_click", text="the map"
    ),
    '{"action": "click", "element_id": 5}': CLICK,
    '{"action": "type", "element_id": 5, "text": "hi"}': SomAction(
        action="type", element=5, text="hi"
    ),
    '{"action": "type", "text": "hi"}': SomAction(action="type", text="hi"),
    '{"action": "press_enter"}': SomAction(action="press_enter"),
    '{"action": "press_enter", "element_id": 5}': SomAction(action="press_enter", element=5),
    '{"action": "press_key", "text": "ctrl+a"}': SomAction(action="press_key", text="Control+a"),
    '{"action": "press_key", "element_id": 5, "text": "Escape"}': SomAction(
        action="press_key", element=5, text="Escape"
    ),
    '{"action": "click", "element_id": 5, "text": "30% 80%"}': SomAction(
        action="click", element=5, text="30% 80%"
    ),
    '{"action": "double_click", "element_id": 5}': SomAction(action="double_click", element=5),
    '{"action": "right_click", "element_id": 5}': SomAction(action="right_click", element=5),
    '{"action": "hover", "element_id": 5}': SomAction(action="hover", element=5),
    '{"action": "drag", "element_id": 5, "text": "7 30% 80%"}': SomAction(
        action="drag", element=5, text="7 30% 80%"
    ),
    '{"action": "select_text", "text": "from … to"}': SomAction(
        action="select_text", text="from … to"
    ),
    '{"action": "scroll_up", "element_id": 5}': SomAction(action="scroll_up", element=5),
    '{"action": "more_marks"}': SomAction(action="more_marks"),
    '{"action": "scroll_down"}': SomAction(action="scroll_down"),
    '{"action": "scroll_up"}': SomAction(action="scroll_up"),
    '{"action": "wait"}': SomAction(action="wait"),
    '{"action": "navigate", "text": "https://example.com"}': SomAction(
        action="navigate", text="https://example.com"
    ),
    '{"action": "back"}': SomAction(action="back"),
    '{"action": "done"}': SomAction(action="done"),
    '{"action": "done", "text": "5 pounds"}': SomAction(action="done", text="5 pounds"),
}

CLEAN = ACTIONS | {
    OBJECT: CLICK,
    '{"action": "click", "element_id": "5"}': CLICK,
    '{"action": "click", "element_id": "[5]"}': CLICK,
    '{"action": "click", "element_id": "#5"}': CLICK,
    '{"action": "click", "element_id": 5.0}': CLICK,
    '{"action": "click", "element_id": [5]}': CLICK,
    '{"action": "Click", "element_id": 5}': CLICK,
    '{"action": "scroll-down"}': SomAction(action="scroll_down"),
    '{"action": "type", "element_id": "", "text": "hi"}': SomAction(action="type", text="hi"),
    '{"action": "type", "element_id": null, "text": "a } b { c"}': SomAction(
        action="type", text="a } b { c"
    ),
    '{"action": "type", "text": "```"}': SomAction(action="type", text="```"),
    f"  {OBJECT}<|im_end|>\n": CLICK,
    f"<think>{{maybe}} wait</think>{OBJECT}": CLICK,
    f"```json\n{OBJECT}\n```": CLICK,
    f"```\n{OBJECT}\n```": CLICK,
}

MENDED = {
    f"Here it is:\n```json\n{OBJECT}\n```\nDone.": CLICK,
    f"Here it is:\n```\n{OBJECT}\n```\nDone.": CLICK,
    f"```json {OBJECT}``` as asked": CLICK,
    f"I'd say {OBJECT} is right, isn't it?": CLICK,
    f"Use {{this}}: {OBJECT}": CLICK,
    f"An open {{ and then {OBJECT}": CLICK,
    'So: {"action": "type", "text": "a } b"} ok': SomAction(action="type", text="a } b"),
    '{"action": "type", "text": "one\ntwo"}': SomAction(action="type", text="one\ntwo"),
    '{"action": "click", "element_id": 5,}': CLICK,
    '{"action": "type", "text": ",}",}': SomAction(action="type", text=",}"),
    "{'action': 'click', 'element_id': 5}": CLICK,
    "{'action': 'type', 'text': \"it's\", 'element_id': None}": SomAction(
        action="type", text="it's"
    ),
    '{"name": "click", "arguments": {"element_id": 5}}': CLICK,
    json.dumps({"actions": [OBJECT]}): CLICK,
    '{"name": "click", "arguments": "{\\"element_id\\": 5}"}': CLICK,
    '{"action": "left_click", "element_id": 5}': CLICK,
    '{"action": "type", "text": 2026}': SomAction(action="type", text="2026"),
    f"{OBJECT}\n{OBJECT.replace('5', '6')}": CLICK,
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


def parsed(reply: str) -> tuple[list[SomAction], bool]:
    """All actions of a reply, and whether anything had to be mended."""
    said = answer(reply)
    actions = [read_action(item) for item in said.items]
    mended = said.mended or any(action.mended for action in actions)
    return [replace(action, mended=False) for action in actions], mended


@pytest.mark.parametrize("reply", CLEAN)
def test_reads(reply):
    assert parsed(reply) == ([CLEAN[reply]], False)


@pytest.mark.parametrize("reply", MENDED)
def test_mends_and_says_so(reply):
    assert parsed(reply) == ([MENDED[reply]], True)


@pytest.mark.parametrize("reply", REFUSED)
def test_refuses(reply):
    with pytest.raises(ActionParseError) as caught:
        parsed(reply)
    assert caught.value.code == REFUSED[reply]
    assert 10 < len(caught.value.problem) < 500


def test_reads_its_own_example():
    assert parsed(EXAMPLE) == ([CLICK], False)


def test_an_answer_holds_several_actions_one_thought_and_one_note():
    typed = {"action": "type", "element_id": 4, "text": "tea"}
    whole = {"thought": "t", "note": "n", "actions": [typed, {"action": "press_enter"}]}
    said = answer(f"```json\n{json.dumps(whole)}\n```")
    assert (said.thought, said.note, said.items[0]) == ("t", "n", typed)
    assert [read_action(item).action for item in said.items] == ["type", "press_enter"]
    assert answer(OBJECT).thought == "t"
    assert answer(f"[{OBJECT}, {OBJECT}]").thought == "t"
    assert answer('{"actions": {"action": "wait"}}').items == ({"action": "wait"},)


def test_several_keys_are_pressed_one_after_the_other():
    for said, text in {
        "d e l": "d e l",
        "page down": "PageDown",
        "ctrl + c": "Control+c",
        "Tab return": "Tab Enter",
        "Return": "",
    }.items():
        read = read_action({"action": "press_key", "text": said})
        assert read == SomAction(action="press_key" if text else "press_enter", text=text)
