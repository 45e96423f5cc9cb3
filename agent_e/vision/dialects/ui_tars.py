r"""The calls in words of UI-TARS and of WebSight-7B, which was trained from it.

Sources: the prompts of UI-TARS 1.0 (``start_box='<|box_start|>(x,y)<|box_end|>'``, 0 to 1000) and
1.5 (``point='<point>x y</point>'``, pixels of the resized picture; it often answers
``start_box='(x,y)'``); WebSight's wrapper adds ``goto_url``. A line break at the end of a text to
type means Enter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..actions import Action, Kind, Point
from .arguments import Arguments
from .base import Dialect, Seen, noted, only, quoted, refusal, unsayable, until_done
from .calls import Call, Scanner, escaped, name_of_call
from .objects import number
from .texts import bare, taken_apart, with_thought
from .values import keys_of

_KINDS: dict[str, Kind] = {
    "click": "click",
    "left_click": "click",
    "left_single": "click",
    "left_double": "double_click",
    "double_click": "double_click",
    "doubleclick": "double_click",
    "triple_click": "triple_click",
    "right_single": "right_click",
    "right_click": "right_click",
    "middle_click": "middle_click",
    "hover": "move",
    "move": "move",
    "mouse_move": "move",
    "drag": "drag",
    "left_click_drag": "drag",
    "select": "drag",
    "hotkey": "key",
    "press": "key",
    "key": "key",
    "type": "type",
    "scroll": "scroll",
    "wait": "wait",
    "screenshot": "screenshot",
    "finished": "done",
    "finish": "done",
    "call_user": "ask",
    "goto_url": "goto",
    "goto": "goto",
    "navigate": "goto",
    "open_url": "goto",
    "go_back": "back",
    "press_back": "back",
}
_OF_PHONES = ("long_press", "press_home", "open_app")
_NAMES = sorted([*_KINDS, *_OF_PHONES], key=len, reverse=True)
_KNOWN = re.compile(rf"(?<![\w.])({'|'.join(_NAMES)})\s*\(", re.IGNORECASE)

_POINTED: tuple[Kind, ...] = (
    "click",
    "double_click",
    "triple_click",
    "right_click",
    "middle_click",
    "move",
)
_POINT = ("point", "start_box", "start_point", "box", "position", "coordinate", "")
_TO = ("end_point", "end_box")
_MOST_KEYS = 3


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read ``Thought: …`` and ``Action: …``, or the calls alone."""
    if not isinstance(reply, str):
        raise refusal("no_action", f"{quoted(reply)} is no answer in words.")
    text = bare(reply)
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no action in it.")
    parts = taken_apart(text, _KNOWN)
    calls = Scanner(parts.action, _KNOWN).calls()
    if not calls:
        name = name_of_call(parts.action)
        if name and parts.marked:
            raise refusal("unknown_action", f"There is no action {quoted(name)}.")
        raise refusal("no_action", f"{quoted(text)} calls no action.")
    actions = [_action(call, seen) for call in calls]
    return until_done([replace(action, thought=parts.thought) for action in actions])


def _action(call: Call, seen: Seen) -> Action:
    verb = call.name.lower()
    if verb in _OF_PHONES:
        raise refusal("refused", f"{quoted(verb)} is a gesture of phones; this is a browser.")
    kind = _KINDS[verb]
    given = Arguments(verb=call.name, values=_values(call), seen=seen)
    action = replace(_READERS.get(kind, _plain)(kind, given), raw=call.raw)
    return noted(action, *call.repairs, *given.repairs)


def _values(call: Call) -> dict[str, object]:
    """Name the arguments; those without a name are joined, as in ``click(200, 300)``."""
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
    chord = given.chord(given.text("key", "hotkey", "keys", ""), most=_MOST_KEYS)
    return Action(kind=kind, keys=(chord,))


def _type(kind: Kind, given: Arguments) -> Action:
    text = given.needed_text("content", "text", "")
    return Action(kind=kind, text=text.removesuffix("\n"), submit=text.endswith("\n"))


def _scroll(kind: Kind, given: Arguments) -> Action:
    if "direction" in given.values:
        return Action(kind=kind, point=given.point(*_POINT), direction=given.direction("direction"))
    return Action(kind=kind, point=given.point(*_POINT[:-1]), direction=given.direction(""))


def _wait(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, amount=given.seconds("time", "seconds", "duration", ""))


