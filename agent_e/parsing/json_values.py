"""JSON in replies: every place it may stand in, and the small mistakes models make in it.

Parsed strictly apart from line breaks in strings, trailing commas and Python literals. Cut-off
text or a missing quote is not repaired: the action would be a guess. Nothing is evaluated.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from .refusals import quoted, refusal
from .replies import FENCE, without_language

_MAX_CANDIDATES = 32
_MAX_LITERAL = 100_000
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_OPENS_STRING = frozenset("{[,:(")


class Found(NamedTuple):
    """A value of a reply.

    Attributes:
        value: an object or a list.
        mended: whether it was repaired, taken out of something else, or is not the only one.
        text: its source.
        start: where in the reply the search for it began.
    """

    value: object
    mended: bool
    text: str
    start: int


def json_values(text: str) -> Iterator[Found]:
    """Yield every object or list a reply holds, likely ones first, each piece of text once."""
    seen: set[str] = set()
    for number, (piece, start) in enumerate(_pieces(text)):
        stripped = piece.strip()
        if not stripped or stripped in seen:
            continue
        seen.add(stripped)
        if len(seen) > _MAX_CANDIDATES:
            return
        read = _read(stripped)
        if read is not None:
            yield Found(read[0], read[1] or number > 0, stripped, start)


def chosen(text: str, usable: Callable[[object], bool]) -> Found:
    """Return the first usable value of a reply.

    Raises:
        ActionParseError: the reply holds no JSON (``no_action``), none that can be read
            (``bad_json``), or none that is usable (``no_action``).
    """
    values = list(json_values(text))
    first = next((found for found in values if usable(found.value)), None)
    if first is not None:
        end = first.start + len(first.text)
        more = any(found.start >= end and usable(found.value) for found in values)
        return first._replace(mended=first.mended or more)
    if values:
        raise refusal("no_action", f"The JSON {quoted(values[0].text)} names no action.")
    if "{" in text:
        raise refusal("bad_json", f"{quoted(text[text.index('{') :])} is no valid JSON.")
    raise refusal("no_action", f"{quoted(text)} holds no JSON.")


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """Yield the whole text, its fences, those marked as JSON first, and its balanced braces."""
    yield text, 0
    inside = []
    start = 0
    for number, piece in enumerate(text.split(FENCE)):
        if number % 2:
            inside.append((piece, start))
        start += len(piece) + len(FENCE)
    marked = [fence for fence in inside if fence[0][:4].lower() == "json"]
    for body, start in [*marked, *inside]:
        yield without_language(body), start
    # When a string never ends, the braces are counted without regard to strings.
    for start, end in _balanced(text, strings=True) or _balanced(text, strings=False):
        yield text[start:end], start


def _balanced(text: str, *, strings: bool) -> list[tuple[int, int]]:
    """Return the outermost spans of balanced braces, ignoring those in strings."""
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
    return spans


def _string_end(text: str, at: int) -> int:
    """Return the index of the quote that closes the one at ``at``, or the end of the text."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at


def _read(text: str) -> tuple[object, bool] | None:
    """Return the object or list in a text, if any, and whether it was repaired."""
    if text[0] not in "{[":
        return None
    for attempt, strict in ((text, True), (text, False), (_without_trailing_commas(text), False)):
        with suppress(ValueError, RecursionError):
            return json.loads(attempt, strict=strict), not strict
    literal = _literal(text)
    return (literal, True) if isinstance(literal, dict | list) else None


def _without_trailing_commas(text: str) -> str:
    pieces = []
    at = 0
    while (quote := text.find('"', at)) >= 0:
        end = _string_end(text, quote) + 1
        pieces += [_TRAILING_COMMA.sub("", text[at:quote]), text[quote:end]]
        at = end
    return "".join([*pieces, _TRAILING_COMMA.sub("", text[at:])])


def _literal(text: str) -> object:
    if len(text) > _MAX_LITERAL:
        return None
    try:
        with warnings.catch_warnings():
            # A string such as 'C:\docs' deserves a warning in source code, not in a reply.
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
