"""The Set-of-Mark agent's JSON: ``{"thought", "action", "element_id", "text"}`` and nine actions.

Source: seed web-browser-agent, "Action Space" and "VLM Configuration". How far a scroll goes and
how long a wait lasts is the architecture's to say. A tenth is ours: ``visual_click``, by words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from ..actions import Action, Direction
from .arguments import Arguments
from .base import Dialect, Seen, noted, only, quoted, refusal, unsayable, until_done
from .jsons import chosen
from .objects import called, listed, mapped, raw_of
from .texts import bare

NAME = "som_json"
_ELEMENT = ("element_id", "element", "id")
_SCROLLS: dict[str, Direction] = {"scroll_down": "down", "scroll_up": "up"}
_ALIASES = {
    "left_click": "click",
    "input": "type",
    "enter": "press_enter",
    "goto": "navigate",
    "go_back": "back",
    "finish": "done",
    "answer": "done",
}


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read one JSON object, a list of them, or either as data; other words around it may stand."""
    repairs: tuple[str, ...] = ()
    if isinstance(reply, str):
        found = chosen(_text(reply), _usable)
        reply, repairs = found.value, found.repairs
    actions = [_action(mapped(item), seen) for item in listed(reply)]
    return until_done([noted(actions[0], *repairs), *actions[1:]])


def _text(reply: str) -> str:
    text = bare(reply)
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no action in it.")
    return text


def _usable(value: object) -> bool:
    items = listed(value)
    return bool(items) and all(
        isinstance(item, Mapping) and ("action" in item or "arguments" in item) for item in items
    )


def _action(item: Mapping[str, object], seen: Seen) -> Action:
    call = None if "action" in item else called(item)
    repairs = []
    values = item
    if call is not None:
        values = {"action": call[0], **call[1]}
        repairs.append("read a function call")
    written = values.get("action")
    if not isinstance(written, str) or not written.strip():
        raise refusal("no_action", f"{quoted(raw_of(item))} names no action.")
    verb = written.strip().lower().replace("-", "_").replace(" ", "_")
    if verb in _ALIASES:
        verb = _ALIASES[verb]
        repairs.append(f"took {written.strip()} for {verb}")
    given = Arguments(verb=verb, values=values, seen=seen, repairs=repairs)
    thought = values.get("thought")
    action = _of(verb, given)
    return replace(
        action,
        thought=thought if isinstance(thought, str) else "",
        raw=raw_of(item),
        repairs=tuple(given.repairs),
    )


def _of(verb: str, given: Arguments) -> Action:
    if verb == "click":
        element = given.element(*_ELEMENT)
        if element is None:
            raise refusal("missing_target", "The click says no element_id.")
        return Action(kind="click", element=element)
    if verb == "visual_click":
        return Action(kind="click", text=given.needed_text("text"))
    if verb == "type":
        text = given.needed_text("text")
        return Action(kind="type", element=given.element(*_ELEMENT), text=text)
    if verb in _SCROLLS:
        return Action(kind="scroll", direction=_SCROLLS[verb])
    if verb == "press_enter":
        return Action(kind="key", keys=("Enter",))
    if verb == "navigate":
        return Action(kind="goto", url=given.needed_text("text", "url"))
    if verb == "done":
        return Action(kind="done", text=given.text("text") or None)
    if verb in ("wait", "back"):
        return Action(kind="wait" if verb == "wait" else "back")
    raise refusal("unknown_action", f"There is no action {quoted(verb)}.")


def write(action: Action) -> str:
    """Write one object with all four members."""
    verb, text = _words(action)
    values = {
        "thought": action.thought,
        "action": verb,
        "element_id": action.element,
        "text": text,
    }
    return json.dumps(values, ensure_ascii=False)


def _words(action: Action) -> tuple[str, str | None]:
    match action:
        case Action(kind="click", element=int()):
            only(NAME, action, "element")
            return "click", None
        case Action(kind="click", text=str(text)) if text:
            only(NAME, action, "text")
            return "visual_click", text
        case Action(kind="type", text=str(text)) if text:
            only(NAME, action, "element", "text")
            return "type", text
        case Action(kind="scroll", direction="down" | "up"):
            only(NAME, action, "direction")
            return f"scroll_{action.direction}", None
        case Action(kind="key", keys=("Enter",)):
            only(NAME, action, "keys")
            return "press_enter", None
        case Action(kind="goto", url=str(url)) if url:
            only(NAME, action, "url")
            return "navigate", url
        case Action(kind="done", text=text) if text != "":
            only(NAME, action, "text")
            return "done", text
        case Action(kind="wait" | "back"):
            only(NAME, action)
            return action.kind, None
    raise unsayable(NAME, action)


SOM_JSON = Dialect(
    name=NAME,
    example='{"thought": "The button sends the form.", "action": "click", '
    '"element_id": 5, "text": null}',
    reads=read,
    writes=write,
)
