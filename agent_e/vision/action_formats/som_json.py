"""The Set-of-Mark agent's JSON: ``thought``, ``note`` and ``actions``.

Each of these is ``{"action", "element_id", "text"}`` (seed: web-browser-agent, "Action Space" and
"VLM Configuration": nine actions, one per answer, with its own ``thought``). The architecture sets
how far a scroll goes and how long a wait lasts. The rest is ours: more mouse and key actions,
``more_marks``, and ``visual_click``, by description.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent_e.parsing.json_values import chosen
from agent_e.parsing.refusals import quoted, refusal
from agent_e.parsing.replies import bare
from agent_e.parsing.tool_calls import called, mapped
from agent_e.vision.actions import raw_of

from .arguments import Arguments
from .values import key_in, mark_in

EXAMPLE = (
    '{"thought": "The button sends the form.", "actions": [{"action": "click", "element_id": 5}]}'
)
_ELEMENT = ("element_id", "element", "id")
_MOUSE = ("click", "double_click", "right_click", "hover")
"""Mouse actions on an element, or on a place in it."""
_SCROLLS = ("scroll_down", "scroll_up")
_PLACE = re.compile(r"\s*-?\d+(?:\.\d+)?\s*%[\s,]+-?\d+(?:\.\d+)?\s*%\s*")
ACTIONS = (
    *_MOUSE, "drag", "select_text", "type", "press_enter", "press_key", *_SCROLLS, "wait",
    "navigate", "back", "more_marks", "done",
)  # fmt: skip
"""In the order shown to the model."""
_BY_LOOKS = "visual_click"
_ALONE = ("wait", "navigate", "back", "more_marks", "done", _BY_LOOKS)
"""Actions without an element."""
_WORDLESS = ("press_enter", *_SCROLLS, "wait", "back", "more_marks")
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
    """The content of one reply, with its actions unparsed.

    Attributes:
        items: the actions as data.
        thought: the model's reasoning.
        note: what it wants to remember.
        mended: whether it had to be repaired.
    """

    items: tuple[object, ...]
    thought: str = ""
    note: str = ""
    mended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SomAction:
    """One executable action.

    Attributes:
        action: one of ``ACTIONS``, or ``visual_click``.
        element: number of a mark.
        text: what to type, the keys, the address, the answer, or the place in the element.
        mended: whether it was written differently.
    """

    action: str
    element: int | None = None
    text: str = ""
    mended: bool = False


def answer(reply: str) -> Answer:
    """Read an object with ``actions``, one action, or a list of them."""
    text = bare(reply)
    if not text:
        raise refusal("no_action" if reply.strip() else "empty", "There is no action in it.")
    found = chosen(text, _usable)
    whole = found.value if isinstance(found.value, Mapping) else {}
    items = _listed(whole["actions"] if _batch(whole) else found.value)
    first = items[0] if isinstance(items[0], Mapping) else {}
    raw = {key: whole.get(key) or first.get(key) for key in ("thought", "note")}
    words = {key: each for key, each in raw.items() if isinstance(each, str)}
    return Answer(items=tuple(items), mended=found.mended, **words)


def _listed(value: Any) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _usable(value: object) -> bool:
    if isinstance(value, Mapping) and _batch(value):
        return True
    items = _listed(value)
    return bool(items) and all(
        isinstance(item, Mapping) and ("action" in item or "arguments" in item) for item in items
    )


def _batch(value: Mapping[object, object]) -> bool:
    return bool(value.get("actions")) and isinstance(value.get("actions"), list | tuple | Mapping)


def read_action(item: object) -> SomAction:
    """Read one of an answer's items."""
    in_text = isinstance(item, str)
    values = mapped(answer(item).items[0] if isinstance(item, str) else item)
    call = None if "action" in values else called(values)
    if call is not None:
        values = {"action": call[0], **call[1]}
    written = values.get("action")
    if not isinstance(written, str) or not written.strip():
        raise refusal("no_action", f"{quoted(raw_of(item))} names no action.")
    spelled = written.strip().lower().replace("-", "_").replace(" ", "_")
    verb = _ALIASES.get(spelled, spelled)
    if verb not in ACTIONS and verb != _BY_LOOKS:
        names = ", ".join(ACTIONS)
        raise refusal(
            "unknown_action", f"There is no action {quoted(verb)}. The actions are: {names}."
        )
    given = Arguments(verb=verb, values=values)
    element = None if verb in _ALONE else _element(given)
    text = _text(given)
    respelled = call is not None or verb != spelled or isinstance(values.get("text"), int | float)
    if verb == "press_key" and text == "Enter":
        verb, text = "press_enter", ""
    return SomAction(action=verb, element=element, text=text, mended=in_text or respelled)


def _element(given: Arguments) -> int | None:
    value = given.first(*_ELEMENT)
    if value is None or value == "":
        if given.verb in (*_MOUSE, "drag"):
            raise refusal("missing_target", f"The {given.verb} says no element_id.")
        return None
    number = mark_in(value)
    if number is None:
        raise refusal("unknown_element", f"There is no element {quoted(value)} on the screenshot.")
    return number


def _text(given: Arguments) -> str:
    match given.verb:
        case "press_key":
            return " ".join(_presses(given))
        case "navigate":
            return given.needed_text("text", "url")
        case "drag" | "type" | "select_text" | "visual_click":
            return given.needed_text("text")
    text = given.text("text") or ""
    if text and given.verb in _WORDLESS:
        raise refusal("refused", f"{given.verb} takes no text, such as {quoted(text)}.")
    if text and given.verb in _MOUSE and not _PLACE.fullmatch(text):
        raise refusal(
            "refused",
            f"{given.verb} takes as text only a place in the element, as 30% 80%, not "
            f"{quoted(text)}.",
        )
    return text


def _presses(given: Arguments) -> list[str]:
    """Return combinations to press in sequence, separated by blanks."""
    value = given.needed_text("text")
    parts = value.split()
    # "Page Down" is one key, "d e l" are three.
    together = "+" in parts or all(len(part) > 1 for part in parts)
    if len(parts) < 2 or (together and key_in(" ".join(parts))):
        return [given.chord(value)]
    return [given.chord(part) for part in parts]
