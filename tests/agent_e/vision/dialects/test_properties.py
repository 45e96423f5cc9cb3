"""What holds for every reply and every action: of each dialect, whatever a model writes."""

from __future__ import annotations

import json
from collections.abc import Set
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from agent_e.errors import ActionParseError
from agent_e.vision.actions import Action, Kind
from agent_e.vision.dialects import DIALECTS, Dialect, Seen
from agent_e.vision.spaces import Scaling, Size, placed

from .expect import SPACE, at
from .strategies import anything, objects, sensible, texts

SCREEN = Size(width=1280, height=720)
SCALING = Scaling(viewport=SCREEN, image=SCREEN, resized=SCREEN)
MOUSE: set[Kind] = {
    "click",
    "double_click",
    "triple_click",
    "right_click",
    "middle_click",
    "move",
}
NEEDED = {"goto": "url", "search": "text", "note": "text", "drag": "to", "scroll": "direction"}

DIALECT = st.sampled_from(list(DIALECTS.values()))
SAME = {"ui_tars_1_0", "websight"}
READERS = [DIALECTS[name] for name in DIALECTS if name not in SAME]
readers = pytest.mark.parametrize("dialect", READERS, ids=lambda dialect: dialect.name)


def read(dialect: Dialect, reply: object) -> tuple[Action, ...] | None:
    """Read a reply, or be told why not; what was read has to make sense."""
    try:
        actions = dialect.parse(reply, Seen(space=SPACE, marks=frozenset({5, 7})))
    except ActionParseError as failed:
        assert failed.code
        assert len(failed.problem) < 700
        return None
    assert actions
    for action in actions:
        if action.kind in MOUSE:
            # A visual_click says in words what is meant.
            words = action.kind == "click" and action.text
            assert action.point is not None or action.element is not None or words
        if action.kind in NEEDED:
            assert getattr(action, NEEDED[action.kind])
        if action.kind == "type":
            assert action.text or action.submit
        if action.kind == "key":
            assert action.keys
        assert action.element in (None, 5, 7)
        with suppress(ActionParseError):
            placed(action, SCALING)
    return actions


@settings(max_examples=100, deadline=None)
@given(texts)
def test_no_text_raises_anything_else(reply):
    for dialect in READERS:
        read(dialect, reply)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(objects)
def test_no_data_raises_anything_else(reply):
    for dialect in READERS:
        read(dialect, reply)
        with suppress(TypeError, ValueError):
            read(dialect, json.dumps(reply))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(list(DIALECTS.values())), sensible(), texts, st.floats(0, 1), st.integers(0, 5)
)
def test_no_damaged_answer_raises_anything_else(dialect, action, put, where, gap):
    try:
        reply = dialect.render(replace(action, thought=""))
    except ValueError:
        return
    text = reply if isinstance(reply, str) else json.dumps(reply)
    cut = round(where * len(text))
    read(dialect, text[:cut] + put + text[cut + gap :])


SAYS: dict[str, Set[str]] = {
    "som_json": {"click", "type", "key", "scroll", "wait", "goto", "back", "done"},
    "ui_tars": MOUSE
    | {"drag", "key", "type", "scroll", "wait", "screenshot", "done", "ask", "goto", "back"},
    "qwen": MOUSE
    | {"drag", "key", "type", "scroll", "wait", "screenshot", "done", "goto", "back"}
    | {"search", "note"},
    "openai": {"click", "double_click", "right_click", "middle_click", "move", "drag"}
    | {"key", "type", "scroll", "wait", "screenshot", "back", "forward"},
    "point": {"click"},
}
SAYS["ui_tars_1_0"] = SAYS["websight"] = SAYS["ui_tars"]


@settings(max_examples=200, deadline=None)
@given(sensible() | anything)
@example(Action(kind="click", point=at(0, 1.5e-38)))
@example(Action(kind="click", point=at(2.5e-7, 3e-5)))
@example(Action(kind="key", keys=("Control++", "Enter")))
@example(Action(kind="key", keys=("Enter", "Control++")))
@example(Action(kind="key", keys=("+",)))
@example(Action(kind="type", text="</think>"))
@example(Action(kind="type", text="')\nclick(1, 2)"))
@example(Action(kind="wait", thought="* a list"))
@example(Action(kind="done", text="[5]; or\nAction: Wait"))
def test_what_is_written_is_read_back_the_same(action):
    for dialect in DIALECTS.values():
        written_and_read(dialect, action)


