"""Converts what people write to the values of date, time and number controls."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from dateutil import parser

from agent_e.errors import BadArgument

_DAY = frozenset({"year", "month", "day"})
_CLOCK = frozenset({"hour", "minute", "second"})
_MAY_LACK = frozenset({"minute", "second"})
# dateutil fills gaps from a default: parts that differ under two defaults were missing.
_DEFAULTS = (datetime(2001, 1, 1), datetime(2004, 2, 3, 4, 5, 6))
# Common forms that dateutil does not know: 14.30, 05.2030 and Tues.
_POINTED_CLOCK = re.compile(r"(?<![\d.])(\d{1,2})[.h](\d{2})(?!\S)", re.I)
_POINTED_MONTH = re.compile(r"^(\d{1,2})\.(\d{4})$")
_WEEKDAY = re.compile(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", re.I)
_DAY_BEFORE_DOT = re.compile(r"\d{1,2}\.\s*\d{1,2}\.")
_WEEK = re.compile(r"(\d{4})-?\s*w(?:eek)?\s*(\d{1,2})$", re.I)


def control_value(kind: str, text: str) -> str:
    """Convert the text to a value for an input of type ``kind``; ``""`` clears it.

    ``BadArgument`` if the text is no such value, or is ambiguous.
    """
    bare = " ".join(text.split())
    if not bare:
        return ""
    try:
        return _READERS.get(kind, str)(bare)
    except (ValueError, OverflowError) as error:
        raise BadArgument(f"{text!r} is not a value for a {kind} field: {error}.") from error


def _date(text: str) -> str:
    return _read(text, "2030-12-31", _DAY).date().isoformat()


def _time(text: str) -> str:
    return _clock(_read(_POINTED_CLOCK.sub(r"\1:\2", text), "14:30", _CLOCK).time())


def _datetime(text: str) -> str:
    return _clock(_read(_POINTED_CLOCK.sub(r"\1:\2", text), "2030-12-31 14:30", _DAY | _CLOCK))


def _clock(moment: datetime | time) -> str:
    return moment.isoformat(timespec="seconds" if moment.second else "minutes")


def _month(text: str) -> str:
    moment = _read(_POINTED_MONTH.sub(r"\1/\2", text), "2030-12", _DAY - {"day"})
    return moment.date().isoformat()[:7]


def _read(text: str, example: str, wanted: frozenset[str]) -> datetime:
    """Parse a text with exactly the wanted parts; missing minutes are 0."""
    text = _WEEKDAY.sub("", text)
    dotted = _DAY_BEFORE_DOT.match(text) is not None
    # Day first, dateutil would read a date starting with its year as 2030-31-12.
    orders = {False} if text[:4].isdigit() else {True} if dotted else {False, True}
    try:
        readings = {order: [_parse(text, each, order) for each in _DEFAULTS] for order in orders}
    except parser.ParserError as error:
        why = str(error.args[0]).removesuffix(": %s").lower()
        raise ValueError(f"{why}; write it as {example}") from error
    first, second = readings[min(orders)]
    if readings[max(orders)] != [first, second]:
        raise ValueError("it could mean two days; write it as 2030-12-31")
    stated = {part for part in _DAY | _CLOCK if getattr(first, part) == getattr(second, part)}
    # The century of a two-digit year would be a guess.
    if stated | _MAY_LACK & wanted != wanted or ("year" in stated and str(first.year) not in text):
        raise ValueError(f"write it as {example}")
    return first


def _parse(text: str, default: datetime, day_first: bool) -> datetime:
    return parser.parse(text, default=default, dayfirst=day_first, tzinfos=_no_zone)


def _no_zone(name: str | None, offset: int | None) -> None:
    if name or offset is not None:
        raise ValueError("leave out the time zone: the field has none")


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
