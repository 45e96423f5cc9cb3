"""The tool calls of Qwen's computer use, and what Fara-7B adds to them.

Sources: the ``computer_use`` function of Qwen2.5-VL and Qwen3-VL (``hscroll``, ``triple_click`` and
``answer`` came with the latter), Fara-7B's (``visit_url``, ``web_search``, ``history_back``,
``pause_and_memorize_fact``; Enter, emptying and a point for ``type``). A scroll's pixels are
positive upwards. Replies are words with ``<tool_call>`` tags, or the provider's calls as data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from ..actions import Action, Direction, Kind
from .arguments import Arguments
from .base import Dialect, Seen, noted, only, quoted, refusal, unsayable, until_done
from .jsons import chosen, json_values, tool_call_bodies
from .objects import called, listed, lowered, mapped, number, pair, raw_of
from .texts import bare
from .values import keys_of

NAME = "qwen"
_FUNCTIONS = ("computer_use", "computer")

_POINTED: dict[str, Kind] = {
    "left_click": "click",
    "click": "click",
    "double_click": "double_click",
    "triple_click": "triple_click",
    "right_click": "right_click",
    "middle_click": "middle_click",
    "mouse_move": "move",
}
_VERBS: dict[Kind, str] = {
    "click": "left_click",
    "double_click": "double_click",
    "triple_click": "triple_click",
    "right_click": "right_click",
    "middle_click": "middle_click",
    "move": "mouse_move",
}


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read every call of a reply; words before the first are the thought."""
    if isinstance(reply, str):
        return _read_words(reply, seen)
    calls = reply
    if isinstance(reply, Mapping) and "tool_calls" in reply:
        calls = reply["tool_calls"]
    return until_done([_action(item, seen) for item in listed(calls)] or [_none(reply)])


def _none(reply: object) -> Action:
    raise refusal("no_action", f"{quoted(reply)} calls no function.")


def _read_words(reply: str, seen: Seen) -> tuple[Action, ...]:
    text = bare(reply)
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no action in it.")
    bodies = tool_call_bodies(text)
    if not bodies:
        found = chosen(text, _usable)
        items, start, repairs = found.value, found.start, found.repairs
        actions = [_action(item, seen) for item in listed(items)]
        first = noted(actions[0], "found no <tool_call> around it", *repairs)
        actions = [first, *actions[1:]]
    else:
        start = bodies[0][1] - len("<tool_call>")
        actions = [_tagged(body, seen) for body, _ in bodies]
    thought = text[:start].strip()
    return until_done([replace(action, thought=thought) for action in actions])


def _tagged(body: str, seen: Seen) -> Action:
    found = next(json_values(body), None)
    if found is None:
        raise refusal("bad_json", f"The tool call {quoted(body.strip())} is no valid JSON.")
    return noted(_action(found.value, seen), *found.repairs)


def _usable(value: object) -> bool:
    return isinstance(value, Mapping) and (
        "action" in value or "arguments" in value or "function" in value
    )


def _action(item: object, seen: Seen) -> Action:
    repairs: list[str] = []
    call = called(item)
    if call is None:
        values = mapped(item)
        repairs.append("read arguments without a function")
    else:
        name, values = call
        if name.lower() not in _FUNCTIONS:
            values = {**values, "action": name}
            repairs.append(f"took the function {name} for an action")
    verb = values.get("action")
    if not isinstance(verb, str) or not verb.strip():
        raise refusal("no_action", f"{quoted(raw_of(item))} names no action.")
    verb = verb.strip().lower()
    given = Arguments(verb=verb, values=values, seen=seen, repairs=repairs)
    if verb in _POINTED:
        action = Action(kind=_POINTED[verb], point=given.needed_point("coordinate"))
    elif verb in _READERS:
        action = _READERS[verb](given)
    else:
        raise refusal("unknown_action", f"There is no action {quoted(verb)}.")
    return replace(action, raw=raw_of(item), repairs=tuple(given.repairs))


def _drag(given: Arguments) -> Action:
    to = given.needed_point("end_coordinate", "coordinate")
    return Action(kind="drag", point=given.point("start_coordinate"), to=to)


def _key(given: Arguments) -> Action:
    return Action(kind="key", keys=(given.chord(given.first("keys", "key", "text")),))


def _type(given: Arguments) -> Action:
    return Action(
        kind="type",
        text=given.needed_text("text"),
        point=given.point("coordinate"),
        submit=given.flag("press_enter"),
        clear=given.flag("delete_existing_text"),
    )


def _scroll(given: Arguments) -> Action:
    sideways = given.verb == "hscroll"
    pixels = given.number("pixels", code="bad_scroll")
    if not pixels:
        raise refusal("bad_scroll", f"{quoted(given.verb)} says no number of pixels but zero.")
    ways: tuple[Direction, Direction] = ("right", "left") if sideways else ("up", "down")
    return Action(
        kind="scroll",
        point=given.point("coordinate"),
        direction=ways[pixels < 0],
        amount=abs(pixels),
        unit="px",
    )


