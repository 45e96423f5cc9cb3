"""Made-up actions and made-up replies."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from agent_e.vision.actions import Action, Direction, Kind, Unit

from .expect import at

_HOSTILE = [
    "Action:",
    "\nAction: wait()",
    "Thought:",
    "click(",
    "click(1, 2)",
    "')",
    '")',
    "', key='",
    "\\",
    "\\n",
    "\n",
    "```",
    "```json\n",
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<|im_end|>",
    "<|box_end|>",
    "</s>",
    "{",
    "}",
    "[",
    "]",
    "[7]",
    ";",
    '{"action": "click", "element_id": 5}',
    '{"name": "computer_use", "arguments": ',
    '"',
    "'",
    ",",
    "Click [7]",
    "Type [7]; ",
    "ANSWER; ",
    "Scroll [WINDOW]; down",
    "<point>1 2</point>",
    "drag(start_box='(1,2)'",
    "hotkey(key='ctrl ",
    "type(content='",
    "finished(content=",
    "nan",
    "1e999",
    " ",
]

texts = st.one_of(
    st.text(max_size=40),
    st.lists(st.one_of(st.sampled_from(_HOSTILE), st.text(max_size=6)), max_size=14).map("".join),
)
"""Any text, and text made of what the readers look for."""

_NAMES = [
    "action",
    "actions",
    "type",
    "name",
    "arguments",
    "function",
    "input",
    "content",
    "output",
    "tool_calls",
    "coordinate",
    "start_coordinate",
    "end_coordinate",
    "region",
    "x",
    "y",
    "path",
    "keys",
    "button",
    "text",
    "thought",
    "element_id",
    "scroll_x",
    "scroll_y",
    "scroll_direction",
    "scroll_amount",
    "pixels",
    "duration",
    "time",
    "status",
    "url",
    "pending_safety_checks",
    "press_enter",
]
_WORDS = [
    "click",
    "left_click",
    "left_click_drag",
    "double_click",
    "type",
    "key",
    "hold_key",
    "keypress",
    "scroll",
    "hscroll",
    "drag",
    "wait",
    "zoom",
    "move",
    "done",
    "navigate",
    "terminate",
    "computer",
    "computer_use",
    "computer_call",
    "tool_use",
    "message",
    "left",
    "down",
    "ctrl",
    "ctrl+c",
]

_leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.just(10**400),
    st.sampled_from(_WORDS),
    texts,
    st.binary(max_size=6),
)


def _nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keys = st.one_of(st.sampled_from(_NAMES), st.text(max_size=3))
    return st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(keys, inner, max_size=5),
        st.dictionaries(st.one_of(st.integers(), st.none()), inner, max_size=2),
        st.fixed_dictionaries(
            {},
            optional={
                "action": st.one_of(st.sampled_from(_WORDS), inner),
                "type": st.one_of(st.sampled_from(_WORDS), inner),
                "name": st.sampled_from(_WORDS),
                "arguments": inner,
                "input": inner,
                "coordinate": inner,
                "keys": inner,
                "text": inner,
            },
        ),
    )


objects = st.recursive(_leaves, _nested, max_leaves=12)
"""Data as a provider might send it, or might not."""

points = st.builds(at, *[st.floats(-1e6, 1e6) | st.integers(0, 2000).map(float)] * 2)

_KEYS = ["Enter", "Tab", "PageDown", "ArrowLeft", "F5", "Space", "a", "Z", "é", "+", "-", "'", "\\"]
_HELD = ["Control", "Alt", "Shift", "Meta", "ControlOrMeta"]


def _chord(held: list[str], key: str) -> str:
    # With Control a capital would mean Shift as well: canonical names have it small.
    return "+".join([*held, key.lower() if held and len(key) == 1 and "Shift" not in held else key])


mods = st.lists(st.sampled_from(_HELD), unique=True, max_size=2).map(tuple)
chords = st.builds(
    _chord, st.lists(st.sampled_from(_HELD), unique=True, max_size=3), st.sampled_from(_KEYS)
) | st.sampled_from(_HELD)
elements = st.integers(0, 10**6)
words = texts.filter(bool)
amounts = st.floats(1e-9, 1e6) | st.integers(1, 3000).map(float)
thoughts = st.just("") | st.just("It is the blue one.") | texts

anything = st.builds(
    Action,
    kind=st.sampled_from(get_args(Kind)),
    point=st.none() | points,
    to=st.none() | points,
    path=st.just(()) | st.lists(points, max_size=2).map(tuple),
    element=st.none() | elements,
    text=st.none() | texts,
    submit=st.booleans(),
    clear=st.booleans(),
    keys=st.lists(chords, max_size=3).map(tuple),
    mods=mods,
    direction=st.none() | st.sampled_from(get_args(Direction)),
    amount=st.none() | amounts,
    unit=st.none() | st.sampled_from(get_args(Unit)),
    url=st.none() | st.just("https://a.b") | texts,
    success=st.booleans(),
    thought=thoughts,
)
"""Any action, most of which make no sense."""


def _make(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Action]:
    return st.builds(Action, kind=st.just(kind), thought=thoughts, **fields)


def sensible() -> st.SearchStrategy[Action]:
    """Actions some dialect has words for, all kinds alike."""
    where = st.none() | points
    directions = st.sampled_from(get_args(Direction))
    pointed = [
        _make(kind, point=points, mods=st.just(()) | mods)
        for kind in ("click", "double_click", "triple_click", "right_click", "middle_click")
    ]
    return st.one_of(
        *pointed,
        _make("click", element=elements),
        _make("click", text=words),
        _make("move", point=points),
        _make("mouse_down", point=where),
        _make("mouse_up", point=where),
        _make("drag", point=where, to=points, path=st.lists(points, max_size=2).map(tuple)),
        _make("zoom", point=points, to=points),
        _make("type", text=words),
        _make("type", text=texts, submit=st.booleans(), element=st.none() | elements),
        _make("type", text=words, element=elements, clear=st.just(True), submit=st.just(True)),
        _make("type", text=words, point=where, clear=st.booleans(), submit=st.booleans()),
        _make("key", keys=chords.map(lambda chord: (chord,)), amount=st.none() | amounts),
        _make("key", keys=st.lists(chords, min_size=1, max_size=4).map(tuple)),
        _make("scroll", direction=directions, element=st.none() | elements),
        _make("scroll", direction=directions, point=where),
        *(
            _make("scroll", direction=directions, point=where, amount=amounts, unit=st.just(unit))
            for unit in ("px", "wheel")
        ),
        _make("wait", amount=st.none() | amounts),
        *(_make(kind) for kind in ("screenshot", "back", "forward")),
        _make("goto", url=words | st.just("https://a.b")),
        _make("search", text=words),
        _make("note", text=words),
        _make("ask", text=st.none() | words),
        _make("done", text=st.none() | words),
        _make("done", success=st.booleans()),
    )
