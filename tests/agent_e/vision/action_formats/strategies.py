"""Made-up replies."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

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
