"""Anthropic's computer use: ``tool_use`` blocks of the tool ``computer``.

Source: the tool versions ``computer_20250124`` and ``computer_20251124``, which adds ``zoom``. Keys
are in X11's names (``ctrl+s``, ``Return``), ``text`` on a click or a scroll is a key held down,
points are pixels of the picture as it was sent, scrolls are clicks of the wheel. A reply without a
call is the end of the task, which is for whoever asked to see: here it is no action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from ..actions import Action, Direction, Kind, Point
from .arguments import Arguments
from .base import Dialect, Read, Seen, noted, only, quoted, refusal, unsayable, until_done
from .jsons import chosen
from .objects import listed, mapped, number, pair, raw_of
from .texts import bare

NAME = "anthropic"
_TOOL = "computer"

_POINTED: dict[str, Kind] = {
    "left_click": "click",
    "right_click": "right_click",
    "middle_click": "middle_click",
    "double_click": "double_click",
    "triple_click": "triple_click",
}
_VERBS: dict[Kind, str] = {kind: verb for verb, kind in _POINTED.items()}
_BUTTONS: dict[str, Kind] = {"left_mouse_down": "mouse_down", "left_mouse_up": "mouse_up"}


def read(reply: object, seen: Seen, *, zoom: bool) -> tuple[Action, ...]:
    """Read a message's blocks, one block, or one input; text blocks before a call are its thought.

    Args:
        reply: the blocks as data, or JSON of them.
        seen: what the model was shown.
        zoom: whether the tool's version has it.
    """
    repairs: tuple[str, ...] = ()
    if isinstance(reply, str):
        found = chosen(bare(reply), _usable)
        reply, repairs = found.value, (*found.repairs, "read words for a tool call")
    if isinstance(reply, Mapping) and isinstance(reply.get("content"), list):
        reply = reply["content"]
    actions: list[Action] = []
    thoughts: list[str] = []
    for block in (mapped(item) for item in listed(reply)):
        if block.get("type") in ("text", "thinking", "redacted_thinking"):
            said = block.get("text")
            thoughts += [said.strip()] if isinstance(said, str) else []
        else:
            actions.append(_action(block, seen, "\n".join(thoughts), zoom=zoom))
    if not actions:
        raise refusal("no_action", f"{quoted(chr(10).join(thoughts))} calls no tool.")
    return until_done([noted(actions[0], *repairs), *actions[1:]], limit=None)


def _usable(value: object) -> bool:
    return any(
        isinstance(item, Mapping) and ("action" in item or "input" in item)
        for item in listed(value)
    )


def _action(block: Mapping[str, object], seen: Seen, thought: str, *, zoom: bool) -> Action:
    values = block
    if "input" in block:
        if block.get("name", _TOOL) != _TOOL:
            raise refusal("unknown_action", f"The tool {quoted(block['name'])} does not act here.")
        values = mapped(block["input"])
    verb = values.get("action")
    if not isinstance(verb, str) or not verb.strip():
        raise refusal("no_action", f"{quoted(raw_of(block))} names no action.")
    verb = verb.strip().lower()
    given = Arguments(verb=verb, values=values, seen=seen)
    return replace(
        _of(verb, given, zoom=zoom),
        thought=thought,
        raw=raw_of(block),
        repairs=tuple(given.repairs),
    )


def _of(verb: str, given: Arguments, *, zoom: bool) -> Action:
    if verb in _POINTED:
        point = given.needed_point("coordinate")
        return Action(kind=_POINTED[verb], point=point, mods=given.modifiers("text"))
    if verb in _BUTTONS:
        return Action(kind=_BUTTONS[verb], point=given.point("coordinate"))
    if verb == "cursor_position":
        raise refusal("refused", "The pointer's position is not told; the screenshot shows it.")
    if verb in _READERS and (verb != "zoom" or zoom):
        return _READERS[verb](given)
    raise refusal("unknown_action", f"There is no action {quoted(verb)}.")


def _drag(given: Arguments) -> Action:
    return Action(
        kind="drag",
        point=given.point("start_coordinate"),
        to=given.needed_point("coordinate"),
        mods=given.modifiers("text"),
    )


def _scroll(given: Arguments) -> Action:
    direction: Direction = given.direction("scroll_direction")
    clicks = given.number("scroll_amount", code="bad_scroll")
    if clicks is None or clicks <= 0:
        raise refusal("bad_scroll", "The scroll says no positive scroll_amount.")
    return Action(
        kind="scroll",
        point=given.point("coordinate"),
        direction=direction,
        amount=clicks,
        unit="wheel",
        mods=given.modifiers("text"),
    )


def _hold(given: Arguments) -> Action:
    seconds = given.seconds("duration")
    if seconds is None:
        raise refusal("missing_target", "hold_key says no duration.")
    return Action(kind="key", keys=(given.chord(given.first("text")),), amount=seconds)


def _zoom(given: Arguments) -> Action:
    corners = given.first("region")
    if not isinstance(corners, list | tuple) or len(corners) != 4:
        raise refusal("bad_point", f"{quoted(corners)} is no region: it is x and y of two corners.")
    point, to = given.as_point(corners[:2]), given.as_point(corners[2:])
    if point.x >= to.x or point.y >= to.y:
        raise refusal("bad_point", f"The region {quoted(corners)} is empty.")
    return Action(kind="zoom", point=point, to=to)


_READERS: dict[str, Callable[[Arguments], Action]] = {
    "mouse_move": lambda given: Action(kind="move", point=given.needed_point("coordinate")),
    "left_click_drag": _drag,
    "key": lambda given: Action(kind="key", keys=given.presses(given.first("text"))),
    "hold_key": _hold,
    "type": lambda given: Action(kind="type", text=given.needed_text("text")),
    "scroll": _scroll,
    "wait": lambda given: Action(kind="wait", amount=given.seconds("duration")),
    "screenshot": lambda given: Action(kind="screenshot"),
    "zoom": _zoom,
}


def write(action: Action, *, zoom: bool) -> list[dict[str, object]]:
    """Write a message's blocks: the thought, then the call; its id is the provider's."""
    arguments = _input(action, zoom=zoom)
    call: dict[str, object] = {"type": "tool_use", "name": _TOOL, "input": arguments}
    if not action.thought:
        return [call]
    if action.thought != action.thought.strip():
        raise ValueError(f"The thought {action.thought!r} has blanks around it.")
    return [{"type": "text", "text": action.thought}, call]


def _input(action: Action, *, zoom: bool) -> dict[str, object]:
    held: dict[str, object] = {"text": "+".join(action.mods)} if action.mods else {}
    point = _coordinate(action.point)
    match action:
        case Action(kind=kind) if kind in _VERBS and point:
            only(NAME, action, "point", "mods")
            return {"action": _VERBS[kind], **point, **held}
        case Action(kind="mouse_down" | "mouse_up" as kind):
            only(NAME, action, "point")
            return {"action": "left_" + kind, **point}
        case Action(kind="move") if point:
            only(NAME, action, "point")
            return {"action": "mouse_move", **point}
        case Action(kind="drag", to=Point() as to):
            only(NAME, action, "point", "to", "mods")
            start = _coordinate(action.point, "start_coordinate")
            return {"action": "left_click_drag", **start, **_coordinate(to), **held}
        case Action(
            kind="scroll", direction=str(where), amount=(float() | int()) as far, unit="wheel"
        ) if far > 0:
            only(NAME, action, "point", "direction", "amount", "unit", "mods")
            distance = {"scroll_direction": where, "scroll_amount": number(far)}
            return {"action": "scroll", **point, **distance, **held}
        case Action(kind="zoom", point=Point() as corner, to=Point() as to) if zoom:
            only(NAME, action, "point", "to")
            if corner.x >= to.x or corner.y >= to.y:
                raise unsayable(NAME, action, "an empty region")
            return {"action": "zoom", "region": [*pair(corner), *pair(to)]}
    return _plain(action)


def _plain(action: Action) -> dict[str, object]:
    """Write what needs no point."""
    match action:
        # A plus before a blank is that of a combination.
        case Action(kind="key", keys=(*before, _) as keys, amount=None) if not any(
            key.endswith("+") for key in (keys if before else ())
        ):
            only(NAME, action, "keys")
            return {"action": "key", "text": " ".join(keys)}
        case Action(kind="key", keys=(chord,), amount=(float() | int()) as seconds):
            only(NAME, action, "keys", "amount")
            return {"action": "hold_key", "text": chord, "duration": number(seconds)}
        case Action(kind="type", text=str(text)) if text:
            only(NAME, action, "text")
            return {"action": "type", "text": text}
        case Action(kind="wait", amount=amount):
            only(NAME, action, "amount")
            return {"action": "wait", **({} if amount is None else {"duration": number(amount)})}
        case Action(kind="screenshot"):
            only(NAME, action)
            return {"action": "screenshot"}
    raise unsayable(NAME, action)


def _coordinate(point: Point | None, name: str = "coordinate") -> dict[str, object]:
    return {name: pair(point)} if point else {}


_EXAMPLE = (
    '{"type": "tool_use", "name": "computer", '
    '"input": {"action": "left_click", "coordinate": [640, 360]}}'
)


def _dialect(version: str, *, zoom: bool) -> Dialect:
    reads: Read = partial(read, zoom=zoom)
    return Dialect(
        name=f"{NAME}_{version}",
        example=_EXAMPLE,
        reads=reads,
        writes=partial(write, zoom=zoom),
    )


ANTHROPIC_20250124 = _dialect("20250124", zoom=False)
ANTHROPIC_20251124 = _dialect("20251124", zoom=True)
