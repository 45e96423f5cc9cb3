"""Tool calls of Qwen and Fara-7B, in tags and without them."""

from __future__ import annotations

import json

import pytest

from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.actions import Action

from .expect import at, click, parsed, refused

QWEN = DIALECTS["qwen"]


def call(**arguments):
    return {"name": "computer_use", "arguments": arguments}


def tagged(**arguments):
    return f"<tool_call>\n{json.dumps(call(**arguments))}\n</tool_call>"


POINT = [200, 300]

READ = [
    (call(action="left_click", coordinate=POINT), click(200, 300)),
    (call(action="click", coordinate=["200", 300.0]), click(200, 300)),
    (call(action="left_click", coordinate={"x": 200, "y": 300}), click(200, 300)),
    (call(action="left_click", coordinate="[200, 300]"), click(200, 300)),
    (
        call(action="double_click", coordinate=POINT),
        Action(kind="double_click", point=at(200, 300)),
    ),
    (
        call(action="triple_click", coordinate=POINT),
        Action(kind="triple_click", point=at(200, 300)),
    ),
    (call(action="right_click", coordinate=POINT), Action(kind="right_click", point=at(200, 300))),
    (
        call(action="middle_click", coordinate=POINT),
        Action(kind="middle_click", point=at(200, 300)),
    ),
    (call(action="mouse_move", coordinate=POINT), Action(kind="move", point=at(200, 300))),
    (
        call(action="left_click_drag", start_coordinate=[1, 2], end_coordinate=POINT),
        Action(kind="drag", point=at(1, 2), to=at(200, 300)),
    ),
    (
        call(action="left_click_drag", coordinate=POINT),
        Action(kind="drag", to=at(200, 300)),
    ),
    (call(action="key", keys=["ctrl", "c"]), Action(kind="key", keys=("Control+c",))),
    (call(action="key", keys="ctrl+c"), Action(kind="key", keys=("Control+c",))),
    (call(action="key", keys=["Enter"]), Action(kind="key", keys=("Enter",))),
    (call(action="key", keys=["ctrl", "+"]), Action(kind="key", keys=("Control++",))),
    (call(action="key", keys=[" "]), Action(kind="key", keys=("Space",))),
    (call(action="type", text="hi\n"), Action(kind="type", text="hi\n")),
    (
        call(
            action="type",
            text="hi",
            coordinate=POINT,
            press_enter=True,
            delete_existing_text=True,
        ),
        Action(kind="type", text="hi", point=at(200, 300), submit=True),
    ),
    (
        call(action="scroll", pixels=-500, coordinate=POINT),
        Action(kind="scroll", point=at(200, 300), direction="down"),
    ),
    (
        call(action="scroll", pixels=5),
        Action(kind="scroll", direction="up"),
    ),
    (
        call(action="hscroll", pixels=5),
        Action(kind="scroll", direction="right"),
    ),
    (
        call(action="hscroll", pixels=-5),
        Action(kind="scroll", direction="left"),
    ),
    (call(action="wait", time=2.5), Action(kind="wait")),
    (call(action="terminate", status="success"), Action(kind="done")),
    (call(action="terminate", status="failure"), Action(kind="done")),
    (call(action="answer", text="5"), Action(kind="done", text="5")),
    (call(action="visit_url", url="https://a.b"), Action(kind="goto", url="https://a.b")),
    (call(action="web_search", query="cats"), Action(kind="search", text="cats")),
    (call(action="history_back"), Action(kind="back")),
    (call(action="pause_and_memorize_fact", fact="5"), Action(kind="note", text="5")),
]

CLICK = {"action": "left_click", "coordinate": [200, 300]}

