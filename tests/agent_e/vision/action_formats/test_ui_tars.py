"""The hard strings of the UI-TARS family, among them all kinds its public parsers fail on."""

from __future__ import annotations

import pytest

from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.action_formats.ui_tars import UI_TARS
from agent_e.vision.actions import Action

from .expect import at, click, parsed, refused


def typed(text: str, submit: bool = False) -> Action:
    return Action(kind="type", text=text, submit=submit)


WAIT = Action(kind="wait")

CLEAN = {
    # The forms of the prompts.
    "Thought: t\nAction: click(point='<point>200 300</point>')": click(200, 300),
    "Action: click(start_box='<|box_start|>(200,300)<|box_end|>')": click(200, 300),
    "Action: click(start_box='(200,300)')": click(200, 300),
    "Action: left_double(point='<point>1 2</point>')": Action(kind="double_click", point=at(1, 2)),
    "Action: right_single(point='<point>1 2</point>')": Action(kind="right_click", point=at(1, 2)),
    "Action: drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')": Action(
        kind="drag", point=at(1, 2), to=at(3, 4)
    ),
    "Action: drag(start_box='(1,2)', end_box='(3,4)')": Action(
        kind="drag", point=at(1, 2), to=at(3, 4)
    ),
    "Action: hotkey(key='ctrl c')": Action(kind="key", keys=("Control+c",)),
    "Action: hotkey(key='ctrl shift t')": Action(kind="key", keys=("Control+Shift+t",)),
    "Action: hotkey(key='enter')": Action(kind="key", keys=("Enter",)),
    "Action: hotkey(key='ctrl+a')": Action(kind="key", keys=("Control+a",)),
    "Action: hotkey(key='pagedown')": Action(kind="key", keys=("PageDown",)),
    "Action: hotkey(key='page down')": Action(kind="key", keys=("PageDown",)),
    "Action: hotkey(key='ctrl +')": Action(kind="key", keys=("Control++",)),
    "Action: scroll(point='<point>1 2</point>', direction='down')": Action(
        kind="scroll", point=at(1, 2), direction="down"
    ),
    "Action: scroll(direction='up')": Action(kind="scroll", direction="up"),
    "Action: wait()": WAIT,
    "Action: finished()": Action(kind="done"),
    "Action: finished(content='It costs 5, not 6.')": Action(
        kind="done", text="It costs 5, not 6."
    ),
    "Action: call_user()": Action(kind="ask"),
    "Action: goto_url(url='https://example.com/a?b=(c)')": Action(
        kind="goto", url="https://example.com/a?b=(c)"
    ),
    # Points.
    "Action: click(point='<point>200.5 300.25</point>')": click(200.5, 300.25),
    "Action: click(point='<point>200,300</point>')": click(200, 300),
    "Action: click(point='<point>200, 300</point>')": click(200, 300),
    "Action: click(start_box='[200, 300]')": click(200, 300),
    "Action: click(start_box='[200, 300, 200, 300]')": click(200, 300),
    "Action: click(200, 300)": click(200, 300),
    "Action: click(x=200, y=300)": click(200, 300),
    "Action: click(point=(200, 300))": click(200, 300),
    "Action: click(point=<point>200 300</point>)": click(200, 300),
    "Action: click(start_box=<|box_start|>(200,300)<|box_end|>)": click(200, 300),
    "Action: click(point='x=200, y=300')": click(200, 300),
    'Action: click(point="<point>200 300</point>")': click(200, 300),
    # What stands around the action.
    "Action:\nclick(point='<point>200 300</point>')": click(200, 300),
    "Action: click(point='<point>200 300</point>')<|im_end|>": click(200, 300),
    "Action: click(point='<point>200 300</point>')<|im_end|>\n<|endoftext|>": click(200, 300),
    "Action: click(point='<point>200 300</point>') [EOS]": click(200, 300),
    "action: Click(point='<point>200 300</point>')": click(200, 300),
    "**Action:** click(point='<point>200 300</point>')": click(200, 300),
    "```\nAction: click(point='<point>200 300</point>')\n```": click(200, 300),
    "```python\nclick(point='<point>200 300</point>')\n```": click(200, 300),
    "Action: ```click(point='<point>200 300</point>')```": click(200, 300),
    "click(point='<point>200 300</point>')": click(200, 300),
    "Action: click( point = '<point>200 300</point>' )": click(200, 300),
    "<think>I could wait().\nAction: wait()</think>\nAction: click(200, 300)": click(200, 300),
    "I could wait().</think>click(200, 300)": click(200, 300),
    # Text.
    "Action: type(content='hello')": typed("hello"),
    'Action: type(content="hello")': typed("hello"),
    "Action: type(content='hello\\n')": typed("hello", submit=True),
    "Action: type(content='hello\n')": typed("hello", submit=True),
    "Action: type(content='one\\ntwo')": typed("one\ntwo"),
    "Action: type(content='one\ntwo')": typed("one\ntwo"),
    "Action: type(content='it\\'s ok\\n')": typed("it's ok", submit=True),
    "Action: type(content='it's ok')": typed("it's ok"),
    'Action: type(content="say "hi" to them")': typed('say "hi" to them'),
    "Action: type(content='a, b, c=d')": typed("a, b, c=d"),
    "Action: type(content='f(x) = (1)')": typed("f(x) = (1)"),
    "Action: type(content='see Action: click')": typed("see Action: click"),
    "type(content='see Action: click')": typed("see Action: click"),
    "type(content='first\nAction: wait()')": typed("first\nAction: wait()"),
    "Action: type(content='C:\\docs')": typed("C:\\docs"),
    "Action: type(content='a\\\\n')": typed("a\\n"),
    "Action: type(content='</think> ```')": typed("</think> ```"),
    "Action: type(content='naïve 東京 😀')": typed("naïve 東京 😀"),
    "Action: type(content='\\n')": typed("", submit=True),
}

