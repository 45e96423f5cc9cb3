"""The Set-of-Mark agent's JSON: ``thought``, ``note`` and ``actions``.

Each of these is ``{"action", "element_id", "text"}``. One with a ``thought`` of its own is read as
well, which is how it is written (seed: web-browser-agent, "Action Space" and "VLM Configuration":
nine actions, one an answer). How far a scroll goes and how long a wait lasts is the architecture's
to say. The others are ours: more ways to use the mouse and the keys, ``more_marks``, and
``visual_click``, by words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..actions import Action, Direction, Kind
from .arguments import Arguments
from .base import Dialect, Seen, noted, only, quoted, refusal, unsayable, until_done
from .jsons import chosen
from .objects import called, listed, mapped, raw_of
from .texts import bare

NAME = "som_json"
_ELEMENT = ("element_id", "element", "id")
_SCROLLS: dict[str, Direction] = {"scroll_down": "down", "scroll_up": "up"}
_MOST = 20
"""Actions that are read of one answer."""
_POINTED: dict[str, Kind] = {
    "click": "click",
    "double_click": "double_click",
    "right_click": "right_click",
    "hover": "move",
}
"""What is done with the mouse at an element, or at a place in it."""
_VERBS = {kind: verb for verb, kind in _POINTED.items()}
_PLAIN: dict[str, Kind] = {"wait": "wait", "back": "back", "more_marks": "more_marks"}
_PLACE = re.compile(r"\s*-?\d+(?:\.\d+)?\s*%[\s,]+-?\d+(?:\.\d+)?\s*%\s*")
ACTIONS = (
    *_POINTED, "drag", "select_text", "type", "press_enter", "press_key", *_SCROLLS, "wait",
    "navigate", "back", "more_marks", "done",
)  # fmt: skip
"""In the order they are told in."""
_ALIASES = {
    "left_click": "click",
    "input": "type",
    "doubleclick": "double_click",
    "rightclick": "right_click",
    "press": "press_key",
    "enter": "press_enter",
    "goto": "navigate",
    "go_back": "back",
    "finish": "done",
    "answer": "done",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What one reply holds, its actions not read yet.

    Attributes:
        items: the actions as data.
        thought: what the model said before.
        note: what it wants to remember.
        repairs: what had to be mended to read it.
    """

    items: tuple[object, ...]
    thought: str = ""
    note: str = ""
    repairs: tuple[str, ...] = ()


