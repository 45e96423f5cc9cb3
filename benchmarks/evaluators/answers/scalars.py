"""Answers that are one value: a number, an amount, a date, a time, a duration, yes or no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from .candidates import Candidate, Same, Scan, stand_of
from .clocks import same_day, scan_dates, scan_durations, scan_times
from .money import currencies, scan_money
from .normal import tidy
from .numbers import none_at_all, scan_numbers, to_fraction
from .units import in_unit

ScalarKind = Literal["number", "money", "date", "time", "duration", "boolean"]
SCALARS = frozenset(get_args(ScalarKind))

_YES = r"yes|yeah|yep|yup|true|correct|affirmative|ja|oui|sí|si|да"
_NO = r"no|nope|nah|false|incorrect|negative|nein|non|нет"
_AT_START = re.compile(
    r"(?:^|[.!?\n:*]\s*|\banswer (?:is|would be)\s+|\bis\s+(?=true|false))[\"'*_]*"
    rf"(?P<word>{_YES}|{_NO})"
    r"\b[\"'*_]*(?=\s*(?:[.,;:!?\n-]|$|because\b|since\b|(?:it|there|they|he|she|this|that|the|you|we|"
    r"i)\b))",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """A value that an answer has to give.

    Attributes:
        value: in the form of readings: see ``expected``.
        unit: of a number.
        tolerance: largest deviation; in seconds for times, days for dates.
    """

    kind: ScalarKind
    value: Any
    unit: str = ""
    tolerance: Fraction = Fraction(0)


def expected(kind: ScalarKind, value: object, *, currency: str = "") -> Any:
    """Convert an expected value to the form of readings.

    Raises:
        ValueError: it is not of this kind; the message shows what one looks like.
    """
    if kind == "boolean":
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is neither true nor false")
        return value
    found = _read(kind, value)
    if len(found) != 1:
        raise ValueError(f"{value!r} is not one {_EXAMPLES[kind]}")
    if kind == "date":
        return min(found[0].readings, key=str)
    reading = _plainest(kind, found[0], str(value))
    if kind == "money" and currency:
        return reading[0], currencies(currency)
    return reading


def matches(answer: object, wanted: Sequence[Wanted], intent: str) -> str:
    """Return why an answer is none of the wanted values; ``""`` when it is one."""
    kind = wanted[0].kind
    if kind == "boolean":
        return _wrong_boolean(answer, {each.value for each in wanted})
    text = answer if isinstance(answer, str) else ""
    found = _read(kind, answer)
    if not found and kind == "number" and any(each.value == 0 for each in wanted):
        found = none_at_all(tidy(text))
    unit = next((each.unit for each in wanted if each.unit), "")
    found = in_unit(found, unit) if unit else found
    in_question = in_unit(_SCANS[kind](tidy(intent)), unit) if unit else _SCANS[kind](tidy(intent))
    stand = stand_of(tidy(text), found, _SAME[kind], asked=in_question)
    if stand.candidate is None:
        return f"the answer gives no {kind} to compare: {stand.problem}"
    for each in wanted:
        if any(_fits(kind, reading, each) for reading in stand.candidate.readings):
            return ""
    shown = tidy(text)[stand.candidate.start : stand.candidate.end] or str(answer)
    return f"the answer's {kind} is {shown.strip()}"


def _read(kind: ScalarKind, value: object) -> list[Candidate]:
    """Return the candidates in a JSON value; a number is in the unit of its kind."""
    number = to_fraction(value)
    if number is not None and kind in ("number", "money", "duration"):
        reading = (number, frozenset[str]()) if kind == "money" else number
        return [Candidate(start=0, end=0, readings=frozenset({reading}))]
    return _SCANS[kind](tidy(value)) if isinstance(value, str) else []


def _numbers(text: str) -> list[Candidate]:
    """Return the numbers of a text; amounts of money only if there are no others."""
    amounts = [each for each in scan_money(text) if any(kinds for _, kinds in each.readings)]
    return [
        replace(each, weak=True)
        if any(amount.start <= each.start < amount.end for amount in amounts)
        else each
        for each in scan_numbers(text)
    ]


def _same_money(one: Any, other: Any) -> bool:
    return one[0] == other[0] and (not one[1] or not other[1] or bool(one[1] & other[1]))


_SCANS: dict[ScalarKind, Scan] = {
    "number": _numbers,
    "money": scan_money,
    "date": scan_dates,
    "time": scan_times,
    "duration": scan_durations,
}
_SAME: dict[ScalarKind, Same] = {
    "number": lambda one, other: bool(one == other),
    "money": _same_money,
    "date": same_day,
    "time": lambda one, other: bool(one == other),
    "duration": lambda one, other: bool(one == other),
}
_EXAMPLES: dict[ScalarKind, str] = {
    "number": "number, such as 64.5",
    "money": "amount, such as 64.5 or $64.50",
    "date": "date, such as 2026-05-03",
    "time": "time, such as 14:30",
    "duration": "duration, such as 2 h 30 min or a number of seconds",
}


def _fits(kind: ScalarKind, reading: Any, wanted: Wanted) -> bool:
    if kind == "date":
        return same_day(reading, wanted.value)
    if kind == "money":
        near = abs(reading[0] - wanted.value[0]) <= wanted.tolerance
        return near and _same_money((0, reading[1]), (0, wanted.value[1]))
    return bool(abs(reading - wanted.value) <= wanted.tolerance)


def _plainest(kind: ScalarKind, candidate: Candidate, written: str) -> Any:
    """Return the reading of an expected value: in a task the point of 1.234 is decimal."""
    if len(candidate.readings) == 1:
        (only,) = candidate.readings
        return only
    amount = (lambda each: each[0]) if kind == "money" else (lambda each: each)
    pick = min if "." in written and "," not in written else max
    return pick(candidate.readings, key=amount)


def _wrong_boolean(answer: object, wanted: set[bool]) -> str:
    if isinstance(answer, bool):
        return "" if answer in wanted else f"the answer is {'yes' if answer else 'no'}"
    words = {match["word"].lower() for match in _AT_START.finditer(tidy(str(answer or "")))}
    seen = {re.fullmatch(_YES, word) is not None for word in words}
    if len(seen) != 1:
        return "the answer says both yes and no" if seen else "the answer says neither yes nor no"
    return "" if seen <= wanted else f"the answer is {'yes' if True in seen else 'no'}"
