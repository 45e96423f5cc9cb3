"""The tool calls of Qwen's computer use, with Fara-7B's additions.

Sources: the ``computer_use`` function of Qwen2.5-VL and Qwen3-VL (``hscroll``, ``triple_click`` and
``answer`` came with the latter), Fara-7B's (``visit_url``, ``web_search``, ``history_back``,
``pause_and_memorize_fact``; Enter and a point for ``type``). A scroll's pixels are positive
upwards. Calls are in ``<tool_call>`` tags, or bare JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from agent_e.parsing.json_values import chosen, json_values
from agent_e.parsing.refusals import quoted, refusal
from agent_e.parsing.tool_calls import called, mapped, tool_call_bodies
from agent_e.parsing.written_calls import MAX_CALLS
from agent_e.vision.actions import Action, Direction, Kind, Space, raw_of

from .arguments import Arguments
from .base import Dialect

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


def read(text: str, space: Space) -> list[Action]:
    """Read every call of a reply."""
    bodies = tool_call_bodies(text)
    if not bodies:
        return [_action(chosen(text, _usable).value, space)]
    return [_tagged(body, space) for body, _ in bodies][:MAX_CALLS]


def _tagged(body: str, space: Space) -> Action:
    found = next(json_values(body), None)
    if found is None:
        raise refusal("bad_json", f"The tool call {quoted(body.strip())} is no valid JSON.")
    return _action(found.value, space)


def _usable(value: object) -> bool:
    return isinstance(value, Mapping) and (
        "action" in value or "arguments" in value or "function" in value
    )


def _action(item: object, space: Space) -> Action:
    call = called(item)
    values = call[1] if call else mapped(item)
    if call and call[0].lower() not in _FUNCTIONS:
        # Small models put the action's name in place of the function's.
        values = {**values, "action": call[0]}
    verb = values.get("action")
    if not isinstance(verb, str) or not verb.strip():
        raise refusal("no_action", f"{quoted(raw_of(item))} names no action.")
    verb = verb.strip().lower()
    given = Arguments(verb=verb, values=values, space=space)
    if verb in _POINTED:
        action = Action(kind=_POINTED[verb], point=given.needed_point("coordinate"))
    elif verb in _READERS:
        action = _READERS[verb](given)
    else:
        raise refusal("unknown_action", f"There is no action {quoted(verb)}.")
    return replace(action, raw=raw_of(item))


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
    )


def _scroll(given: Arguments) -> Action:
    pixels = given.distance("pixels")
    if not pixels:
        raise refusal("bad_scroll", f"{quoted(given.verb)} says no number of pixels but zero.")
    ways: tuple[Direction, Direction] = ("up", "down")
    if given.verb == "hscroll":
        ways = ("right", "left")
    return Action(kind="scroll", point=given.point("coordinate"), direction=ways[pixels < 0])


def _terminate(given: Arguments) -> Action:
    status = given.needed_text("status").strip().lower()
    if status not in ("success", "failure"):
        raise refusal("missing_target", f"The status {quoted(status)} is no success or failure.")
    return Action(kind="done")


_READERS: dict[str, Callable[[Arguments], Action]] = {
    "left_click_drag": _drag,
    "key": _key,
    "type": _type,
    "scroll": _scroll,
    "hscroll": _scroll,
    "terminate": _terminate,
    "wait": lambda given: Action(kind="wait"),
    "answer": lambda given: Action(kind="done", text=given.needed_text("text")),
    "screenshot": lambda given: Action(kind="screenshot"),
    "visit_url": lambda given: Action(kind="goto", url=given.needed_text("url")),
    "web_search": lambda given: Action(kind="search", text=given.needed_text("query")),
    "history_back": lambda given: Action(kind="back"),
    "pause_and_memorize_fact": lambda given: Action(kind="note", text=given.needed_text("fact")),
}

QWEN = Dialect(
    name="qwen",
    example='<tool_call>\n{"name": "computer_use", "arguments": '
    '{"action": "left_click", "coordinate": [640, 360]}}\n</tool_call>',
    reads=read,
    writes=lambda x, y, thought: (
        '<tool_call>\n{"name": "computer_use", "arguments": '
        f'{{"action": "left_click", "coordinate": [{x}, {y}]}}}}\n</tool_call>'
    ),
)
