"""Dates, times of day and durations in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from .candidates import Candidate

_MONTH_NAMES = (
    "january jan januar januari janvier enero gennaio jänner",
    "february feb februar février fevrier febrero febbraio",
    "march mar märz maerz mars marzo",
    "april apr avril abril aprile",
    "may mai mayo maggio",
    "june jun juni juin junio giugno",
    "july jul juli juillet julio luglio",
    "august aug août aout agosto",
    "september sep sept septembre septiembre settembre",
    "october oct oktober okt octobre octubre ottobre",
    "november nov novembre noviembre",
    "december dec dezember dez décembre decembre diciembre dicembre",
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.|er)?"
_DAYS = rf"(?P<days>{_DAY}(?:\s*(?:-|to|or|and|/|,|&|bis|und)\s*{_DAY}){{0,4}})"
_YEAR = r"(?:,?\s*(?:of\s+|de\s+)?(?P<year>\d{4}))?(?!\d)"
_WORDED = (
    re.compile(
        rf"(?<!\d)\b{_DAYS}\s*(?:of\s+|de\s+|-)?{_MONTH}(?:-(?=\d{{4}}))?{_YEAR}", re.IGNORECASE
    ),
    re.compile(rf"\b{_MONTH}\s*{_DAYS}(?!:?\d){_YEAR}", re.IGNORECASE),
)
_ISO = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_SHORT = re.compile(r"(?<![\d.])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d])")
_TIME = re.compile(
    r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4])(?:(?P<mark>[:.h])(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?"
    r"(?![\d:])\s*(?P<half>a\.?\s?m\b\.?|p\.?\s?m\b\.?|o'clock|uhr\b)?",
    re.IGNORECASE,
)
_NAMED_TIMES = {"noon": 43_200, "midday": 43_200, "midnight": 0, "mittag": 43_200}
_NAMED_TIME = re.compile(rf"\b(?:{'|'.join(_NAMED_TIMES)})\b", re.IGNORECASE)
_HOURS_AFTER = re.compile(r"\s*(?:h|hrs?|hours?|std|stunden?|min|mins|minutes?)\b", re.IGNORECASE)
_SECONDS = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "sekunden": 1, "sekunde": 1,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "minuten": 60,
    "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "std": 3600,
    "stunde": 3600, "stunden": 3600, "heure": 3600, "heures": 3600, "horas": 3600, "hora": 3600,
    "d": 86_400, "day": 86_400, "days": 86_400, "tag": 86_400, "tage": 86_400, "tagen": 86_400,
    "jours": 86_400, "week": 604_800, "weeks": 604_800, "wochen": 604_800,
}  # fmt: skip
_AMOUNT = re.compile(
    r"(?<![\w.,:])(?P<count>\d+(?:[.,]\d+)?|an?(?=[\s-]+(?:hour|minute|day|week))|"
    r"one|two|three|four|five)(?P<half>\s+and\s+a\s+half|\s*1⁄2)?[\s-]*"
    rf"(?P<unit>{'|'.join(sorted(_SECONDS, key=len, reverse=True))})"
    r"(?:(?P<rest>\d{1,2})(?:min|m)?)?(?![A-Za-z])\.?",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_CLOCKED = re.compile(
    r"(?<![\d:])(\d+):([0-5]\d)(?::([0-5]\d))?(?![\d:])\s*(?:h\b|hrs?\b|hours?\b)?", re.IGNORECASE
)
_ISO_DURATION = re.compile(
    r"\bP(?:(?P<d>\d+)D)?(?:T(?=\d)(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+)S)?)?(?<=\d[DHMS])\b"
)
_BETWEEN = re.compile(r"^\s*(?:,|and|und|et|y)?\s*$", re.IGNORECASE)

Day = tuple[int | None, int, int]
"""Year (``None`` where it is missing), month, day."""


def scan_dates(text: str) -> list[Candidate]:
    """Return every date of a text; a reading is ``(year or None, month, day)``."""
    found: list[Candidate] = []
    for candidate in (*_iso(text), *_short(text), *_worded(text)):
        # The days of "3 or 5 May" overlap in the text; any other overlap is part of a date.
        if not any(_cuts_into(candidate, each) for each in found):
            found.append(candidate)
    return sorted(found, key=lambda each: each.start)


def _cuts_into(one: Candidate, other: Candidate) -> bool:
    if (one.start, one.end) == (other.start, other.end):
        return False
    return one.start < other.end and other.start < one.end


def same_day(one: Day, other: Day) -> bool:
    """Whether two dates may be the same; a missing year matches any."""
    return one[1:] == other[1:] and (one[0] is None or other[0] is None or one[0] == other[0])


def _iso(text: str) -> Iterator[Candidate]:
    for match in _ISO.finditer(text):
        yield from _candidate(match, [(int(match[1]), int(match[3]), int(match[4]))])


def _short(text: str) -> Iterator[Candidate]:
    for match in _SHORT.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        year += 2000 if year < 100 else 0
        readings = [(year, second, first)]
        if match[2] != ".":
            readings.append((year, first, second))
        yield from _candidate(match, readings)


def _worded(text: str) -> Iterator[Candidate]:
    for pattern in _WORDED:
        for match in pattern.finditer(text):
            month = _MONTHS[match["month"].lower()]
            year = int(match["year"]) if match["year"] else None
            for day in re.findall(r"\d+", match["days"]):
                yield from _candidate(match, [(year, month, int(day))])


def _candidate(match: re.Match[str], readings: Sequence[Day]) -> Iterator[Candidate]:
    real = [each for each in readings if _is_day(each)]
    if real:
        yield Candidate.at(match, *real)


def _is_day(day: Day) -> bool:
    try:
        date(day[0] or 2000, day[1], day[2])
    except ValueError:
        return False
    return True


def scan_times(text: str) -> list[Candidate]:
    """Return every time of day; a reading is in seconds after midnight."""
    found = []
    dates = [(each.start, each.end) for each in scan_dates(text)]
    for match in _TIME.finditer(text):
        inside_date = any(start <= match.start() < end for start, end in dates)
        if inside_date or not (match["mark"] or match["half"]):
            continue
        # 14.30 is a time only if marked as one: else it is a number.
        if match["mark"] == "." and not match["half"]:
            continue
        if not match["half"] and _HOURS_AFTER.match(text, match.end()):
            continue
        value = _seconds(match)
        if value is not None:
            end = match.start() + len(match[0].rstrip())
            found.append(Candidate(start=match.start(), end=end, readings=frozenset({value})))
    for match in _NAMED_TIME.finditer(text):
        value = _NAMED_TIMES[match[0].lower()]
        # "12 noon" is one time.
        if not any(0 <= match.start() - each.end <= 1 for each in found):
            found.append(Candidate.at(match, value))
    return sorted(found, key=lambda each: each.start)


def _seconds(match: re.Match[str]) -> int | None:
    hour = int(match["hour"])
    half = (match["half"] or "").lower().replace(".", "").replace(" ", "")
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return (hour % 24) * 3600 + int(match["minute"] or 0) * 60 + int(match["second"] or 0)


def scan_durations(text: str) -> list[Candidate]:
    """Return every duration; a reading is in seconds."""
    found = [*_spelled(text), *_iso_durations(text)]
    for match in _CLOCKED.finditer(text):
        if not any(each.start < match.end() and match.start() < each.end for each in found):
            first, second, third = int(match[1]), int(match[2]), int(match[3] or 0)
            value = Fraction(first * 3600 + second * 60 + third)
            found.append(Candidate.at(match, value, weak=not match[0].rstrip()[-1].isalpha()))
    return sorted(found, key=lambda each: each.start)


def _spelled(text: str) -> list[Candidate]:
    found: list[Candidate] = []
    smallest = 0
    for match in _AMOUNT.finditer(text):
        unit = _SECONDS[match["unit"].lower()]
        count = match["count"].lower().replace(",", ".")
        number = Fraction(_COUNTS[count]) if count in _COUNTS else Fraction(count)
        value = (number + (Fraction(1, 2) if match["half"] else 0)) * unit
        if match["rest"]:
            if unit != 3600:
                continue
            value, unit = value + int(match["rest"]) * 60, 60
        last = found[-1] if found else None
        if last and unit < smallest and _BETWEEN.match(text[last.end : match.start()]):
            (before,) = last.readings
            found[-1] = replace(last, end=match.end(), readings=frozenset({before + value}))
        else:
            found.append(Candidate.at(match, value))
        smallest = unit
    return found


def _iso_durations(text: str) -> Iterator[Candidate]:
    for match in _ISO_DURATION.finditer(text):
        parts = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
        total = sum(int(match[name] or 0) * size for name, size in parts.items())
        yield Candidate.at(match, Fraction(total))


def spans_of_moments(text: str) -> list[tuple[int, int]]:
    """Return the spans of dates and times, whose digits are not numbers by themselves."""
    return [(each.start, each.end) for each in (*scan_dates(text), *scan_times(text))]
