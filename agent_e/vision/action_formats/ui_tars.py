r"""The textual calls of UI-TARS and of WebSight-7B, which was trained from it.

Sources: the prompts of UI-TARS 1.0 (``start_box='<|box_start|>(x,y)<|box_end|>'``, 0 to 1000) and
1.5 (``point='<point>x y</point>'``, pixels of the resized picture; it often answers
``start_box='(x,y)'``); WebSight's wrapper adds ``goto_url``. A line break ending the text to type
means Enter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent_e.parsing.refusals import quoted, refusal
from agent_e.parsing.replies import ACTION_MARKER
from agent_e.parsing.written_calls import Call, Scanner
from agent_e.vision.actions import Action, Kind, Space

from .arguments import Arguments
from .base import Dialect

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("click", "left_click", "left_single"), "click"),
    **dict.fromkeys(("left_double", "double_click", "doubleclick"), "double_click"),
    "triple_click": "triple_click",
    **dict.fromkeys(("right_single", "right_click"), "right_click"),
    "middle_click": "middle_click",
    **dict.fromkeys(("hover", "move", "mouse_move"), "move"),
    **dict.fromkeys(("drag", "left_click_drag", "select"), "drag"),
    **dict.fromkeys(("hotkey", "press", "key"), "key"),
    "type": "type",
    "scroll": "scroll",
    "wait": "wait",
    "screenshot": "screenshot",
    **dict.fromkeys(("finished", "finish"), "done"),
    "call_user": "ask",
    **dict.fromkeys(("goto_url", "goto", "navigate", "open_url"), "goto"),
    **dict.fromkeys(("go_back", "press_back"), "back"),
}
_OF_PHONES = ("long_press", "press_home", "open_app")
_NAMES = sorted([*_KINDS, *_OF_PHONES], key=len, reverse=True)
_KNOWN = re.compile(rf"(?<![\w.])({'|'.join(_NAMES)})\s*\(", re.IGNORECASE)
_ANY = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\(")
_MARKER_ANYWHERE = re.compile(r"\baction[ \t]*:\s*", re.IGNORECASE)
_POINT = ("point", "start_box", "start_point", "box", "position", "coordinate", "")
_TO = ("end_point", "end_box")
_MAX_KEYS = 3
_PLUS = re.compile(r"\+(?=.)")


def read(text: str, space: Space) -> list[Action]:
    """Read ``Thought: …`` and ``Action: …``, or bare calls."""
    words, marked = _after_marker(text)
    calls = Scanner(words, _KNOWN).calls()
    if not calls:
        other = _ANY.search(words)
        if other and marked:
            raise refusal("unknown_action", f"There is no action {quoted(other[1])}.")
        raise refusal("no_action", f"{quoted(text)} calls no action.")
    return [_action(call, space) for call in calls]


def _after_marker(text: str) -> tuple[str, bool]:
    """Return what follows ``Action:``, and whether there is one.

    The marker is the first at the beginning of a line; one within a line counts only if no known
    action precedes it. Without a marker the whole text is the action.
    """
    if _KNOWN.match(text):
        return text, False
    marker = ACTION_MARKER.search(text)
    if marker is None:
        marker, first = _MARKER_ANYWHERE.search(text), _KNOWN.search(text)
        if marker is None or (first and first.start() < marker.start()):
            return text, False
    return text[marker.end() :], True


def _action(call: Call, space: Space) -> Action:
    verb = call.name.lower()
    if verb in _OF_PHONES:
        raise refusal("refused", f"{quoted(verb)} is a gesture of phones; this is a browser.")
    kind = _KINDS[verb]
    given = Arguments(verb=call.name, values=_values(call), space=space)
    return replace(_READERS.get(kind, _pointed)(kind, given), raw=call.raw)


def _values(call: Call) -> dict[str, object]:
    """Name the arguments; unnamed ones are joined, as in ``click(200, 300)``."""
    values: dict[str, object] = {}
    for name, value in call.arguments:
        values[name] = f"{values[name]} {value}" if not name and "" in values else value
    if "x" in values and "y" in values:
        values[""] = f"{values.pop('x')} {values.pop('y')}"
    return values


def _pointed(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, point=given.needed_point(*_POINT))


def _drag(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, point=given.needed_point(*_POINT), to=given.needed_point(*_TO))


def _hotkey(kind: Kind, given: Arguments) -> Action:
    text = given.text("key", "hotkey", "keys", "")
    chord = given.chord(text)
    if len(_PLUS.split(chord)) > _MAX_KEYS:
        raise refusal("refused", f"{quoted(text)} are more than {_MAX_KEYS} keys at a time.")
    return Action(kind=kind, keys=(chord,))


def _type(kind: Kind, given: Arguments) -> Action:
    text = given.needed_text("content", "text", "")
    return Action(kind=kind, text=text.removesuffix("\n"), submit=text.endswith("\n"))


def _scroll(kind: Kind, given: Arguments) -> Action:
    if "direction" in given.values:
        return Action(kind=kind, point=given.point(*_POINT), direction=given.direction("direction"))
    return Action(kind=kind, point=given.point(*_POINT[:-1]), direction=given.direction(""))


def _text(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, text=given.text("content", "text", "answer", "") or None)


def _goto(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, url=given.needed_text("url", "content", ""))


def _plain(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind)


_READERS: dict[Kind, Callable[[Kind, Arguments], Action]] = {
    "drag": _drag,
    "key": _hotkey,
    "type": _type,
    "scroll": _scroll,
    "wait": _plain,
    "screenshot": _plain,
    "back": _plain,
    "done": _text,
    "ask": _text,
    "goto": _goto,
}
"""By kind; all others act at a point."""

UI_TARS = Dialect(
    name="ui_tars",
    example="Thought: The button sends the form.\nAction: click(point='<point>640 360</point>')",
    reads=read,
    writes=lambda x, y, thought: (
        f"Thought: {thought}\nAction: click(point='<point>{x} {y}</point>')"
    ),
)
UI_TARS_1_0 = Dialect(
    name="ui_tars_1_0",
    example=(
        "Thought: The button sends the form.\n"
        "Action: click(start_box='<|box_start|>(500,500)<|box_end|>')"
    ),
    reads=read,
    writes=lambda x, y, thought: (
        f"Thought: {thought}\nAction: click(start_box='<|box_start|>({x},{y})<|box_end|>')"
    ),
)
WEBSIGHT = replace(UI_TARS, name="websight")
