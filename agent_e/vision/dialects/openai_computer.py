"""OpenAI's computer use: items ``computer_call`` of a response.

Sources: ``computer_use_preview`` (one ``action`` an item) and the tool ``computer`` of GPT-5.4 on
(``actions``, a batch, whose mouse actions may hold keys; some libraries spell ``scrollX``). Points
are pixels of the picture as it was sent, scrolls are pixels, positive downwards and to the right.
Safety checks that wait to be acknowledged become a question to the person before anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from ..actions import Action, Direction, Kind, Point
from .arguments import Arguments
from .base import Dialect, Seen, noted, only, quoted, refusal, unsayable, until_done
from .jsons import chosen
from .objects import listed, mapped, number, raw_of
from .texts import bare
from .values import keys_of

NAME = "openai"

_BUTTONS: dict[str, Kind] = {
    "left": "click",
    "right": "right_click",
    "wheel": "middle_click",
    "middle": "middle_click",
    "back": "back",
    "forward": "forward",
}
_BUTTON_OF: dict[Kind, str] = {
    "click": "left",
    "right_click": "right",
    "middle_click": "wheel",
    "back": "back",
    "forward": "forward",
}
_MODIFIERS = ("Control", "ControlOrMeta", "Alt", "Shift", "Meta")


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read a response's items, one item, or bare actions; what was said before is the thought."""
    repairs: tuple[str, ...] = ()
    if isinstance(reply, str):
        found = chosen(bare(reply), _usable)
        reply, repairs = found.value, (*found.repairs, "read words for a computer call")
    if isinstance(reply, Mapping) and isinstance(reply.get("output"), list):
        reply = reply["output"]
    actions: list[Action] = []
    thoughts: list[str] = []
    for item in (mapped(each) for each in listed(reply)):
        if item.get("type") in ("message", "reasoning", "output_text", "summary_text"):
            thoughts += _said(item)
            continue
        actions += _questions(item)
        for values in _of_item(item):
            actions += _actions(values, seen, "\n".join(thoughts))
    if not actions:
        raise refusal("no_action", f"{quoted(chr(10).join(thoughts))} calls no computer.")
    return until_done([noted(actions[0], *repairs), *actions[1:]], limit=None)


def _usable(value: object) -> bool:
    return any(
        isinstance(item, Mapping) and ("action" in item or "actions" in item or "type" in item)
        for item in listed(value)
    )


def _said(item: Mapping[str, object]) -> list[str]:
    """The texts of a message or of a summary of reasoning."""
    parts = [item, *listed(item.get("content")), *listed(item.get("summary"))]
    texts = (part.get("text") for part in parts if isinstance(part, Mapping))
    return [text.strip() for text in texts if isinstance(text, str)]


def _questions(item: Mapping[str, object]) -> list[Action]:
    """Ask about every safety check; an action that follows is not to be done unasked."""
    asked = []
    for check in listed(item.get("pending_safety_checks") or []):
        values = mapped(check)
        said = values.get("message") or values.get("code")
        words = said if isinstance(said, str) else "The provider asks to check this action."
        asked.append(Action(kind="ask", text=words, raw=raw_of(check)))
    return asked