WHOLE = [
    tagged(**CLICK),
    tagged(**CLICK).removesuffix("</tool_call>"),
    tagged(**CLICK) + "<|im_end|>",
    f"It is the blue one.\n{tagged(**CLICK)}",
    f"<think>{tagged(action='wait')}</think>{tagged(**CLICK)}",
    json.dumps(call(**CLICK)),
    json.dumps([call(**CLICK)]),
    f"```json\n{json.dumps(call(**CLICK))}\n```",
    json.dumps(CLICK),
    json.dumps({"name": "computer_use", "arguments": json.dumps(CLICK)}),
    json.dumps({"function": call(**CLICK), "id": "1", "type": "function"}),
    json.dumps({"name": "left_click", "arguments": {"coordinate": [200, 300]}}),
    tagged(action="left_click", coordinate=[100, 200, 300, 400]),
    f"<tool_call>{json.dumps(call(**CLICK))[:-1]},}}</tool_call>",
    f"<tool_call>{call(**CLICK)}</tool_call>",
    f"<tool_call>```json\n{json.dumps(call(**CLICK))}\n```</tool_call>",
    f"<tool_call>{json.dumps(call(**CLICK))}}}</tool_call>",
]

REFUSED = [
    ("", "empty"),
    ("There is nothing to do.", "no_action"),
    ("<tool_call>[[1]]</tool_call>", "no_action"),
    (call(coordinate=[1, 2]), "no_action"),
    ("<tool_call></tool_call>", "bad_json"),
    ("<tool_call>left_click(200, 300)</tool_call>", "bad_json"),
    ({"name": "computer_use", "arguments": "left_click"}, "bad_json"),
    (call(action="fly"), "unknown_action"),
    ({"name": "bash", "arguments": {"action": "wait"}}, "unknown_action"),
    (call(action="left_click"), "missing_point"),
    (call(action="left_click", coordinate=None), "missing_point"),
    (call(action="left_click_drag", start_coordinate=[1, 2]), "missing_point"),
    (call(action="left_click", coordinate=[200]), "bad_point"),
    (call(action="left_click", coordinate=[]), "bad_point"),
    (call(action="left_click", coordinate=[200, None]), "bad_point"),
    (call(action="left_click", coordinate=[True, False]), "bad_point"),
    (call(action="left_click", coordinate=[float("nan"), 1]), "bad_point"),
    (call(action="left_click", coordinate=[10**400, 1]), "bad_point"),
    (call(action="left_click", coordinate={"x": 1}), "bad_point"),
    (call(action="left_click", coordinate=200), "bad_point"),
    (call(action="scroll"), "bad_scroll"),
    (call(action="scroll", pixels=0), "bad_scroll"),
    (call(action="scroll", pixels="far"), "bad_scroll"),
    (call(action="type"), "missing_target"),
    (call(action="type", text="x", press_enter="perhaps"), "missing_target"),
    (call(action="terminate"), "missing_target"),
    (call(action="terminate", status="maybe"), "missing_target"),
    (call(action="key"), "missing_target"),
    (call(action="key", keys=[]), "missing_target"),
    (call(action="key", keys=["ctrl", 5]), "missing_target"),
    (call(action="key", keys=["wurst"]), "refused"),
]


@pytest.mark.parametrize(("reply", "expected"), READ)
def test_reads(reply, expected):
    assert parsed(QWEN, f"<tool_call>\n{json.dumps(reply)}\n</tool_call>") == (expected,)


@pytest.mark.parametrize("reply", WHOLE)
def test_takes_calls_in_every_shape(reply):
    assert parsed(QWEN, reply) == (click(200, 300),)


@pytest.mark.parametrize(("reply", "code"), REFUSED)
def test_refuses(reply, code):
    said = reply if isinstance(reply, str) else f"<tool_call>{json.dumps(reply)}</tool_call>"
    assert refused(QWEN, said) == code


def test_several_calls_keep_their_order():
    reply = f"First.\n{tagged(**CLICK)}\n{tagged(action='wait')}"
    assert [action.kind for action in parsed(QWEN, reply)] == ["click", "wait"]
    assert len(parsed(QWEN, tagged(**CLICK) * 6)) == 4
