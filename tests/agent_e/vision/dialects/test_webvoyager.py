"""WebVoyager's answers in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.vision.actions import Action
from agent_e.vision.dialects import DIALECTS
from agent_e.vision.dialects.webvoyager import GOOGLE

from .expect import parsed, refused

SOM = DIALECTS["webvoyager"]
CLICK = Action(kind="click", element=7)


def typed(text: str) -> Action:
    return Action(kind="type", element=7, text=text, clear=True, submit=True)


READ = {
    "Thought: t\nAction: Click [7]": CLICK,
    "Thought: t Action: Click [7]": CLICK,
    "Action: click [7]": CLICK,
    "Action: Click 7": CLICK,
    "Action: Click[[7]]": CLICK,
    "Action:\nClick [7]": CLICK,
    "Action: Click [7].": CLICK,
    "Action: Click [7]\nObservation: it opened.\nAction: Click [8]": CLICK,
    "Click [7]": CLICK,
    "I think so.\nClick [7]": CLICK,
    "```\nAction: Click [7]\n```": CLICK,
    "Action: Click [7]<|im_end|>": CLICK,
    "Action: Type [7]; cheap flights": typed("cheap flights"),
    "Action: Type [7]; [cheap flights]": typed("cheap flights"),
    "Action: Type [7]; a; b: c": typed("a; b: c"),
    "Action: Type [7]: a": typed("a"),
    "Action: Type [7] a": typed("a"),
    "Action: Type [7]; see Action: Click [8]": typed("see Action: Click [8]"),
    "Action: Scroll [WINDOW]; down": Action(kind="scroll", direction="down"),
    "Action: Scroll window; up": Action(kind="scroll", direction="up"),
    "Action: Scroll [7]; [up]": Action(kind="scroll", direction="up", element=7),
    "Action: Wait": Action(kind="wait"),
    "Wait": Action(kind="wait"),
    "Action: GoBack": Action(kind="back"),
    "Action: Go back": Action(kind="back"),
    "Action: Google": Action(kind="goto", url=GOOGLE),
    "Action: ANSWER; 5 pounds": Action(kind="done", text="5 pounds"),
    "Action: ANSWER; [5 pounds]": Action(kind="done", text="5 pounds"),
    "Action: Answer: two lines:\n- a\n- b": Action(kind="done", text="two lines:\n- a\n- b"),
}

REFUSED = {
    "": "empty",
    "The page shows a form.": "no_action",
    "Wait, let me think about it.": "no_action",
    "Type of page: shop": "no_action",
    "Action: ": "no_action",
    "Action: Hover [7]": "unknown_action",
    "Action: Google cheap flights": "unknown_action",
    "Action: Click": "missing_target",
    "Action: Click on the button": "unknown_element",
    "Action: Click [WINDOW]": "unknown_element",
    "Action: Type [7]": "missing_target",
    "Action: Type [7];": "missing_target",
    "Action: Type [7]; []": "missing_target",
    "Action: Type cheap flights": "unknown_element",
    "Action: Scroll [WINDOW]": "bad_scroll",
    "Action: Scroll [7]; sideways": "bad_scroll",
    "Action: Scroll down": "unknown_element",
    "Action: ANSWER;": "missing_target",
}


@pytest.mark.parametrize("reply", READ)
def test_reads(reply):
    [action] = parsed(SOM, reply)
    assert replace(action, thought="") == READ[reply]
    again = SOM.render(replace(action, thought=""))
    assert parsed(SOM, again) == (READ[reply],)


@pytest.mark.parametrize("reply", REFUSED)
def test_refuses(reply):
    assert refused(SOM, reply) == REFUSED[reply]


@pytest.mark.parametrize("reply", [7, {"action": "Click [7]"}, ["Click [7]"]])
def test_refuses_what_is_no_text(reply):
    assert refused(SOM, reply) == "no_action"


def test_text_to_type_ends_with_its_line():
    [action] = parsed(SOM, "Action: Type [7]; a\nObservation: b")
    assert action.text == "a"
    assert action.repairs == ("left out what follows the action",)
    assert parsed(SOM, "Action: Type [7]; [a\nb]") == (typed("a\nb"),)


def test_only_marks_of_the_screenshot_count():
    assert refused(SOM, "Action: Click [7]", marks=frozenset({1, 2})) == "unknown_element"


def test_the_thought_is_kept():
    [action] = parsed(SOM, "Thought: Click [3] would be wrong.\nAction: Click [7]")
    assert action == replace(CLICK, thought="Click [3] would be wrong.")


@pytest.mark.parametrize(
    "action",
    [
        Action(kind="click"),
        Action(kind="type", text="x"),
        Action(kind="type", element=7, text="x"),
        Action(kind="scroll", direction="left"),
        Action(kind="goto", url="https://example.com"),
        Action(kind="done"),
        Action(kind="done", text=" "),
        Action(kind="drag"),
    ],
)
def test_what_the_dialect_has_no_words_for_is_not_written(action):
    with pytest.raises(ValueError, match="webvoyager cannot say"):
        SOM.render(action)