# Read all the same.
MENDED = {
    "Action: click(start_box='(100,200,300,400)')": click(200, 300),
    "Action: click(start_box='[100, 200, 300, 400]')": click(200, 300),
    "Action: type(content='hello)": typed("hello"),
    "Action: type(content='hello": typed("hello"),
    "Action: click(point='<point>200 300</point>)": click(200, 300),
    "Action: click(point='<point>200 300</point>'": click(200, 300),
    "Action: click(200, 300": click(200, 300),
    "Action: click(200, 300) # the blue one": click(200, 300),
    "Action: click(point='<point>200 300</point>') # blue": click(200, 300),
    "Action: wait()\nThought: now the page is there.\nAction: click(1, 2)": WAIT,
    "Action: type(content='hi') and then click(point='<point>1 2</point>')": typed("hi"),
}

SEVERAL = {
    "Action: click(1, 2)\nclick(3, 4)": (click(1, 2), click(3, 4)),
    "Action: click(1, 2)\n\nAction: type(content='x')": (click(1, 2), typed("x")),
    "Action: type(content='hi')\nclick(point='<point>3 4</point>')": (typed("hi"), click(3, 4)),
    "Action: click(point='<point>1 2</point>'); wait()": (click(1, 2), WAIT),
    "Action: 1. wait()\n2. click(3, 4)": (WAIT, click(3, 4)),
    "Action: finished(content='x')": (Action(kind="done", text="x"),),
}

REFUSED = {
    "": "empty",
    "  \n ": "empty",
    "<think>I would click(1, 2)": "no_action",
    "I cannot see the button.": "no_action",
    "Thought: nothing to do here": "no_action",
    "Action:": "no_action",
    "Action: click the blue button": "no_action",
    "Action: fly(point='<point>1 2</point>')": "unknown_action",
    "Action: click()": "missing_point",
    "Action: click(point='')": "missing_point",
    "Action: click(element=5)": "missing_point",
    "Action: drag(start_point='<point>1 2</point>')": "missing_point",
    "Action: click(point='<point>200</point>')": "bad_point",
    "Action: click(point='<point>1 2 3</point>')": "bad_point",
    "Action: click(point='<point>1 2 3 4 5</point>')": "bad_point",
    "Action: click(point='the blue button')": "bad_point",
    "Action: click(point='<point>50% 50%</point>')": "bad_point",
    "Action: click(point='<point>nan 3</point>')": "bad_point",
    "Action: click(point='<point>1e999 3</point>')": "bad_point",
    "Action: click(point='y=3, x=4')": "bad_point",
    "Action: click(point='200-300')": "bad_point",
    "Action: click(start_box='(300,400,100,200)')": "bad_point",
    "Action: scroll(point='<point>1 2</point>')": "bad_scroll",
    "Action: scroll(direction='sideways')": "bad_scroll",
    "Action: type()": "missing_target",
    "Action: type(content='')": "missing_target",
    "Action: goto_url()": "missing_target",
    "Action: hotkey()": "missing_target",
    "Action: hotkey(key='wurst')": "refused",
    "Action: hotkey(key='ctrl alt shift t')": "refused",
    "Action: hotkey(key='a b')": "refused",
    "Action: long_press(point='<point>1 2</point>')": "refused",
    "Action: press_home()": "refused",
    # All or nothing: the first is not to be done when the second cannot be read.
    "Action: click(1, 2)\nclick()": "missing_point",
}


@pytest.mark.parametrize("reply", CLEAN)
def test_reads(reply):
    assert parsed(UI_TARS, reply) == (CLEAN[reply],)


@pytest.mark.parametrize("reply", MENDED)
def test_mends(reply):
    assert parsed(UI_TARS, reply) == (MENDED[reply],)


@pytest.mark.parametrize("reply", SEVERAL)
def test_reads_several_calls_in_a_row(reply):
    assert parsed(UI_TARS, reply) == SEVERAL[reply]


@pytest.mark.parametrize("reply", REFUSED)
def test_refuses(reply):
    assert refused(UI_TARS, reply) == REFUSED[reply]


def test_no_string_becomes_a_click_without_a_point():
    for reply in [*CLEAN, *MENDED, *SEVERAL]:
        for action in parsed(UI_TARS, reply):
            assert action.kind != "click" or action.point is not None


def test_what_stands_before_the_action_is_passed_over():
    [action] = parsed(UI_TARS, "Thought: It is the blue one.\nI click(1, 2) it.\nAction: wait()")
    assert action.kind == "wait"


def test_the_raw_text_is_that_of_the_call():
    first, second = parsed(UI_TARS, "Thought: t\nAction: click(1, 2)\nwait()")
    assert (first.raw, second.raw) == ("click(1, 2)", "wait()")


def test_a_fifth_call_and_what_follows_the_end_are_left_out():
    assert len(parsed(UI_TARS, "Action: " + "\n".join("wait()" for _ in range(6)))) == 4
    assert parsed(UI_TARS, "Action: finished()\nclick(1, 2)") == (Action(kind="done"),)


def test_a_refusal_quotes_long_text_shortened():
    with pytest.raises(Exception, match="…") as caught:
        parsed(UI_TARS, "Action: click(point='" + "blue " * 5000 + "')")
    assert len(str(caught.value)) < 400


def test_every_dialect_reads_its_own_example_without_refusal():
    for dialect in DIALECTS.values():
        [action] = parsed(dialect, dialect.example)
        assert action.kind == "click"
