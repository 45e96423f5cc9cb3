"""Values of date, time and number controls: what people write, in the form the browser takes."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import NamedTuple

from agent_e.errors import BadArgument

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$")
_DOTS = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$")
_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})$")
_DAY_FIRST = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3,})\.?,?\s+(\d{4})$", re.I
)
_MONTH_FIRST = re.compile(r"([a-z]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$", re.I)
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$", re.I)
_MONTH = re.compile(
    r"(\d{4})[-/](\d{1,2})$|([a-z]{3,})\.?,?\s+(\d{4})$|(\d{1,2})[/.](\d{4})$", re.I
)
_WEEK = re.compile(r"(\d{4})-?\s*w(?:eek)?\s*(\d{1,2})$", re.I)
_WEEKDAY = re.compile(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", re.I)


class _Clock(NamedTuple):
    hour: int
    minute: int
    second: int


def control_value(kind: str, text: str) -> str:
    """Return the text in the form an input of this type takes; ``""`` clears it.

    Args:
        kind: the input's ``type``: date, time, datetime-local, month, week, color or range.
        text: the value, in the browser's form or in one of the usual ones.

    Raises:
        BadArgument: the text is no such value, or could mean two dates.
    """
    bare = " ".join(text.split())
    if not bare:
        return ""
    try:
        return _READERS.get(kind, str)(bare)
    except ValueError as error:
        raise BadArgument(f"{text!r} is not a value for a {kind} field: {error}.") from error


def _date(text: str) -> str:
    return _read_date(text).isoformat()


def _read_date(text: str) -> date:
    bare = _WEEKDAY.sub("", text)
    if found := _ISO.match(bare):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := _DOTS.match(bare):
        return date(int(found[3]), int(found[2]), int(found[1]))
    if found := _DAY_FIRST.match(bare):
        return date(int(found[3]), _month_number(found[2]), int(found[1]))
    if found := _MONTH_FIRST.match(bare):
        return date(int(found[3]), _month_number(found[1]), int(found[2]))
    if found := _SLASHES.match(bare):
        first, second, year = int(found[1]), int(found[2]), int(found[3])
        if first <= 12 and second <= 12 and first != second:
            raise ValueError("it could mean two days; write it as 2030-12-31")
        return date(year, second, first) if first > 12 else date(year, first, second)
    raise ValueError("write it as 2030-12-31")


def _month_number(name: str) -> int:
    short = name[:3].lower()
    if short not in _MONTHS:
        raise ValueError(f"there is no month {name}")
    return _MONTHS.index(short) + 1


def _time(text: str) -> str:
    clock = _read_time(text)
    return time(*clock).isoformat("seconds" if clock.second else "minutes")


def _read_time(text: str) -> _Clock:
    found = _TIME.match(text)
    if not found or not (found[2] or found[4]):
        raise ValueError("write it as 14:30")
    hour, minute, second = int(found[1]), int(found[2] or 0), int(found[3] or 0)
    if found[4]:
        if not 1 <= hour <= 12:
            raise ValueError("write it as 14:30")
        hour = hour % 12 + (12 if found[4].lower() == "p" else 0)
    time(hour, minute, second)
    return _Clock(hour, minute, second)


def _datetime(text: str) -> str:
    if re.match(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:", text):
        moment = datetime.fromisoformat(text)
    else:
        day, _, clock = text.replace(",", " ").replace(" at ", " ").rpartition(" ")
        if clock.lower().rstrip(".") in ("am", "pm"):
            day, _, hour = day.rpartition(" ")
            clock = hour + clock
        moment = datetime.combine(_read_date(day.strip()), time(*_read_time(clock)))
    if moment.tzinfo is not None:
        raise ValueError("leave out the time zone: the field has none")
    return moment.isoformat("T", "seconds" if moment.second else "minutes")


def _month(text: str) -> str:
    found = _MONTH.match(text)
    if not found:
        raise ValueError("write it as 2030-12")
    year = int(found[1] or found[4] or found[6])
    month = _month_number(found[3]) if found[3] else int(found[2] or found[5])
    return date(year, month, 1).isoformat()[:7]


def _week(text: str) -> str:
    found = _WEEK.match(text)
    if not found:
        raise ValueError("write it as 2030-W07")
    date.fromisocalendar(int(found[1]), int(found[2]), 1)
    return f"{found[1]}-W{int(found[2]):02d}"


def _number(text: str) -> str:
    float(text)
    return text


_READERS = {
    "date": _date,
    "time": _time,
    "datetime-local": _datetime,
    "month": _month,
    "week": _week,
    "range": _number,
}
