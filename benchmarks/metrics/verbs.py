"""Maps agents' own names of actions to the verbs of traces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.benchmarks.tasks.record import TraceStep, Verb

Fields = Mapping[str, Any]

_CHOSEN = frozenset({"combobox", "listbox"})
_TICKED = frozenset({"checkbox", "radio", "switch"})


_SAME = {
    "navigate": "open_url",
    "press_enter": "press_key",
    "scroll_down": "scroll",
    "scroll_up": "scroll",
    "select": "select_option",
    "type": "enter_text",
}
"""Names under which architectures report actions refused before a skill began: the skill's name."""


def steps_of(action: str, target: Fields, arguments: Fields) -> tuple[TraceStep, ...]:
    """The steps of one of our actions; empty where traces have no verb for it."""
    match action := _SAME.get(action, action):
        case "open_url":
            return (TraceStep(verb="open", name=_text(arguments, "url")),)
        case "history" if arguments.get("direction") == "back":
            return (TraceStep(verb="back"),)
        case "fill_form":
            fields = arguments.get("fields") or ()
            filled = tuple(_filled(field, _text(field, "value")) for field in fields)
            return (*filled, _at("click", target)) if target else filled
        case "enter_text":
            entered = _filled(target, _text(arguments, "text"))
            enter = TraceStep(verb="press", value="Enter")
            return (entered, enter) if arguments.get("submit") else (entered,)
    single = _SINGLE.get(action)
    return (_at(single[0], target, _text(arguments, single[1])),) if single else ()


_SINGLE: dict[str, tuple[Verb, str]] = {
    "click": ("click", ""),
    "drag": ("drag", ""),
    "pick_date": ("type", "date"),
    "press_key": ("press", "key"),
    "scroll": ("scroll", "direction"),
    "select_option": ("select", "option"),
    "wait": ("wait", ""),
    "wait_for": ("wait", ""),
}
"""Actions of one step: its verb, and the argument that is its value."""


def _filled(field: Fields, value: str) -> TraceStep:
    role = _text(field, "role")
    if role in _TICKED:
        return _at("click", field)
    return _at("select" if role in _CHOSEN else "type", field, value)


def _at(verb: Verb, target: Fields, value: str = "") -> TraceStep:
    return TraceStep(
        verb=verb,
        role=_text(target, "role"),
        name=_text(target, "name"),
        value=value,
        selector=_text(target, "selector"),
    )


def _text(fields: Fields, key: str) -> str:
    value = fields.get(key) if key else None
    return "" if value is None else str(value)