def answer(reply: object) -> Answer:
    """Read an object with ``actions``, one action, a list of them, or either as data.

    Raises:
        ActionParseError: it is none of these.
    """
    repairs: tuple[str, ...] = ()
    if isinstance(reply, str):
        found = chosen(_text(reply), _usable)
        reply, repairs = found.value, found.repairs
    whole = reply if isinstance(reply, Mapping) else {}
    items = listed(whole["actions"] if _batch(whole) else reply)
    first = items[0] if items and isinstance(items[0], Mapping) else {}
    said = {key: whole.get(key) or first.get(key) for key in ("thought", "note")}
    words = {key: each for key, each in said.items() if isinstance(each, str)}
    return Answer(items=tuple(items), repairs=repairs, **words)


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read all actions of an answer; other words around it may stand."""
    said = answer(reply)
    actions = [_action(mapped(item), seen) for item in said.items]
    first = noted(replace(actions[0], thought=said.thought), *said.repairs)
    return until_done([first, *actions[1:]], _MOST)


def _text(reply: str) -> str:
    text = bare(reply)
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no action in it.")
    return text


def _usable(value: object) -> bool:
    if isinstance(value, Mapping) and _batch(value):
        return True
    items = listed(value)
    return bool(items) and all(
        isinstance(item, Mapping) and ("action" in item or "arguments" in item) for item in items
    )


def _batch(value: Mapping[object, object]) -> bool:
    return bool(value.get("actions")) and isinstance(value.get("actions"), list | tuple | Mapping)


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
    if verb in _POINTED:
        element = _needed(verb, given)
        return Action(kind=_POINTED[verb], element=element, text=_place(verb, given))
    if verb == "visual_click":
        return Action(kind="click", text=given.needed_text("text"))
    if verb == "drag":
        return Action(kind="drag", element=_needed(verb, given), text=given.needed_text("text"))
    if verb in ("type", "select_text"):
        kind: Kind = "type" if verb == "type" else "select"
        text = given.needed_text("text")
        return Action(kind=kind, element=given.element(*_ELEMENT), text=text)
    if verb == "press_key":
        keys = given.presses(given.needed_text("text"))
        return Action(kind="key", element=given.element(*_ELEMENT), keys=keys)
    if verb == "navigate":
        return Action(kind="goto", url=given.needed_text("text", "url"))
    if verb == "done":
        return Action(kind="done", text=given.text("text") or None)
    return _wordless(verb, given)


def _wordless(verb: str, given: Arguments) -> Action:
    """An action that takes no text."""
    if verb not in _SCROLLS and verb not in _PLAIN and verb != "press_enter":
        names = ", ".join(ACTIONS)
        raise refusal(
            "unknown_action", f"There is no action {quoted(verb)}. The actions are: {names}."
        )
    if text := given.text("text"):
        raise refusal("refused", f"{verb} takes no text, such as {quoted(text)}.")
    if verb in _PLAIN:
        return Action(kind=_PLAIN[verb])
    element = given.element(*_ELEMENT)
    if verb == "press_enter":
        return Action(kind="key", element=element, keys=("Enter",))
    return Action(kind="scroll", element=element, direction=_SCROLLS[verb])


def _needed(verb: str, given: Arguments) -> int:
    element = given.element(*_ELEMENT)
    if element is None:
        raise refusal("missing_target", f"The {verb} says no element_id.")
    return element


def _place(verb: str, given: Arguments) -> str | None:
    text = given.text("text")
    if text and not _PLACE.fullmatch(text):
        raise refusal(
            "refused", f"{verb} takes as text only a place in the element, as 30% 80%, not "
            f"{quoted(text)}.",
        )  # fmt: skip
    return text or None


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
        case Action(kind="click", text=str(text), element=None) if text:
            only(NAME, action, "text")
            return "visual_click", text
        case Action(kind="click" | "double_click" | "right_click" | "move", element=int()):
            only(NAME, action, "element", "text")
            return _VERBS[action.kind], action.text
        case Action(kind="drag", element=int(), text=str(text)) if text:
            only(NAME, action, "element", "text")
            return "drag", text
        case Action(kind="type" | "select", text=str(text)) if text:
            only(NAME, action, "element", "text")
            return ("type" if action.kind == "type" else "select_text"), text
        case Action(kind="done", text=text) if text != "":
            only(NAME, action, "text")
            return "done", text
    return _other_words(action)


def _other_words(action: Action) -> tuple[str, str | None]:
    match action:
        case Action(kind="scroll", direction="down" | "up"):
            only(NAME, action, "direction", "element")
            return f"scroll_{action.direction}", None
        case Action(kind="key", keys=("Enter",)):
            only(NAME, action, "keys", "element")
            return "press_enter", None
        case Action(kind="key", keys=keys) if keys and _presses(" ".join(keys)) == keys:
            only(NAME, action, "keys", "element")
            return "press_key", " ".join(keys)
        case Action(kind="goto", url=str(url)) if url:
            only(NAME, action, "url")
            return "navigate", url
        case Action(kind="wait" | "back" | "more_marks"):
            only(NAME, action)
            return action.kind, None
    raise unsayable(NAME, action)


def _presses(text: str) -> tuple[str, ...]:
    """The keys that are read from a text."""
    return Arguments(verb="press_key", values={}, seen=Seen()).presses(text)


SOM_JSON = Dialect(
    name=NAME,
    example='{"thought": "The button sends the form.", '
    '"actions": [{"action": "click", "element_id": 5}]}',
    reads=read,
    writes=write,
)
