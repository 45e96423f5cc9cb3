"""OpenAI's computer use: single actions, batches, and both spellings of a scroll."""

from __future__ import annotations

import json

import pytest

from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.actions import Action

from .expect import at, click, parsed, refused

OPENAI = DIALECTS["openai"]

HERE = {"x": 200, "y": 300}


def scroll(direction):
    return Action(kind="scroll", point=at(200, 300), direction=direction)


READ = [
    ({"type": "click", "button": "left", **HERE}, click(200, 300)),
    ({"type": "click", **HERE}, click(200, 300)),
    ({"type": "click", "button": "right", **HERE}, Action(kind="right_click", point=at(200, 300))),
    ({"type": "click", "button": "wheel", **HERE}, Action(kind="middle_click", point=at(200, 300))),
    ({"type": "click", "button": "back", **HERE}, Action(kind="back")),
    ({"type": "click", "button": "forward", **HERE}, Action(kind="forward")),
    ({"type": "double_click", **HERE}, Action(kind="double_click", point=at(200, 300))),
    ({"type": "move", **HERE}, Action(kind="move", point=at(200, 300))),
    (
        {"type": "drag", "path": [{"x": 1, "y": 2}, HERE]},
        Action(kind="drag", point=at(1, 2), to=at(200, 300)),
    ),
    (
        {"type": "drag", "path": [[1, 2], [3, 4], [5, 6], [200, 300]]},
        Action(kind="drag", point=at(1, 2), to=at(200, 300)),
    ),
    ({"type": "scroll", **HERE, "scroll_x": 0, "scroll_y": 500}, scroll("down")),
    ({"type": "scroll", **HERE, "scroll_x": 0, "scroll_y": -5}, scroll("up")),
    ({"type": "scroll", **HERE, "scrollX": 5, "scrollY": 0}, scroll("right")),
    ({"type": "scroll", **HERE, "scrollX": -5}, scroll("left")),
    ({"type": "keypress", "keys": ["CTRL", "C"]}, Action(kind="key", keys=("Control+c",))),
    ({"type": "keypress", "keys": ["ENTER"]}, Action(kind="key", keys=("Enter",))),
    ({"type": "keypress", "keys": ["TAB", "TAB"]}, Action(kind="key", keys=("Tab", "Tab"))),
    ({"type": "keypress", "keys": ["PAGEDOWN"]}, Action(kind="key", keys=("PageDown",))),
    ({"type": "keypress", "keys": ["SHIFT"]}, Action(kind="key", keys=("Shift",))),
    ({"type": "type", "text": "hi\n"}, Action(kind="type", text="hi\n")),
    ({"type": "wait"}, Action(kind="wait")),
    ({"type": "screenshot"}, Action(kind="screenshot")),
]

CALL = {"type": "computer_call", "call_id": "c", "id": "i", "status": "completed"}

REFUSED = [
    ("", "empty"),
    ([], "no_action"),
    ([{"type": "message", "content": [{"type": "output_text", "text": "Done."}]}], "no_action"),
    ([{"type": "reasoning", "summary": []}], "no_action"),
    ("Done.", "no_action"),
    (CALL, "no_action"),
    (CALL | {"actions": []}, "no_action"),
    (CALL | {"actions": None}, "no_action"),
    (CALL | {"action": {}}, "no_action"),
    (CALL | {"action": {"type": 5}}, "no_action"),
    ({"type": "fly", **HERE}, "unknown_action"),
    ({"type": "function_call", "name": "f", "arguments": "{}"}, "unknown_action"),
    ({"type": "click", "button": "left"}, "missing_point"),
    ({"type": "click", "button": "left", "x": 5}, "missing_point"),
    ({"type": "click", "button": "left", "x": "left", "y": 5}, "bad_point"),
    ({"type": "click", "button": "left", "x": [1], "y": 5}, "bad_point"),
    ({"type": "click", "button": "thumb", **HERE}, "refused"),
    ({"type": "click", "button": 1, **HERE}, "refused"),
    ({"type": "drag", "path": [HERE]}, "missing_point"),
    ({"type": "drag", "path": "across"}, "missing_point"),
    ({"type": "drag", "path": [HERE, 5]}, "bad_point"),
    ({"type": "scroll", **HERE}, "bad_scroll"),
    ({"type": "scroll", **HERE, "scroll_x": 0, "scroll_y": 0}, "bad_scroll"),
    ({"type": "scroll", **HERE, "scroll_y": "far"}, "bad_scroll"),
    ({"type": "scroll", "scroll_y": 5}, "missing_point"),
    ({"type": "keypress", "keys": []}, "missing_target"),
    ({"type": "keypress"}, "missing_target"),
    ({"type": "keypress", "keys": ["WURST"]}, "refused"),
    ({"type": "keypress", "keys": ["CTRL", "A", "B"]}, "refused"),
    ({"type": "type"}, "missing_target"),
    (
        CALL | {"actions": [{"type": "wait"}, {"type": "click", "button": "left"}]},
        "missing_point",
    ),
]


@pytest.mark.parametrize(("action", "expected"), READ)
def test_reads_single_batched_and_bare(action, expected):
    for reply in (
        action,
        [action],
        CALL | {"action": action},
        CALL | {"actions": [action]},
        [{"type": "reasoning", "summary": []}, CALL | {"action": action}],
    ):
        assert parsed(OPENAI, json.dumps(reply)) == (expected,)
        assert parsed(OPENAI, f"I do this:\n```json\n{json.dumps(reply)}\n```") == (expected,)


@pytest.mark.parametrize(("reply", "code"), REFUSED)
def test_refuses(reply, code):
    assert refused(OPENAI, reply if isinstance(reply, str) else json.dumps(reply)) == code


def test_a_batch_keeps_its_order():
    actions = [{"type": "click", "button": "left", "x": n, "y": n} for n in range(7)]
    reply = json.dumps(CALL | {"actions": actions})
    assert parsed(OPENAI, reply) == tuple(click(n, n) for n in range(7))


def test_a_slanting_scroll_is_two():
    reply = json.dumps({"type": "scroll", **HERE, "scroll_x": 3, "scroll_y": 4})
    assert parsed(OPENAI, reply) == (scroll("down"), scroll("right"))