def _terminate(given: Arguments) -> Action:
    status = given.needed_text("status").strip().lower()
    if status not in ("success", "failure"):
        raise refusal("missing_target", f"The status {quoted(status)} is no success or failure.")
    return Action(kind="done", success=status == "success")


_READERS: dict[str, Callable[[Arguments], Action]] = {
    "left_click_drag": _drag,
    "key": _key,
    "type": _type,
    "scroll": _scroll,
    "hscroll": _scroll,
    "terminate": _terminate,
    "wait": lambda given: Action(kind="wait", amount=given.seconds("time")),
    "answer": lambda given: Action(kind="done", text=given.needed_text("text")),
    "screenshot": lambda given: Action(kind="screenshot"),
    "visit_url": lambda given: Action(kind="goto", url=given.needed_text("url")),
    "web_search": lambda given: Action(kind="search", text=given.needed_text("query")),
    "history_back": lambda given: Action(kind="back"),
    "pause_and_memorize_fact": lambda given: Action(kind="note", text=given.needed_text("fact")),
}


def write(action: Action) -> str:
    """Write the thought and one call in its tags."""
    if action.thought != action.thought.strip() or "<" in action.thought:
        raise ValueError(f"The thought {action.thought!r} cannot be told from what follows it.")
    call = json.dumps({"name": _FUNCTIONS[0], "arguments": _arguments(action)}, ensure_ascii=False)
    # A tag in a text to type would end the call.
    call = call.replace("<", "\\u003c")
    thought = f"{action.thought}\n" if action.thought else ""
    return f"{thought}<tool_call>\n{call}\n</tool_call>"


def _arguments(action: Action) -> dict[str, object]:
    match action:
        case Action(kind=kind, point=point) if kind in _VERBS and point is not None:
            only(NAME, action, "point")
            return {"action": _VERBS[kind], "coordinate": pair(point)}
        case Action(kind="drag", to=to) if to is not None:
            only(NAME, action, "point", "to")
            start = {"start_coordinate": pair(action.point)} if action.point else {}
            return {"action": "left_click_drag", **start, "end_coordinate": pair(to)}
        case Action(kind="key", keys=(chord,)):
            only(NAME, action, "keys")
            return {"action": "key", "keys": [lowered(key) for key in keys_of(chord)]}
        case Action(kind="type", text=str(text)) if text:
            only(NAME, action, "text", "point", "submit", "clear")
            return _typing(action, text)
        case Action(
            kind="scroll", direction=str(where), amount=(float() | int()) as far, unit="px"
        ) if far > 0:
            only(NAME, action, "point", "direction", "amount", "unit")
            return _scrolling(action, where, far)
    return _plain(action)


def _typing(action: Action, text: str) -> dict[str, object]:
    arguments: dict[str, object] = {"action": "type", "text": text}
    if action.point:
        arguments["coordinate"] = pair(action.point)
    if action.submit:
        arguments["press_enter"] = True
    if action.clear:
        arguments["delete_existing_text"] = True
    return arguments


def _scrolling(action: Action, direction: str, amount: float) -> dict[str, object]:
    sideways = direction in ("left", "right")
    pixels = number(amount if direction in ("up", "right") else -amount)
    where = {"coordinate": pair(action.point)} if action.point else {}
    return {"action": "hscroll" if sideways else "scroll", "pixels": pixels, **where}


def _plain(action: Action) -> dict[str, object]:
    """Write what is no matter of mouse and keyboard."""
    match action:
        case Action(kind="wait", amount=amount):
            only(NAME, action, "amount")
            return {"action": "wait", **({} if amount is None else {"time": number(amount)})}
        case Action(kind="done", text=None):
            only(NAME, action, "success")
            return {"action": "terminate", "status": "success" if action.success else "failure"}
        case Action(kind="screenshot"):
            only(NAME, action)
            return {"action": "screenshot"}
        case Action(kind="back"):
            only(NAME, action)
            return {"action": "history_back"}
        case Action(kind="goto", url=str(url)) if url:
            only(NAME, action, "url")
            return {"action": "visit_url", "url": url}
        case Action(kind="done" | "search" | "note" as kind, text=str(text)) if text:
            only(NAME, action, "text")
            verb, name = _TEXTS[kind]
            return {"action": verb, name: text}
    raise unsayable(NAME, action)


_TEXTS = {
    "done": ("answer", "text"),
    "search": ("web_search", "query"),
    "note": ("pause_and_memorize_fact", "fact"),
}

QWEN = Dialect(
    name=NAME,
    example='<tool_call>\n{"name": "computer_use", "arguments": '
    '{"action": "left_click", "coordinate": [640, 360]}}\n</tool_call>',
    reads=read,
    writes=write,
)
