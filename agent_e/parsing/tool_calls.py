"""Tool calls as data, in the shapes that providers and open models write them."""

from __future__ import annotations

from collections.abc import Mapping

from .json_values import json_values
from .refusals import quoted, refusal

TAG = "<tool_call>"
_ARGUMENTS = ("arguments", "parameters", "input")


def tool_call_bodies(text: str) -> list[tuple[str, int]]:
    """Return the contents of ``<tool_call>`` tags, closed or not, and their offsets."""
    bodies = []
    start = text.find(TAG)
    while start >= 0:
        begin = start + len(TAG)
        start = text.find(TAG, begin)
        body = text[begin : start if start >= 0 else len(text)]
        bodies.append((body.partition("</tool_call>")[0], begin))
    return bodies


def called(value: object) -> tuple[str, Mapping[str, object]] | None:
    """Return the function and the arguments of a call as any provider writes it, else ``None``.

    Raises:
        ActionParseError: the arguments are a text that is not a JSON object (``bad_json``).
    """
    if not isinstance(value, Mapping):
        return None
    inner = value.get("function")
    call = inner if isinstance(inner, Mapping) else value
    name = call.get("name")
    given = next((call[key] for key in _ARGUMENTS if key in call), None)
    if not isinstance(name, str) or given is None:
        return None
    if isinstance(given, str):
        found = next(json_values(given), None)
        if found is None or not isinstance(found.value, Mapping):
            raise refusal("bad_json", f"The arguments {quoted(given)} are no valid JSON.")
        given = found.value
    return name, mapped(given)


def mapped(value: object) -> Mapping[str, object]:
    """Return an object whose keys are strings.

    Raises:
        ActionParseError: it is something else.
    """
    if not isinstance(value, Mapping):
        raise refusal("no_action", f"{quoted(value)} is no object that could name an action.")
    return {key: each for key, each in value.items() if isinstance(key, str)}