def written_and_read(dialect: Dialect, action: Action) -> bool:
    """Whether the dialect has words for an action; if so they are read back the same."""
    try:
        reply = dialect.render(action)
    except ValueError:
        return False
    assert dialect.parse(reply, Seen(space=SPACE)) == (action,), dialect.name
    return True


HERE, THERE = at(1, 2), at(3, 4)
PLAIN = [
    *(Action(kind=kind, point=HERE) for kind in MOUSE),
    Action(kind="click", element=5),
    Action(kind="click", text="the map"),
    Action(kind="drag", point=HERE, to=THERE),
    Action(kind="mouse_down"),
    Action(kind="mouse_up"),
    Action(kind="zoom", point=HERE, to=THERE),
    Action(kind="type", text="a"),
    Action(kind="type", text="a", element=5, clear=True, submit=True),
    Action(kind="key", keys=("Enter",)),
    Action(kind="scroll", direction="down"),
    Action(kind="scroll", direction="down", point=HERE, amount=3, unit="px"),
    Action(kind="scroll", direction="down", point=HERE, amount=3, unit="wheel"),
    *(Action(kind=kind) for kind in ("wait", "screenshot", "back", "forward", "reload")),
    Action(kind="goto", url="https://a.b"),
    *(Action(kind=kind, text="a") for kind in ("search", "note", "ask", "done")),
]


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_has_words_for_these_kinds_and_no_others(name):
    """Without this, refusing to write would pass for reading back the same."""
    said = {action.kind for action in PLAIN if written_and_read(DIALECTS[name], action)}
    assert said == SAYS[name]


WHOLE = 1_000_000
PART = 30_000


def long(piece: str, length: int) -> str:
    return piece * (length // len(piece))


@pytest.mark.timeout(60)
@readers
@pytest.mark.parametrize("piece", ["{", "click(", "[", "Action:"])
def test_a_million_characters_are_read_in_linear_time(dialect, piece):
    """Anything quadratic takes hours for these."""
    read(dialect, long(piece, WHOLE))


LONG = {
    "closed braces": "{}",
    "closing braces": "}",
    "pairs": '{"a":',
    "quotes": '"',
    "escaped quotes": '\\"',
    "open strings": '{"',
    "open calls": "type(content='",
    "calls": "click(1, 2)\n",
    "calls that end oddly": "type(content='a') b ",
    "odd endings": "') ",
    "commas after quotes": "', a",
    "brackets and quotes": "'\t)",
    "arguments": "click(a=,",
    "fences": "```",
    "fences with json": "```json\n{",
    "tags": "<tool_call>",
    "tags with braces": "<tool_call>{}",
    "points": "<point>",
    "tokens": "<|im_end|>",
    "open tokens": "<|",
    "thoughts": "<think>",
    "line breaks": "\n",
    "blanks": " ",
    "closed lines": ")\n",
    "lists": "\n*",
    "letters": "a",
    "digits": "1",
    "marks": "Click [7]\n",
    "lone marks": "Click [",
    "answers": "ANSWER; [",
    "commas": ", ",
    "literals": "{'a': ",
    "minuses": "-",
}


@pytest.mark.timeout(60)
@readers
@pytest.mark.parametrize("name", LONG)
def test_long_replies_are_read_in_linear_time(dialect, name):
    text = long(LONG[name], PART)
    for reply in (text, f"Action: {text}", f"{{'action': {text}", f"Action: type(content='{text}"):
        read(dialect, reply)


@readers
def test_long_data_is_read_in_linear_time(dialect):
    words = long("a ", PART)
    nested: object = []
    for _ in range(2000):
        nested = [nested]
    for value in (words, [words] * 3, nested, {"x": nested}):
        read(dialect, {"action": "type", "type": "type", "text": value, "keys": value})
        read(dialect, {"action": "key", "type": "keypress", "text": value, "keys": value})
        read(dialect, {"action": "click", "type": "click", "coordinate": value, "x": value, "y": 1})
        read(dialect, value)
        read(dialect, {"name": "computer_use", "arguments": value, "input": value})
