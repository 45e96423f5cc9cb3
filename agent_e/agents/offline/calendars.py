"""Chooses a day: by the function for it, as text, or by clicking through a calendar."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from .changes import Step
from .controls import outcome
from .dates import read_month
from .language import fit
from .outline import Line, Page
from .scene import Moves, Report, Scene

_MOST_MONTHS = 40
_DATED = re.compile(
    r"date|\bday\b|depart|arriv|return|outbound|inbound|check.?(?:in|out)|when|birth", re.I
)
_AHEAD = re.compile(r"next(?: month)?|[›»>→▶]|forward|later", re.I)
_BACK = re.compile(r"prev(?:ious)?(?: month)?|[‹«<←◀]|backward|earlier", re.I)


def takes_date(page: Page, words: str) -> Line | None:
    """The field for a date that the words mean: by its label, else the first that can be one."""
    fields = [
        line
        for line in page.lines
        if line.field
        or (line.mmid is not None and line.role == "button" and "dialog" in line.states)
        if not line.disabled
    ]
    fields = [
        n
        for n in fields
        if "date as" in n.states or "read-only" in n.states or _DATED.search(n.name)
    ]
    ordered = sorted(fields, key=lambda line: (-round(fit(words, line.name), 2), line.index))
    return next(iter(ordered), None)


def by_calendar(field: Line) -> bool:
    """Whether a field takes a day only from a calendar."""
    return field.field and "read-only" in field.states


def pick(scene: Scene, field: Line | None, day: datetime.date) -> Moves[Report]:
    """Put a day into a field."""
    did = f"Chose {day.isoformat()}"
    if field is None:
        return Report(status="failed", summary=f"No field for a date was found for {day}.")
    if "date as" in field.states:
        step = yield from scene.do("enter_text", mmid=field.mmid, text=day.isoformat())
        return outcome(step, did)
    if "pick_date" in scene.offered:
        step = yield from scene.do("pick_date", mmid=field.mmid, date=day.isoformat())
        if not step.error:
            return outcome(step, did)
    step = yield from scene.do("click", mmid=field.mmid)
    for _ in range(_MOST_MONTHS):
        page = yield from scene.known()
        move = next_click(page.lines, day)
        if move is None:
            break
        line, last = move
        step = yield from scene.click(line)
        if last or step.error:
            return outcome(step, did)
    return Report(status="failed", summary=f"The calendar does not show {day}. {_tail(step)}")


def next_click(lines: Sequence[Line], day: datetime.date) -> tuple[Line, bool] | None:
    """What to click in an open calendar, and whether that is the day itself."""
    shown = [(line.index, month) for line in lines for month in [_month(lines, line)] if month]
    usable = [line for line in lines if line.mmid is not None and not line.disabled]
    wanted = (day.year, day.month)
    if not shown:
        return None
    here = [index for index, month in shown if month == wanted]
    if here:
        end = min([i for i, _month_ in shown if i > here[0]], default=len(lines))
        days = [n for n in usable if here[0] < n.index < end and _is_day(n.name, day)]
        if not days and len(shown) == 1:
            days = [n for n in usable if not n.field and _is_day(n.name, day)]
        return (days[0], True) if days else None
    turning = _AHEAD if wanted > shown[-1][1] else _BACK
    arrows = [line for line in usable if turning.fullmatch(line.name.strip())]
    return (arrows[-1 if turning is _AHEAD else 0], False) if arrows else None


def _month(lines: Sequence[Line], line: Line) -> tuple[int, int] | None:
    """The month that a line names, perhaps with the year in the line after it."""
    if len(line.name) > 30 or line.field:
        return None
    after = lines[line.index + 1].name if line.index + 1 < len(lines) else ""
    apart = re.fullmatch(r"\W*[a-z]+\W*", line.name, re.I) and re.fullmatch(r"\W*\d{4}\W*", after)
    plain = f"{line.name} {after}" if apart else line.name
    return read_month(plain) if re.match(r"\W*[a-z]", line.name, re.I) else None


def _is_day(name: str, day: datetime.date) -> bool:
    return (
        re.fullmatch(rf"\D{{0,12}}0?{day.day}(?:st|nd|rd|th)?(?!\d).{{0,24}}", name.strip())
        is not None
    )


def _tail(step: Step) -> str:
    return step.text[:120] if step.error else ""
