"""Calls that a model wrote into its text instead of making them, as small and open models do.

A call counts where it stands on lines of its own, in a fence or in tags, never in the middle of a
sentence: what a page says may be quoted there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agent_e.errors import ActionParseError
from agent_e.parsing.json_values import json_values
from agent_e.parsing.replies import bare
from agent_e.parsing.tool_calls import TAG, called, tool_call_bodies
from agent_e.parsing.written_calls import Call, Scanner

from .model import ToolCall, ToolSchema, spare_names

_NAMES = ("name", "function", "tool", "tool_name", "function_name", "action")
_ARGUMENTS = ("arguments", "parameters", "input", "args", "action_input", "tool_input")
_XML = re.compile(r"<function=([\w.-]{1,64})>(.*?)(?:</function>|$)", re.DOTALL)
_XML_ARGUMENT = re.compile(r"<parameter=(\w{1,64})>\n?(.*?)\n?</parameter>", re.DOTALL)
_MAX_LENGTH = 200_000
"""Characters of text that are searched."""


class ParsedCalls(NamedTuple):
    """The parsed calls, and the text before the first of them."""

    calls: tuple[ToolCall, ...]
    text: str


def calls_in(text: str, tools: Sequence[ToolSchema]) -> ParsedCalls:
    """Return the calls in a text; none when it is plain text. Ids are left empty."""
    words = bare(text[:_MAX_LENGTH])
    spare = [ToolSchema(name=name, description="", parameters={}) for name in spare_names(tools)]
    known = {tool.name: tool for tool in (*spare, *tools)}
    for read in (_tagged, _json, _written):
        found = list(read(words, known))
        if found:
            before = words[: min(start for _, start in found)]
            return ParsedCalls(tuple(call for call, _ in found), _without_marks(before))
    return ParsedCalls((), text)


def _tagged(text: str, known: Mapping[str, ToolSchema]) -> Iterator[tuple[ToolCall, int]]:
    """Calls in the tags open models are trained on; the executor checks their names."""
    for body, start in tool_call_bodies(text):
        for call in _of_xml(body) or _of_values(body, known, anybody=True):
            yield call, start - len(TAG)
    if TAG not in text:
        for call in _of_xml(text):
            yield call, text.index("<function=")


def _of_xml(text: str) -> list[ToolCall]:
    return [
        _call(name, {key: value for key, value in _XML_ARGUMENT.findall(body)})
        for name, body in _XML.findall(text)
    ]


def _of_values(text: str, known: Mapping[str, ToolSchema], *, anybody: bool) -> list[ToolCall]:
    for found in json_values(text):
        calls = _calls(found.value, known, anybody=anybody)
        if calls:
            return calls
    return []


def _json(text: str, known: Mapping[str, ToolSchema]) -> Iterator[tuple[ToolCall, int]]:
    end = -1
    for found in json_values(text):
        at = text.find(found.text, found.start)
        if at < end or not _alone(text, at, at + len(found.text)):
            continue
        for call in _calls(found.value, known, anybody=False):
            end = at + len(found.text)
            yield call, at


def _alone(text: str, start: int, end: int) -> bool:
    """Whether only blanks and Markdown marks stand on the lines beside it."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return not before.strip(" \t`*-").removeprefix("json") and _ends(text, end)


def _ends(text: str, at: int) -> bool:
    """Whether a line is empty from here on."""
    line_end = text.find("\n", at)
    return not text[at : line_end if line_end >= 0 else len(text)].strip(" \t`*.;,")


def _calls(value: object, known: Mapping[str, ToolSchema], *, anybody: bool) -> list[ToolCall]:
    """The calls a value holds, in any provider's form; ``anybody``: of unknown functions too."""
    if isinstance(value, Mapping) and isinstance(value.get("tool_calls"), list):
        value = value["tool_calls"]
    if isinstance(value, list):
        each = [_calls(item, known, anybody=anybody) for item in value]
        return [call for calls in each for call in calls] if all(each) else []
    if not isinstance(value, Mapping):
        return []
    call = _of_object(value, known)
    return [call] if call and (anybody or call.name in known) else []


def _of_object(value: Mapping[str, object], known: Mapping[str, ToolSchema]) -> ToolCall | None:
    try:
        usual = called(value)
    except ActionParseError:
        usual = None
    if usual is not None:
        return _call(*usual)
    for key in _NAMES:
        name = value.get(key)
        if not isinstance(name, str):
            continue
        given = next((value[each] for each in _ARGUMENTS if each in value), None)
        if given is None:
            given = {other: value[other] for other in value if other != key}
        return _call(name, given)
    if len(value) == 1:
        (name, given) = next(iter(value.items()))
        if name in known and isinstance(given, Mapping):
            return _call(name, given)
    return None


def _written(text: str, known: Mapping[str, ToolSchema]) -> Iterator[tuple[ToolCall, int]]:
    """Calls as in source code: ``click({"mmid": 3})``, ``click(mmid=3)``, ``click(3)``."""
    if not known:
        return
    names = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    pattern = re.compile(
        rf"^[ \t`*-]*(?:action[ \t]*:[ \t]*|functions\.)?({names})\s*\(", re.M | re.I
    )
    start = pattern.search(text)
    while start is not None:
        scanner = Scanner(text[start.start(1) :], re.compile(rf"({names})\s*\(", re.I))
        found = scanner.calls()
        at = start.start(1)
        for each in found:
            begin = text.find(each.raw, at)
            at = begin + len(each.raw)
            if not each.closed or not _ends(text, at):
                continue
            name = next(name for name in known if name.lower() == each.name.lower())
            yield _call(name, _given(each, known[name])), begin
        start = pattern.search(text, max(at, start.end()))


def _given(call: Call, tool: ToolSchema) -> Mapping[str, object] | str:
    properties = list(tool.parameters.get("properties", {}))
    places = iter(properties)
    given: dict[str, object] = {}
    for name, words in call.arguments:
        value = _value(words)
        if not name and isinstance(value, Mapping):
            given.update(value)
            continue
        key = name or next(places, "")
        exact = next((each for each in properties if each.lower() == key), key)
        given[exact] = value
    return given


def _value(words: str) -> object:
    """A parsed value; text that is not JSON stays a string."""
    python = {"True": True, "False": False, "None": None}
    if words in python:
        return python[words]
    if words[:1] in ("{", "["):
        found = next(json_values(words), None)
        return words if found is None or found.start else found.value
    return words


def _call(name: str, given: object) -> ToolCall:
    written = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return ToolCall(id="", name=name.strip().removeprefix("functions."), arguments=written)


def _without_marks(words: str) -> str:
    """The text before a call without the words that announce it."""
    words = words.rstrip()
    for mark in ("```json", "```python", "```tool_call", "```"):
        words = words.removesuffix(mark).rstrip()
    return words
