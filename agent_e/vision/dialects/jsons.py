"""JSON in answers: every place it may stand in, and the small mistakes models make in it.

The ladder is the seed's (raw, fence marked json, fence, braces), with a scanner for the last step
that knows strings. Nothing is ever evaluated: Python literals are read by ``ast.literal_eval``.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .base import quoted, refusal
from .texts import without_language

_FENCE = "```"
_TOOL_CALL = "<tool_call>"
_MOST_CANDIDATES = 32
_LONGEST_LITERAL = 100_000
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_OPENS_STRING = frozenset("{[,:(")


class Found(NamedTuple):
    """A value, what had to be mended to read it, and where in the reply it stood."""

    value: object
    repairs: tuple[str, ...]
    text: str
    start: int


def json_values(text: str) -> Iterator[Found]:
    """Yield every object or list a reply holds, likely ones first, each piece of text once."""
    seen: set[str] = set()
    for piece, start, repair in _pieces(text):
        stripped = piece.strip()
        if not stripped or stripped in seen:
            continue
        seen.add(stripped)
        if len(seen) > _MOST_CANDIDATES:
            return
        mended = _value(stripped)
        if mended is not None:
            value, repairs = mended
            yield Found(value, (*repair, *repairs), stripped, start)


def chosen(text: str, usable: Callable[[object], bool]) -> Found:
    """Return the first usable value of a reply; its repairs tell of others that follow it.

    Raises:
        ActionParseError: the reply holds no JSON (``no_action``), none that can be read
            (``bad_json``), or none that is usable (``no_action``).
    """
    values = list(json_values(text))
    first = next((found for found in values if usable(found.value)), None)
    if first is not None:
        end = first.start + len(first.text)
        left = [found for found in values if found.start >= end and usable(found.value)]
        more = (f"left out {len(left)} more",) if left else ()
        return first._replace(repairs=(*first.repairs, *more))
    if values:
        raise refusal("no_action", f"The JSON {quoted(values[0].text)} names no action.")
    if "{" in text:
        raise refusal("bad_json", f"{quoted(text[text.index('{') :])} is no valid JSON.")
    raise refusal("no_action", f"{quoted(text)} holds no JSON.")


def tool_call_bodies(text: str) -> list[tuple[str, int]]:
    """Return what stands in ``<tool_call>`` tags, closed or not, and where."""
    bodies = []
    start = text.find(_TOOL_CALL)
    while start >= 0:
        begin = start + len(_TOOL_CALL)
        start = text.find(_TOOL_CALL, begin)
        body = text[begin : start if start >= 0 else len(text)]
        bodies.append((body.partition("</tool_call>")[0], begin))
    return bodies


def _pieces(text: str) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    yield text, 0, ()
    fences = text.split(_FENCE)
    starts = _starts(fences)
    inside = [(fences[i], starts[i]) for i in range(1, len(fences), 2)]
    marked = [fence for fence in inside if fence[0][:4].lower() == "json"]
    for body, start in [*marked, *inside]:
        yield without_language(body), start, ("took it out of a code fence",)
    for body, start in runs(text):
        yield body, start, ("took it out of other words",)


def _starts(fences: list[str]) -> list[int]:
    """Where each piece between fences begins."""
    starts = [0]
    for fence in fences[:-1]:
        starts.append(starts[-1] + len(fence) + len(_FENCE))
    return starts


def runs(text: str) -> list[tuple[str, int]]:
    """Return the outermost stretches of balanced braces, and where each begins.

    A brace inside a string is no brace. When a string never ends, the braces are counted without
    regard to strings.
    """
    return _balanced(text, strings=True) or _balanced(text, strings=False)


def _balanced(text: str, *, strings: bool) -> list[tuple[str, int]]:
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    before = ""
    at = 0
    while at < len(text):
        char = text[at]
        if char == "{":
            opened.append(at)
        elif char == "}" and opened:
            start = opened.pop()
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, at + 1))
        elif strings and char in "\"'" and opened and before in _OPENS_STRING:
            at = _string_end(text, at)
            char = text[at : at + 1]
        if not char.isspace():
            before = char
        at += 1
    return [(text[start:end], start) for start, end in spans]


def _string_end(text: str, at: int) -> int:
    """Return where the quote that closes the one at ``at`` is, or the end of the text."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at


def _value(text: str) -> tuple[object, tuple[str, ...]] | None:
    """Read one piece of JSON, or nothing; only objects and lists are of interest."""
    if text[0] not in "{[":
        return None
    without_commas = _without_trailing_commas(text)
    tries: list[tuple[str, bool, tuple[str, ...]]] = [
        (text, True, ()),
        (text, False, ("allowed a line break in a string",)),
        (without_commas, False, ("dropped a trailing comma",)),
    ]
    for attempt, strict, repairs in tries:
        try:
            return json.loads(attempt, strict=strict), repairs
        except (ValueError, RecursionError):
            continue
    literal = _literal(text)
    return None if literal is None else (literal, ("read it as a Python literal",))


def _without_trailing_commas(text: str) -> str:
    pieces = []
    at = 0
    while (quote := text.find('"', at)) >= 0:
        end = _string_end(text, quote) + 1
        pieces += [_TRAILING_COMMA.sub("", text[at:quote]), text[quote:end]]
        at = end
    return "".join([*pieces, _TRAILING_COMMA.sub("", text[at:])])


def _literal(text: str) -> object:
    if len(text) > _LONGEST_LITERAL:
        return None
    try:
        with warnings.catch_warnings():
            # A string such as 'C:\docs' is worth a warning in a program, not in an answer.
            warnings.simplefilter("ignore")
            value: object = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None
