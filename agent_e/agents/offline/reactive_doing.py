"""What the stateless agent does to a page: fields, boxes, lists, presses.

Whether something is done already is read off the page; a press leaves no trace there, so it is
taken for done once the steps have come that it and what goes before it take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from .acting import FOCUSING
from .calendars import next_click, takes_date
from .choosing import best_option, named_controls
from .colours import as_code
from .completing import wanted_ends
from .controls import LITERAL, best, ranked, submit_button
from .dates import DATE, read_date
from .filling import meant
from .goals import Goal
from .language import coverage, fit, unquoted
from .outline import Line
from .parts import only_field, only_sending, search_field
from .slots import slots
from .summary import Summed
from .wording import as_asked

Move = dict[str, Any]
"""An action of the protocol."""

_BY_CALENDAR = 2
"""A field and a day: how often the months were turned before, no page says afterwards."""
_HIDDEN = re.compile(r"[•*●]+")
"""What a page shows of a password."""


def search(goal: Goal, step: int, page: Summed) -> Move | None:
    """Send words by the search field; a form with a field for each trait is filled first."""
    field = search_field(page.page)
    if field is not None:
        if step > 0:
            return None
        return {"type": "type", "selector": of(field, page), "text": f"{unquoted(goal.target)}\n"}
    pairs = slots(goal.text, [line for line in page.controls if line.field and line.name])
    if not pairs:
        return None if step > 0 else stop("Cannot: there is no search field on the page.")
    if (line := next(_unfilled(pairs), None)) is not None:
        return _put(*line, page)
    button = submit_button(page.page) or best(page.controls, "submit", "search")
    return None if button is None or step > len(pairs) else click(button, page)


def fill(goal: Goal, step: int, page: Summed) -> Move | None:
    """Put the next value that is missing into its field."""
    pairs = meant(goal.text, page.page)
    if begun := wanted_ends(goal.text):
        return _complete(*begun, step, page)
    if not pairs:
        return stop(f"Cannot: no field on the page fits: {goal.text}") if step <= 0 else None
    left = next(_unfilled(pairs), None)
    if left is None:
        return None
    day = read_date(left[1]) if DATE.search(left[1]) else None
    if day is not None and "read-only" in left[0].states:
        return pick(goal, page)
    return _put(*left, page) if step < 2 * len(pairs) else None


def _complete(start: str, end: str, step: int, page: Summed) -> Move | None:
    """Type how an entry begins; take the suggestion that also ends as wanted."""
    field = only_field(page.page)
    if field is None:
        return stop("Cannot: there is no single field to type into.")
    held = (field.value or "").casefold()
    if (
        held.startswith(start.casefold())
        and held.endswith(end.casefold())
        and held != start.casefold()
    ):
        return None
    fits = [
        line
        for line in page.page.lines
        if line is not field
        and line.name.casefold().startswith(start.casefold())
        and line.name.casefold().endswith(end.casefold())
    ]
    if fits:
        return click(fits[0], page)
    return (
        {"type": "type", "selector": of(field, page), "text": start}
        if step < 3
        else stop(f"Cannot: nothing is suggested for {start}…{end}.")
    )


def send(goal: Goal, step: int, page: Summed) -> Move | None:
    """Press the button of a page that is nothing but a form."""
    line = only_sending(page.controls)
    return None if line is None or step > 0 else click(line, page)


def _unfilled(pairs: list[tuple[Line, str]]) -> Iterator[tuple[Line, str]]:
    for line, value in pairs:
        wanted, held = as_asked(line, value), (line.value or "").strip()
        hidden = len(wanted) > 0 and _HIDDEN.fullmatch(held) is not None
        if line.options and held.casefold() == _option(line, wanted).casefold():
            continue
        if not hidden and held.casefold() != wanted.strip().casefold():
            yield line, wanted


def _option(line: Line, value: str) -> str:
    return max(
        line.options, key=lambda each: (each.casefold() == value.casefold(), fit(value, each))
    )


def _put(line: Line, value: str, page: Summed) -> Move:
    if line.options:
        return {"type": "select", "selector": of(line, page), "value": _option(line, value)}
    return {"type": "type", "selector": of(line, page), "text": value}


def choose(goal: Goal, step: int, page: Summed) -> Move | None:
    """Tick what is not ticked, set a list, or go on with a calendar."""
    value = goal.value or goal.text
    several = named_controls(page.page.lines, value)
    if several is not None:
        left = next((line for line in several if not line.checked), None)
        return None if left is None else click(left, page)
    if DATE.search(value):
        return pick(goal, page)
    chosen = best_option(page.controls, unquoted(value), "")
    if chosen is None:
        chosen = max(
            (
                (line, option)
                for line in page.controls
                for option in line.options
                if coverage(option, value) >= 0.99
            ),
            key=lambda each: fit(value, each[1]),
            default=None,
        )
    if chosen is not None:
        line, option = chosen
        if line.value == option:
            return None
        return {"type": "select", "selector": of(line, page), "value": option}
    for line in page.controls:
        if line.field and (code := as_code(line, value)):
            return _put(line, code, page) if line.value != code else None
    return press(goal, step, page)


def pick(goal: Goal, page: Summed, label: str = "") -> Move | None:
    """Open the calendar, turn its pages, click the day; a field that holds the day is done."""
    day = read_date(goal.text)
    field = takes_date(page.page, label or goal.text)
    if day is None or field is None:
        return stop(f"Cannot: no field for a date was found for: {goal.text}")
    if field.value and read_date(field.value) == day:
        return None
    if field.role == "textbox" and "date as" in field.states:
        return _put(field, day.isoformat(), page)
    move = next_click(page.page.lines, day)
    if move is not None:
        return click(move[0], page)
    typed = DATE.search(goal.text)
    if typed is not None and "read-only" not in field.states:
        return _put(field, typed[0], page)
    return click(field, page)


def check(goal: Goal, step: int, page: Summed) -> Move | None:
    """Tick or untick a box."""
    off = bool(re.match(r"un|disable|turn off", goal.text, re.I))
    boxes = [line for line in page.controls if line.role in ("checkbox", "switch", "radio")]
    found = ranked(boxes, goal.target)
    if not found:
        return press(goal, step, page)
    return None if found[0].checked != off else click(found[0], page)


def press(goal: Goal, step: int, page: Summed) -> Move | None:
    """Whatever is done by one press: it is taken for done once a step was given to it."""
    folds = _folds(page)
    if re.match(r"expand|unfold\b", goal.text, re.I) and folds:
        opened = any("expanded" in line.states for line in folds)
        return None if opened else click(folds[0], page)
    if step > (_opened(folds) if LITERAL.search(goal.text) else 0):
        return None
    usable = [line for line in page.controls if not line.disabled]
    found = best(usable, goal.target or goal.text, goal.text)
    if found is None and re.search(
        r"\b(?:submit|log ?in|sign ?in|send|continue)\b", goal.text, re.I
    ):
        found = submit_button(page.page)
    if found is None and FOCUSING.match(goal.text):
        found = only_field(page.page)
    if found is None and LITERAL.search(goal.text):
        rest = folds[_opened(folds) :]
        found = next((line for line in rest if "collapsed" in line.states), None)
    if found is None:
        return stop(f"Cannot: nothing on the page fits: {goal.text}")
    return click(found, page)


def _folds(page: Summed) -> list[Line]:
    return [n for n in page.controls if "expanded" in n.states or "collapsed" in n.states]


def _opened(folds: Sequence[Line]) -> int:
    """How far the folded parts were opened, one after the other."""
    return max((at for at, n in enumerate(folds, 1) if "expanded" in n.states), default=0)


def steps_of(goal: Goal, page: Summed) -> int:
    """How many actions a goal takes in all, as far as the page tells."""
    if goal.kind == "fill":
        return max(1, len(meant(goal.text, page.page)))
    if goal.kind == "choose" and DATE.search(goal.value):
        return _BY_CALENDAR
    several = named_controls(page.page.lines, goal.value) if goal.kind == "choose" else None
    return max(1, len(several)) if several else 1


def of(line: Line, page: Summed) -> str:
    """The selector of a line."""
    return page.selectors[line.index]


def click(line: Line, page: Summed) -> Move:
    """Click it."""
    return {"type": "click", "selector": of(line, page)}


def stop(reason: str) -> Move:
    """End with an answer, or with why there is none."""
    return {"type": "stop", "reason": reason}
