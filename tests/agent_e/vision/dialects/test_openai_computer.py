"""OpenAI's computer use: single actions, batches, and both spellings of a scroll."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent_e.vision.actions import Action
from agent_e.vision.dialects import DIALECTS

from .expect import at, click, parsed, refused

BATCH = DIALECTS["openai"]

HERE = {"x": 200, "y": 300}


def scroll(direction, amount):
    return Action(kind="scroll", point=at(200, 300), direction=direction, amount=amount, unit="px")


READ = [
    ({"type": "click", "button": "left", **HERE}, click(200, 300)),
    (
        {"type": "click", "button": "left", **HERE, "keys": ["CTRL"]},
        click(200, 300, mods=("Control",)),
    ),
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
        {"type": "drag", "path": [[1, 2], [3, 4], [5, 6], [200, 300]], "keys": ["SHIFT"]},
        Action(
            kind="drag",
            point=at(1, 2),
            path=(at(3, 4), at(5, 6)),
            to=at(200, 300),
            mods=("Shift",),
        ),
    ),
    ({"type": "scroll", **HERE, "scroll_x": 0, "scroll_y": 500}, scroll("down", 500)),
    ({"type": "scroll", **HERE, "scroll_x": 0, "scroll_y": -5}, scroll("up", 5)),
    ({"type": "scroll", **HERE, "scrollX": 5, "scrollY": 0}, scroll("right", 5)),
    ({"type": "scroll", **HERE, "scrollX": -5}, scroll("left", 5)),
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
    ([], "empty"),
    ([{"type": "message", "content": [{"type": "output_text", "text": "Done."}]}], "no_action"),
    ([{"type": "reasoning", "summary": []}], "no_action"),
    ("Done.", "no_action"),
    (5, "no_action"),
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
    ({"type": "click", "button": "left", **HERE, "keys": ["A"]}, "refused"),
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
        CALL | {"action": action},
        CALL | {"actions": [action]},
        [CALL | {"action": action}],
        {"output": [CALL | {"actions": [action]}]},
    ):
        assert parsed(BATCH, reply) == (expected,)
    assert parsed(BATCH, BATCH.render(expected)) == (expected,)


@pytest.mark.parametrize(("reply", "code"), REFUSED)
def test_refuses(reply, code):
    assert refused(BATCH, reply) == code


def test_a_batch_keeps_its_order():
    actions = [{"type": "click", "button": "left", "x": n, "y": n} for n in range(7)]
    assert parsed(BATCH, CALL | {"actions": actions}) == tuple(click(n, n) for n in range(7))


def test_a_slanting_scroll_is_two():
    down, right = parsed(BATCH, {"type": "scroll", **HERE, "scroll_x": 3, "scroll_y": 4})
    assert replace(down, repairs=()) == scroll("down", 4)
    assert replace(right, repairs=()) == scroll("right", 3)
    assert down.repairs == ("divided a slanting scroll in two",)


def test_a_click_without_a_button_is_one_with_the_left():
    [action] = parsed(BATCH, {"type": "click", **HERE})
    assert replace(action, repairs=()) == click(200, 300)
    assert len(action.repairs) == 1


def test_safety_checks_are_asked_about_before_anything_is_done():
    checks = [{"id": "s", "code": "malicious_instructions", "message": "Is this wanted?"}]
    call = CALL | {"action": {"type": "wait"}, "pending_safety_checks": checks}
    ask, wait = parsed(BATCH, call)
    assert ask == Action(kind="ask", text="Is this wanted?")
    assert wait == Action(kind="wait")
    assert json.loads(ask.raw)["id"] == "s"
    unsaid: list[dict[str, object]] = [{}, {"message": 5}]
    for unclear in ([check] for check in unsaid):
        assert parsed(BATCH, call | {"pending_safety_checks": unclear})[0].kind == "ask"
    assert len(parsed(BATCH, call | {"pending_safety_checks": []})) == 1


def test_what_was_said_before_is_the_thought():
    reply = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "It is blue."}]},
        {"type": "message", "content": [{"type": "output_text", "text": "I click it."}]},
        CALL | {"action": {"type": "wait"}},
    ]
    assert parsed(BATCH, reply) == (Action(kind="wait", thought="It is blue.\nI click it."),)


def test_writes_a_batch():
    action = click(1, 2)
    values = {"type": "click", "button": "left", "x": 1, "y": 2}
    assert BATCH.render(action) == [{"type": "computer_call", "actions": [values]}]
    for wrong in (
        Action(kind="click", element=4),
        Action(kind="triple_click", point=at(1, 2)),
        Action(kind="goto", url="https://a.b"),
        Action(kind="done", text="x"),
        Action(kind="wait", amount=2.0),
        Action(kind="key", keys=("Control", "a")),
        Action(kind="scroll", direction="up", amount=3.0, unit="px"),
        Action(kind="scroll", point=at(1, 2), amount=3.0, unit="px"),
    ):
        with pytest.raises(ValueError, match="openai cannot say"):
            BATCH.render(wrong)
