"""What holds for every reply, whatever a model writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_e.errors import ActionParseError
from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.action_formats.som_json import SomAction, answer, read_action
from agent_e.vision.actions import Action, Kind
from agent_e.vision.coordinates import Scaling, Size, placed

from . import test_openai_computer, test_point, test_qwen, test_som_json, test_ui_tars
from .expect import SPACE
from .strategies import objects, texts

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

Reader = Callable[[str], Sequence[Action | SomAction]]


def _of_dialect(name: str) -> Reader:
    return lambda reply: DIALECTS[name].parse(reply, SPACE)


READERS: dict[str, Reader] = {name: _of_dialect(name) for name in DIALECTS}
# These two are read as ui_tars is.
del READERS["ui_tars_1_0"], READERS["websight"]
READERS["som_json"] = lambda reply: [read_action(item) for item in answer(reply).items]
readers = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)

GOOD = [
    *test_ui_tars.CLEAN,
    *test_ui_tars.SEVERAL,
    *test_som_json.CLEAN,
    *test_qwen.WHOLE,
    *(test_qwen.tagged(**given["arguments"]) for given, _ in test_qwen.READ),
    *(json.dumps(given) for given, _ in test_openai_computer.READ),
    *(reply for reply, _ in test_point.READ),
]


def read(reader: Reader, reply: str) -> None:
    """Read a reply, or be told why not; what was read has to make sense."""
    try:
        actions = reader(reply)
    except ActionParseError as failed:
        assert failed.code
        assert len(failed.problem) < 700
        return
    assert actions
    for action in actions:
        if isinstance(action, Action):
            sensible(action)


def sensible(action: Action) -> None:
    if action.kind in MOUSE:
        assert action.point is not None
    if action.kind in NEEDED:
        assert getattr(action, NEEDED[action.kind])
    if action.kind == "type":
        assert action.text or action.submit
    if action.kind == "key":
        assert action.keys
    with suppress(ActionParseError):
        placed(action, SCALING)


@settings(max_examples=100, deadline=None)
@given(texts)
def test_no_text_raises_anything_else(reply):
    for reader in READERS.values():
        read(reader, reply)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(objects)
def test_no_data_raises_anything_else(data):
    with suppress(TypeError, ValueError):
        reply = json.dumps(data)
        for reader in READERS.values():
            read(reader, reply)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(GOOD), texts, st.floats(0, 1), st.integers(0, 5))
def test_no_damaged_answer_raises_anything_else(reply, put, where, gap):
    cut = round(where * len(reply))
    for reader in READERS.values():
        read(reader, reply[:cut] + put + reply[cut + gap :])


WHOLE = 1_000_000
PART = 30_000


def long(piece: str, length: int) -> str:
    return piece * (length // len(piece))


@pytest.mark.timeout(60)
@readers
@pytest.mark.parametrize("piece", ["{", "click(", "[", "Action:"])
def test_a_million_characters_are_read_in_linear_time(reader, piece):
    """Anything quadratic takes hours for these."""
    read(reader, long(piece, WHOLE))


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
    "commas": ", ",
    "literals": "{'a': ",
    "minuses": "-",
}


@pytest.mark.timeout(60)
@readers
@pytest.mark.parametrize("name", LONG)
def test_long_replies_are_read_in_linear_time(reader, name):
    text = long(LONG[name], PART)
    for reply in (text, f"Action: {text}", f"{{'action': {text}", f"Action: type(content='{text}"):
        read(reader, reply)


@readers
def test_long_data_is_read_in_linear_time(reader):
    words = long("a ", PART)
    nested: object = []
    for _ in range(500):
        nested = [nested]
    for value in (words, [words] * 3, nested, {"x": nested}):
        for data in (
            {"action": "type", "type": "type", "text": value, "keys": value},
            {"action": "key", "type": "keypress", "text": value, "keys": value},
            {"action": "click", "type": "click", "coordinate": value, "x": value, "y": 1},
            value,
            {"name": "computer_use", "arguments": value, "input": value},
        ):
            read(reader, json.dumps(data))
