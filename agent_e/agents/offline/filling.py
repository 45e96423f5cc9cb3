"""Filling in fields: which field gets which value, from one sentence about several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .calendars import by_calendar, pick
from .completing import complete, take_suggestion, wanted_ends
from .controls import best_field
from .dates import read_date
from .goals import Goal
from .language import content, fit, unquoted
from .outline import Line, Page
from .parts import only_field
from .phrases import split_outside_quotes
from .replay import Call
from .scene import Moves, Report, Scene
from .wording import (
    as_asked,
    copied,
    into_all,
    plain_value,
    quoted_part,
    recased,
    referred,
    without_case,
)

_VERB = r"(?:fill(?: in| out)?|complete|enter|type|write|input|provide|put|set|change)"
_INTO = re.compile(
    rf"(?:{_VERB}\s+)?(?P<value>.+?)\s+(?:in|into|as|for)\s+(?:the |your )?"
    r"(?P<label>[^,]+?)(?: (?:field|box|input))?",
    re.I,
)
_WITH = re.compile(
    rf"(?:{_VERB}\s+)?(?:the |your )?(?P<label>[^,]+?)(?: (?:field|box))?"
    r"(?:\s+(?:with|to|is|=|:)\s*|\s*[=:]\s*)(?P<value>.+)",
    re.I,
)
_FORM = (
    r"(?:in |out )?(?:the|this|your)? ?(?:\w+ ){0,2}(?:form|details|fields|data)"
    r"\s*(?:with|using|:)\s*"
)
_HEAD = re.compile(rf"^{_VERB}\s+(?:{_FORM})?", re.I)
_PARTS = re.compile(r"\s*[;,\n]\s*(?:and\s+)?|\s+and\s+", re.I)
_ANY_FIELD = content("field box input text area textbox form it search page")
_ENTER = re.compile(r"\s*(?:and\s+)?\b(?:press|hit) enter\W*$", re.I)


def fill(scene: Scene, goal: Goal) -> Moves[Report]:
    """Fill every field that the sentence names, in one reply."""
    page = yield from scene.known()
    text = _ENTER.sub("", goal.text)
    if begun := wanted_ends(text):
        return (yield from complete(scene, *begun))
    pairs = meant(text, page)
    if not pairs:
        return Report(status="failed", summary=f"No field on the page fits: {goal.text}")
    dated = next(((n, day) for n, v in pairs if by_calendar(n) and (day := read_date(v))), None)
    if dated is not None and len(pairs) == 1:
        return (yield from pick(scene, *dated))
    last, sends = pairs[-1][0], text != goal.text
    steps = yield tuple(entry(line, value, submit=sends and line is last) for line, value in pairs)
    if failed := next((step for step in steps if step.error), None):
        return Report(
            status="failed", summary=f"Not all fields could be filled: {failed.text[:200]}"
        )
    if len(pairs) == 1 and not sends:
        yield from take_suggestion(scene, steps[-1], pairs[0][1])
    names = ", ".join(f"'{line.name}'" for line, _value in pairs)
    return Report(status="done", summary=f"Filled {names}.")


def meant(text: str, page: Page) -> list[tuple[Line, str]]:
    """The fields of a page that a sentence means, with what goes into each."""
    changed = recased(text)
    text = without_case(text)
    if every := copied(text, page):
        return every
    pairs = into_all(text, page) or assignments(text, page.lines)
    if not pairs and (line := only_field(page)) is not None:
        named = _INTO.fullmatch(text)
        if named is None or not line.name or not content(named["label"]) - _ANY_FIELD:
            value = unquoted(named["value"] if named else _HEAD.sub("", text))
            pairs = [(line, quoted_part(value, text))]
    return [(line, changed(referred(value, page))) for line, value in pairs]


def assignments(text: str, lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Pair fields and values; a part that names no field goes on with the value before it."""
    found: list[tuple[Line, str]] = []
    for part in split_outside_quotes(_PARTS, _HEAD.sub("", text.strip())):
        pair = _pair(part.strip(), lines) or _pair(_HEAD.sub("", part.strip()), lines)
        if pair is not None:
            found.append(pair)
        elif found and part.strip():
            found[-1] = (found[-1][0], f"{found[-1][1]}, {part.strip()}")
    return [(line, plain_value(value)) for line, value in found]


def _pair(part: str, lines: Sequence[Line]) -> tuple[Line, str] | None:
    """Read "X in LABEL", "LABEL with X" or "LABEL X", whichever fits a field best."""
    tokens = part.split()
    options = [(m["label"], m["value"], 0) for p in (_INTO, _WITH) if (m := p.fullmatch(part))]
    for size in range(1, min(5, len(tokens))):
        value = re.sub(r"^(?:is|=|:|as|to|with)\s+", "", " ".join(tokens[size:]))
        options.append((" ".join(tokens[:size]).strip(":="), value, size))
    scored = [
        (fit(label, line.name) + 0.01 * size, -line.index, line, value)
        for label, value, size in options
        for line in [best_field(lines, label)]
        if line is not None
    ]
    best = max(scored, key=lambda each: each[:2], default=None)
    return best[2:] if best else None


def entry(line: Line, value: str, *, submit: bool = False) -> Call:
    """Return the call that puts a value into a field or list."""
    if line.options:
        option = max(
            line.options, key=lambda each: (each.casefold() == value.casefold(), fit(value, each))
        )
        return Call(name="select_option", arguments={"mmid": line.mmid, "option": option})
    arguments = {"mmid": line.mmid, "text": as_asked(line, value)}
    return Call(name="enter_text", arguments=arguments | ({"submit": True} if submit else {}))
