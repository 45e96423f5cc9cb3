"""OpenAI's computer use as text: ``computer_call`` with ``actions``, a batch.

Source: the tool ``computer`` since GPT-5.4; an older form has one ``action`` per item, some
libraries spell ``scrollX``. Scrolls are in pixels, positive down and right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from agent_e.parsing.json_values import chosen
from agent_e.parsing.refusals import quoted, refusal
from agent_e.parsing.tool_calls import mapped
from agent_e.vision.actions import Action, Direction, Kind, Point, Space, raw_of

from .arguments import Arguments
from .base import Dialect

_BUTTONS: dict[str, Kind] = {
    "left": "click",
    "right": "right_click",
    "wheel": "middle_click",
    "middle": "middle_click",
    "back": "back",
    "forward": "forward",
}
_MODIFIERS = ("Control", "ControlOrMeta", "Alt", "Shift", "Meta")


def read(text: str, space: Space) -> list[Action]:
    """Read items of a response, one item, or bare actions."""
    reply = chosen(text, _usable).value
    actions: list[Action] = []
    for item in (mapped(each) for each in _listed(reply)):
        if item.get("type") in ("message", "reasoning"):
            continue
        for values in _of_item(item):
            actions += _actions(values, space)
    if not actions:
        raise refusal("no_action", f"{quoted(text)} calls no computer.")
    return actions


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _usable(value: object) -> bool:
    return any(
        isinstance(item, Mapping) and ("action" in item or "actions" in item or "type" in item)
        for item in _listed(value)
    )


def _of_item(item: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The actions of a ``computer_call``, batched or single, or the item as the action itself."""
    if "actions" in item:
        return [mapped(action) for action in _listed(item["actions"])]
    if isinstance(item.get("action"), Mapping):
        return [mapped(item["action"])]
    if item.get("type") == "computer_call":
        raise refusal("no_action", "The computer_call names no action.")
    return [item]


def _actions(values: Mapping[str, object], space: Space) -> list[Action]:
    verb = values.get("type")
    if not isinstance(verb, str) or not verb.strip():
        raise refusal("no_action", f"{quoted(raw_of(values))} names no type of action.")
    verb = verb.strip().lower()
    if verb not in _READERS:
        raise refusal("unknown_action", f"There is no action {quoted(verb)}.")
    actions = _READERS[verb](Arguments(verb=verb, values=values, space=space))
    return [replace(action, raw=raw_of(values)) for action in actions]


def _point(given: Arguments) -> Point:
    if given.first("x") is None or given.first("y") is None:
        raise refusal("missing_point", f"{quoted(given.verb)} says no x and y.")
    return given.as_point([given.first("x"), given.first("y")])


def _pointed(kind: Kind, given: Arguments) -> list[Action]:
    return [Action(kind=kind, point=_point(given))]


def _click(given: Arguments) -> list[Action]:
    button = "left" if given.first("button") is None else given.first("button")
    kind = _BUTTONS.get(button.lower()) if isinstance(button, str) else None
    if kind is None:
        raise refusal("refused", f"The mouse has no button {quoted(button)}.")
    return [Action(kind=kind)] if kind in ("back", "forward") else _pointed(kind, given)


def _drag(given: Arguments) -> list[Action]:
    path = given.first("path")
    places = [given.as_point(place) for place in path] if isinstance(path, list | tuple) else []
    if len(places) < 2:
        raise refusal("missing_point", "The drag's path has no two points.")
    return [Action(kind="drag", point=places[0], to=places[-1])]


def _scroll(given: Arguments) -> list[Action]:
    """Read a diagonal scroll as two."""
    across, down = given.distance("scroll_x", "scrollX"), given.distance("scroll_y", "scrollY")
    if not across and not down:
        raise refusal("bad_scroll", "The scroll goes nowhere: scroll_x and scroll_y are zero.")
    ways: list[tuple[float, Direction]] = [
        (down, "down" if down > 0 else "up"),
        (across, "right" if across > 0 else "left"),
    ]
    point = _point(given)
    return [Action(kind="scroll", point=point, direction=way) for far, way in ways if far]


def _keypress(given: Arguments) -> list[Action]:
    """Read keys as a chord if the first is a modifier, else as a sequence."""
    keys = given.first("keys")
    if isinstance(keys, list | tuple) and len(keys) > 1:
        names = [given.chord(key) for key in keys]
        if names[0] not in _MODIFIERS:
            return [Action(kind="key", keys=tuple(names))]
    return [Action(kind="key", keys=(given.chord(keys),))]


_READERS: dict[str, Callable[[Arguments], list[Action]]] = {
    "click": _click,
    "double_click": partial(_pointed, "double_click"),
    "move": partial(_pointed, "move"),
    "drag": _drag,
    "scroll": _scroll,
    "keypress": _keypress,
    "type": lambda given: [Action(kind="type", text=given.needed_text("text"))],
    "wait": lambda given: [Action(kind="wait")],
    "screenshot": lambda given: [Action(kind="screenshot")],
}

OPENAI = Dialect(
    name="openai",
    example='{"type": "computer_call", '
    '"actions": [{"type": "click", "button": "left", "x": 640, "y": 360}]}',
    reads=read,
    writes=lambda x, y, thought: (
        '{"type": "computer_call", '
        f'"actions": [{{"type": "click", "button": "left", "x": {x}, "y": {y}}}]}}'
    ),
)