def _said(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, text=given.text("content", "text", "answer", "") or None)


def _goto(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind, url=given.needed_text("url", "content", ""))


def _plain(kind: Kind, given: Arguments) -> Action:
    return Action(kind=kind)


_READERS: dict[Kind, Callable[[Kind, Arguments], Action]] = {
    **dict.fromkeys(_POINTED, _pointed),
    "drag": _drag,
    "key": _hotkey,
    "type": _type,
    "scroll": _scroll,
    "wait": _wait,
    "done": _said,
    "ask": _said,
    "goto": _goto,
}

_VERBS: dict[Kind, str] = {
    "click": "click",
    "double_click": "left_double",
    "triple_click": "triple_click",
    "right_click": "right_single",
    "middle_click": "middle_click",
    "move": "hover",
    "screenshot": "screenshot",
    "back": "go_back",
}


def write(action: Action) -> str:
    """Write the form of UI-TARS 1.5 and WebSight."""
    return with_thought(
        action.thought, _call(action, _tagged, ("point", "start_point", "end_point"))
    )


def write_boxes(action: Action) -> str:
    """Write the form of UI-TARS 1.0."""
    return with_thought(
        action.thought, _call(action, _boxed, ("start_box", "start_box", "end_box"))
    )


def _tagged(point: Point) -> str:
    return f"<point>{number(point.x)} {number(point.y)}</point>"


def _boxed(point: Point) -> str:
    numbers = f"({number(point.x)},{number(point.y)})"
    return f"<|box_start|>{numbers}<|box_end|>"


def _call(action: Action, place: Callable[[Point], str], names: tuple[str, str, str]) -> str:
    kind = action.kind
    here, start, end = names
    point = f"{here}='{place(action.point)}'" if action.point else ""
    if kind in _POINTED and point:
        only("UI-TARS", action, "point")
        return f"{_VERBS[kind]}({point})"
    if kind == "drag" and action.point and action.to:
        only("UI-TARS", action, "point", "to")
        return f"drag({start}='{place(action.point)}', {end}='{place(action.to)}')"
    if kind == "scroll" and action.direction:
        only("UI-TARS", action, "point", "direction")
        return f"scroll({point + ', ' if point else ''}direction='{action.direction}')"
    return _worded(action)


def _worded(action: Action) -> str:
    """Write what needs no point."""
    kind, text = action.kind, action.text
    if kind == "key" and len(action.keys) == 1 and len(keys_of(action.keys[0])) <= _MOST_KEYS:
        only("UI-TARS", action, "keys")
        return f"hotkey(key='{escaped(_hotkey_words(action.keys[0]))}')"
    if kind == "type" and text is not None and (action.submit or (text and text[-1] != "\n")):
        only("UI-TARS", action, "text", "submit")
        return f"type(content='{escaped(text + action.submit * chr(10))}')"
    if kind in ("done", "ask") and text != "" and action.success:
        only("UI-TARS", action, "text")
        content = f"content='{escaped(text)}'" if text else ""
        return f"{'finished' if kind == 'done' else 'call_user'}({content})"
    if kind == "goto" and action.url:
        only("UI-TARS", action, "url")
        return f"goto_url(url='{escaped(action.url)}')"
    if kind == "wait":
        only("UI-TARS", action, "amount")
        return "wait()" if action.amount is None else f"wait(time={number(action.amount)})"
    if kind in ("screenshot", "back"):
        only("UI-TARS", action)
        return f"{_VERBS[kind]}()"
    raise unsayable("UI-TARS", action)


_SHORT_KEYS = {"Control": "ctrl", "ControlOrMeta": "mod", "Meta": "cmd"}


def _hotkey_words(chord: str) -> str:
    keys = (_SHORT_KEYS.get(key, key if len(key) == 1 else key.lower()) for key in keys_of(chord))
    return " ".join("space" if key == " " else key for key in keys)


UI_TARS = Dialect(
    name="ui_tars",
    example="Thought: The button sends the form.\nAction: click(point='<point>640 360</point>')",
    reads=read,
    writes=write,
)
UI_TARS_1_0 = Dialect(
    name="ui_tars_1_0",
    example=(
        "Thought: The button sends the form.\n"
        "Action: click(start_box='<|box_start|>(500,500)<|box_end|>')"
    ),
    reads=read,
    writes=write_boxes,
)
WEBSIGHT = replace(UI_TARS, name="websight")