def _of_item(item: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The actions of a ``computer_call``, batched or single, or the item as the action itself."""
    if "actions" in item:
        return [mapped(action) for action in listed(item["actions"])]
    if isinstance(item.get("action"), Mapping):
        return [mapped(item["action"])]
    if item.get("type") == "computer_call":
        raise refusal("no_action", "The computer_call names no action.")
    return [item]


def _actions(values: Mapping[str, object], seen: Seen, thought: str) -> list[Action]:
    verb = values.get("type")
    if not isinstance(verb, str) or not verb.strip():
        raise refusal("no_action", f"{quoted(raw_of(values))} names no type of action.")
    verb = verb.strip().lower()
    if verb not in _READERS:
        raise refusal("unknown_action", f"There is no action {quoted(verb)}.")
    given = Arguments(verb=verb, values=values, seen=seen)
    actions = _READERS[verb](given)
    raw, repairs = raw_of(values), tuple(given.repairs)
    return [replace(action, thought=thought, raw=raw, repairs=repairs) for action in actions]


def _point(given: Arguments) -> Point:
    if given.first("x") is None or given.first("y") is None:
        raise refusal("missing_point", f"{quoted(given.verb)} says no x and y.")
    return given.as_point([given.first("x"), given.first("y")])


def _pointed(kind: Kind, given: Arguments) -> list[Action]:
    return [Action(kind=kind, point=_point(given), mods=given.modifiers("keys"))]


def _click(given: Arguments) -> list[Action]:
    button = given.first("button")
    kind = _BUTTONS.get(button.lower()) if isinstance(button, str) else None
    if button is None:
        kind = "click"
        given.repairs.append("took the left button, for none was said")
    if kind is None:
        raise refusal("refused", f"The mouse has no button {quoted(button)}.")
    return [Action(kind=kind)] if kind in ("back", "forward") else _pointed(kind, given)


def _drag(given: Arguments) -> list[Action]:
    path = given.first("path")
    places = [given.as_point(place) for place in path] if isinstance(path, list | tuple) else []
    if len(places) < 2:
        raise refusal("missing_point", "The drag's path has no two points.")
    start, *between, end = places
    mods = given.modifiers("keys")
    return [Action(kind="drag", point=start, to=end, path=tuple(between), mods=mods)]


def _scroll(given: Arguments) -> list[Action]:
    across = given.number("scroll_x", "scrollX", code="bad_scroll") or 0.0
    down = given.number("scroll_y", "scrollY", code="bad_scroll") or 0.0
    if not across and not down:
        raise refusal("bad_scroll", "The scroll goes nowhere: scroll_x and scroll_y are zero.")
    ways: list[tuple[float, Direction]] = [
        (down, "down" if down > 0 else "up"),
        (across, "right" if across > 0 else "left"),
    ]
    if across and down:
        given.repairs.append("divided a slanting scroll in two")
    point, mods = _point(given), given.modifiers("keys")
    return [
        Action(kind="scroll", point=point, direction=way, amount=abs(far), unit="px", mods=mods)
        for far, way in ways
        if far
    ]


def _keypress(given: Arguments) -> list[Action]:
    """Read keys pressed together when the first is one to hold down, else one after the other."""
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


def write(action: Action) -> list[dict[str, object]]:
    """Write a response's items: what was said, then the call; its ids are the provider's."""
    values = _values(action)
    call: dict[str, object] = {"type": "computer_call", "actions": [values]}
    if not action.thought:
        return [call]
    if action.thought != action.thought.strip():
        raise ValueError(f"The thought {action.thought!r} has blanks around it.")
    said = {"type": "output_text", "text": action.thought}
    return [{"type": "message", "role": "assistant", "content": [said]}, call]


def _values(action: Action) -> dict[str, object]:
    held: dict[str, object] = {"keys": list(action.mods)} if action.mods else {}
    match action:
        case Action(kind="click" | "right_click" | "middle_click" as kind, point=Point() as point):
            only(NAME, action, "point", "mods")
            return {"type": "click", "button": _BUTTON_OF[kind], **_place(point), **held}
        case Action(kind="back" | "forward" as kind):
            only(NAME, action)
            return {"type": "click", "button": _BUTTON_OF[kind], "x": 0, "y": 0}
        case Action(kind="double_click" | "move" as kind, point=Point() as point):
            only(NAME, action, "point", "mods")
            return {"type": kind, **_place(point), **held}
        case Action(kind="drag", point=Point() as start, to=Point() as end):
            only(NAME, action, "point", "to", "path", "mods")
            path = [_place(place) for place in (start, *action.path, end)]
            return {"type": "drag", "path": path, **held}
        case Action(
            kind="scroll", point=Point() as point, amount=(float() | int()) as far, unit="px"
        ) if far > 0:
            only(NAME, action, "point", "direction", "amount", "unit", "mods")
            return {"type": "scroll", **_place(point), **_distance(action, far), **held}
    return _plain(action)


def _distance(action: Action, far: float) -> dict[str, object]:
    if action.direction is None:
        raise unsayable(NAME, action, "no direction")
    pixels = number(far if action.direction in ("down", "right") else -far)
    sideways = action.direction in ("left", "right")
    return {"scroll_x": pixels if sideways else 0, "scroll_y": 0 if sideways else pixels}


def _plain(action: Action) -> dict[str, object]:
    """Write what needs no point."""
    match action:
        case Action(kind="key", keys=(chord,)):
            only(NAME, action, "keys")
            return {"type": "keypress", "keys": keys_of(chord)}
        case Action(kind="key", keys=(first, *_) as keys) if first not in _MODIFIERS:
            only(NAME, action, "keys")
            return {"type": "keypress", "keys": list(keys)}
        case Action(kind="type", text=str(text)) if text:
            only(NAME, action, "text")
            return {"type": "type", "text": text}
        case Action(kind="wait" | "screenshot" as kind):
            only(NAME, action)
            return {"type": kind}
    raise unsayable(NAME, action)


def _place(point: Point) -> dict[str, object]:
    return {"x": number(point.x), "y": number(point.y)}


OPENAI = Dialect(
    name=NAME,
    example='{"type": "computer_call", '
    '"actions": [{"type": "click", "button": "left", "x": 640, "y": 360}]}',
    reads=read,
    writes=write,
)
