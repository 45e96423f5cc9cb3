"""Anthropic's computer use, in both versions of the tool."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent_e.vision.actions import Action
from agent_e.vision.dialects import DIALECTS

from .expect import at, click, parsed, refused

OLD = DIALECTS["anthropic_20250124"]
NEW = DIALECTS["anthropic_20251124"]


def block(**values):
    return {"type": "tool_use", "id": "toolu_1", "name": "computer", "input": values}


POINT = [200, 300]

READ = [
    (block(action="left_click", coordinate=POINT), click(200, 300)),
    (
        block(action="left_click", coordinate=POINT, text="ctrl+shift"),
        click(200, 300, mods=("Control", "Shift")),
    ),
    (
        block(action="right_click", coordinate=POINT),
        Action(kind="right_click", point=at(200, 300)),
    ),
    (
        block(action="middle_click", coordinate=POINT),
        Action(kind="middle_click", point=at(200, 300)),
    ),
    (
        block(action="double_click", coordinate=POINT),
        Action(kind="double_click", point=at(200, 300)),
    ),
    (
        block(action="triple_click", coordinate=POINT),
        Action(kind="triple_click", point=at(200, 300)),
    ),
    (block(action="mouse_move", coordinate=POINT), Action(kind="move", point=at(200, 300))),
    (
        block(action="left_click_drag", start_coordinate=[1, 2], coordinate=POINT),
        Action(kind="drag", point=at(1, 2), to=at(200, 300)),
    ),
    (block(action="left_mouse_down"), Action(kind="mouse_down")),
    (
        block(action="left_mouse_up", coordinate=POINT),
        Action(kind="mouse_up", point=at(200, 300)),
    ),
    (
        block(action="scroll", coordinate=POINT, scroll_direction="down", scroll_amount=3),
        Action(kind="scroll", point=at(200, 300), direction="down", amount=3, unit="wheel"),
    ),
    (
        block(
            action="scroll",
            coordinate=POINT,
            scroll_direction="left",
            scroll_amount=1,
            text="shift",
        ),
        Action(
            kind="scroll",
            point=at(200, 300),
            direction="left",
            amount=1,
            unit="wheel",
            mods=("Shift",),
        ),
    ),
    (block(action="key", text="ctrl+s"), Action(kind="key", keys=("Control+s",))),
    (block(action="key", text="Return"), Action(kind="key", keys=("Enter",))),
    (block(action="key", text="Page_Down"), Action(kind="key", keys=("PageDown",))),
    (block(action="key", text="KP_Enter"), Action(kind="key", keys=("Enter",))),
    (block(action="key", text="Control_L+a"), Action(kind="key", keys=("Control+a",))),
    (block(action="key", text="ctrl+period"), Action(kind="key", keys=("Control+.",))),
    (block(action="key", text="super"), Action(kind="key", keys=("Meta",))),
    (block(action="key", text="Tab Tab Return"), Action(kind="key", keys=("Tab", "Tab", "Enter"))),
    (
        block(action="hold_key", text="shift", duration=1.5),
        Action(kind="key", keys=("Shift",), amount=1.5),
    ),
    (block(action="type", text="hi\n"), Action(kind="type", text="hi\n")),
    (block(action="wait", duration=2), Action(kind="wait", amount=2)),
    (block(action="wait"), Action(kind="wait")),
    (block(action="screenshot"), Action(kind="screenshot")),
]

REFUSED = [
    ([], "empty"),
    ([{"type": "text", "text": "All done."}], "no_action"),
    ("All done.", "no_action"),
    (5, "no_action"),
    ([5], "no_action"),
    (block(), "no_action"),
    ({"type": "tool_use", "name": "computer", "input": "click"}, "no_action"),
    ({"type": "tool_use", "name": "bash", "input": {"action": "wait"}}, "unknown_action"),
    (block(action="fly"), "unknown_action"),
    (block(action="left_click"), "missing_point"),
    (block(action="left_click", text="ctrl"), "missing_point"),
    (block(action="left_click", coordinate="middle"), "bad_point"),
    (block(action="left_click", coordinate=[1, 2, 3]), "bad_point"),
    (block(action="left_click", coordinate=POINT, text="a"), "refused"),
    (block(action="left_click", coordinate=POINT, text=5), "refused"),
    (block(action="left_click_drag", start_coordinate=POINT), "missing_point"),
    (block(action="scroll", coordinate=POINT, scroll_amount=3), "bad_scroll"),
    (block(action="scroll", scroll_direction="away", scroll_amount=3), "bad_scroll"),
    (block(action="scroll", scroll_direction="down"), "bad_scroll"),
    (block(action="scroll", scroll_direction="down", scroll_amount=-1), "bad_scroll"),
    (block(action="scroll", scroll_direction="down", scroll_amount="lots"), "bad_scroll"),
    (block(action="key", text="wurst"), "refused"),
    (block(action="key", text="ctrl+wurst"), "refused"),
    (block(action="key"), "missing_target"),
    (block(action="hold_key", text="shift"), "missing_target"),
    (block(action="type", text=""), "missing_target"),
    (block(action="wait", duration=-1), "missing_target"),
    (block(action="cursor_position"), "refused"),
]


@pytest.mark.parametrize(("reply", "expected"), READ)
@pytest.mark.parametrize("dialect", [OLD, NEW], ids=lambda dialect: dialect.name)
def test_reads(dialect, reply, expected):
    assert parsed(dialect, reply) == (expected,)
    assert parsed(dialect, reply["input"]) == (expected,)
    assert parsed(dialect, {"role": "assistant", "content": [reply]}) == (expected,)
    assert parsed(dialect, dialect.render(expected)) == (expected,)


@pytest.mark.parametrize(("reply", "code"), REFUSED)
def test_refuses(reply, code):
    assert refused(NEW, reply) == code


def test_zoom_is_for_the_newer_tool():
    zoom = block(action="zoom", region=[1, 2, 30, 40])
    action = Action(kind="zoom", point=at(1, 2), to=at(30, 40))
    assert parsed(NEW, zoom) == (action,)
    assert parsed(NEW, NEW.render(action)) == (action,)
    assert refused(OLD, zoom) == "unknown_action"
    with pytest.raises(ValueError, match="cannot say a zoom"):
        OLD.render(action)
    for region in ([30, 40, 1, 2], [1, 2, 3], None, "all"):
        assert refused(NEW, block(action="zoom", region=region)) == "bad_point"


def test_text_before_a_call_is_its_thought_and_all_calls_count():
    said = {"type": "text", "text": "First the box. "}
    thinking = {"type": "thinking", "thinking": "hm", "signature": "x"}
    calls = [block(action="left_click", coordinate=[n, n]) for n in range(6)]
    actions = parsed(NEW, [thinking, said, *calls])
    assert len(actions) == 6
    assert actions[0] == click(0, 0, thought="First the box.")


def test_a_call_written_in_words_is_read_and_told():
    [action] = parsed(NEW, f"I do this: {json.dumps(block(action='screenshot'))}")
    assert replace(action, repairs=()) == Action(kind="screenshot")
    assert "read words for a tool call" in action.repairs


def test_writes_blocks():
    assert OLD.render(click(1, 2, mods=("Control",), thought="Here.")) == [
        {"type": "text", "text": "Here."},
        {
            "type": "tool_use",
            "name": "computer",
            "input": {"action": "left_click", "coordinate": [1, 2], "text": "Control"},
        },
    ]
    for wrong in (
        Action(kind="click", element=4),
        Action(kind="goto", url="https://a.b"),
        Action(kind="done"),
        Action(kind="type", text="x", submit=True),
        Action(kind="scroll", direction="up"),
    ):
        with pytest.raises(ValueError, match="anthropic cannot say"):
            NEW.render(wrong)
