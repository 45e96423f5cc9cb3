"""Strategies that choose: one or several options, boxes, dates, positions of a slider, colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .calendars import pick, takes_date
from .colours import as_code
from .controls import best, best_field, outcome, press, ranked
from .dates import DATE, read_date
from .goals import Goal
from .language import content, coverage, fit, unquoted
from .outline import Line
from .phrases import split_outside_quotes
from .replay import Call
from .scene import Moves, Report, Scene
from .sliders import set_sliders

_CHOICE = re.compile(
    r"(?P<value>.+?)\s+(?:in|from|for|as|under|with|on)\s+(?:the |your )?(?P<label>[^,]+)"
    r"|(?P<label2>.+?)\s+to\s+(?P<value2>.+)",
    re.I,
)
_SEVERAL = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.I)
_NOTHING = re.compile(r"(?:nothing|none|no \w+)(?: of .*)?", re.I)
_ALL = re.compile(r"(?:all|every)(?: of)?(?: the)? (?P<what>[\w ]*?)\s*", re.I)
_BOXES = ("checkbox", "switch", "menuitemcheckbox")
_CHOSEN = (*_BOXES, "radio", "option", "tab", "menuitemradio")
_SLIDING = re.compile(r"\bsliders?\b", re.I)


def choose(scene: Scene, goal: Goal) -> Moves[Report]:
    """Choose an option of a list, boxes, a date, or press the radio, tab or entry of that name."""
    page = yield from scene.known()
    parts = _CHOICE.fullmatch(goal.value)
    value = unquoted((parts["value"] or parts["value2"]) if parts else goal.value)
    label = (parts["label"] or parts["label2"]) if parts else ""
    if _NOTHING.fullmatch(goal.value.strip()):
        return Report(status="done", summary="Nothing was to be chosen.")
    if _SLIDING.search(goal.value):
        return (yield from set_sliders(scene, goal.value))
    if (several := named_controls(page.lines, goal.value)) is not None:
        return (yield from tick(scene, several))
    if pick_one := best_option(page.lines, value, label):
        line, option = pick_one
        step = yield from scene.do("select_option", mmid=line.mmid, option=option)
        return outcome(step, f"Chose '{option}' in '{line.name}'")
    if DATE.search(value) and (day := read_date(value)) is not None:
        field = takes_date(page, f"{label} {value}")
        return (yield from pick(scene, field, day))
    for line in page.lines:
        if line.field and (code := as_code(line, value)):
            step = yield from scene.do("enter_text", mmid=line.mmid, text=code)
            return outcome(step, f"Set the colour to {code}")
    field = best_field(page.lines, label) if re.match(r"set|change", goal.text, re.I) else None
    if field is not None and field.field:
        step = yield from scene.do("enter_text", mmid=field.mmid, text=value)
        return outcome(step, f"Set '{field.name}' to '{value}'")
    return (yield from _by_name(scene, value, label))


def _by_name(scene: Scene, value: str, label: str) -> Moves[Report]:
    """Press what fits the words, perhaps in a list that must be opened first."""
    page = scene.page
    found = ranked(page.lines, value) or ranked(page.lines, f"{value} {label}", page=page)
    if not found and label and (opener := best(page.lines, label)) is not None:
        found = ranked((yield from scene.click(opener)).fresh, value)
    if not found:
        return Report(status="failed", summary=f"Nothing on the page offers '{value}'.")
    if found[0].role in _CHOSEN and found[0].checked:
        return Report(status="done", summary=f"'{found[0].name}' was chosen already.")
    return (yield from press(scene, found, f"Chose '{value}'"))


def named_controls(lines: Sequence[Line], text: str) -> tuple[Line, ...] | None:
    """The boxes and radios that a list of names or "all" means; ``None`` when one is not there."""
    boxes = [
        n
        for n in lines
        if n.mmid is not None and not n.disabled and n.role in (*_CHOSEN, "button", "item")
    ]
    every = _ALL.fullmatch(text.strip())
    ticked = tuple(line for line in boxes if line.role in _BOXES)
    if every and ticked and content(every["what"]) <= content("box checkbox option item above"):
        return ticked
    names = [unquoted(part) for part in split_outside_quotes(_SEVERAL, text) if part.strip()]
    whole = _exactly(boxes, unquoted(text))
    if whole is not None:
        return (whole,) if whole.role in _CHOSEN else None
    found = [_exactly(boxes, name) for name in names]
    meant = tuple(line for line in found if line is not None)
    if len(meant) == len(names) and len(names) > 1:
        return meant
    return None


def _exactly(lines: Iterable[Line], name: str) -> Line | None:
    """The control of exactly this name, in the same letters if there are several."""
    plain = name.casefold()
    same = [line for line in lines if line.name.strip().casefold() == plain]
    return next((n for n in same if n.name.strip() == name), next(iter(same), None))


def tick(scene: Scene, boxes: Sequence[Line]) -> Moves[Report]:
    """Tick what is not ticked, in one reply."""
    names = ", ".join(f"'{line.name}'" for line in boxes)
    left = [line for line in boxes if not line.checked]
    if not left:
        return Report(status="done", summary=f"{names} were chosen already.")
    steps = yield tuple(Call(name="click", arguments={"mmid": line.mmid}) for line in left)
    failed = next((step for step in steps if step.error), None)
    return outcome(failed or steps[-1], f"Chose {names}")


def best_option(lines: Iterable[Line], value: str, label: str) -> tuple[Line, str] | None:
    """The list and its option that a value means, and a label, if one is named."""
    wanted = value.casefold().strip()
    scored = [
        (
            fit(value, option) + fit(label, line.name) / 2 + (wanted == option.casefold()),
            line,
            option,
        )
        for line in lines
        if line.mmid is not None and not line.disabled
        if not label
        or not line.name
        or fit(label, line.name) > 0
        or wanted == option_of(line, wanted)
        for option in line.options
        if wanted == option.casefold() or coverage(value, option) >= 0.99
    ]
    top = max(scored, key=lambda each: each[0], default=None)
    return top[1:] if top else None


def option_of(line: Line, wanted: str) -> str:
    """The option with exactly these words, in small letters."""
    return next((option.casefold() for option in line.options if option.casefold() == wanted), "")
