"""Filling in fields: which field gets which value, from one sentence about several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .controls import best_field
from .goals import Goal
from .language import content, fit, unquoted
from .outline import Line, Page
from .parts import search_field
from .phrases import split_outside_quotes
from .replay import Call
from .scene import Moves, Report, Scene

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
_ENTER = re.compile(r"\s*(?:and\s+)?\b(?:press|hit) enter\W*$", re.I)


def fill(scene: Scene, goal: Goal) -> Moves[Report]:
    """Fill every field that the sentence names, in one reply."""
    page = yield from scene.unfold()
    text = _ENTER.sub("", goal.text)
    pairs = assignments(text, page.lines)
    if not pairs and (line := only_field(page)) is not None:
        named = _INTO.fullmatch(text)
        if named is None or not content(named["label"]) - content(
            "field box input text form it search page"
        ):
            pairs = [(line, unquoted(named["value"] if named else _HEAD.sub("", text)))]
    if not pairs:
        return Report(status="failed", summary=f"No field on the page fits: {goal.text}")
    last, sends = pairs[-1][0], text != goal.text
    steps = yield tuple(entry(line, value, submit=sends and line is last) for line, value in pairs)
    if failed := next((step for step in steps if step.error), None):
        return Report(
            status="failed", summary=f"Not all fields could be filled: {failed.text[:200]}"
        )
    names = ", ".join(f"'{line.name}'" for line, _value in pairs)
    return Report(status="done", summary=f"Filled {names}.")


def assignments(text: str, lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Pair fields and values; a part that names no field goes on with the value before it."""
    found: list[tuple[Line, str]] = []
    for part in split_outside_quotes(_PARTS, _HEAD.sub("", text.strip())):
        pair = _pair(part.strip(), lines) or _pair(_HEAD.sub("", part.strip()), lines)
        if pair is not None:
            found.append(pair)
        elif found and part.strip():
            found[-1] = (found[-1][0], f"{found[-1][1]}, {part.strip()}")
    return [
        (line, unquoted(value) if value[:1] in "\"'“‘" else value.strip()) for line, value in found
    ]


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


def only_field(page: Page) -> Line | None:
    """The one text field there is, the search left out if there is another."""
    fields = [line for line in page.lines if line.field and not line.disabled]
    inner = [line for line in fields if line is not search_field(page)]
    return next((each[0] for each in (inner, fields) if len(each) == 1), None)


def entry(line: Line, value: str, *, submit: bool = False) -> Call:
    """Return the call that puts a value into a field or list."""
    if line.options:
        option = max(line.options, key=lambda each: fit(value, each))
        return Call(name="select_option", arguments={"mmid": line.mmid, "option": option})
    arguments = {"mmid": line.mmid, "text": value}
    return Call(name="enter_text", arguments=arguments | ({"submit": True} if submit else {}))
