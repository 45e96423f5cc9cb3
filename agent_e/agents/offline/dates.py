"""Dates and times of day as people write them."""

from __future__ import annotations

import datetime
import re

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_FORMS = (
    r"(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})",
    r"(?P<number>[01]?\d)/(?P<day>[0-3]?\d)/(?P<year>\d{4})",
    r"(?P<day>[0-3]?\d)\.\s?(?P<number>[01]?\d)\.\s?(?P<year>\d{4})",
    rf"{_MONTH} {_DAY},? (?P<year>\d{{4}})",
    rf"{_DAY} (?:of )?{_MONTH},? (?P<year>\d{{4}})",
)
DATE = re.compile(
    "|".join(rf"(?:\b{re.sub(r'[?]P<[a-z]+>', '?:', form)}\b)" for form in _FORMS), re.I | re.A
)
"""A whole date with its year, in any of the forms that ``read_date`` knows."""

_CLOCK = re.compile(r"\b(?P<h>[0-2]?\d)(?::(?P<m>[0-5]\d))?\s*(?P<half>[ap])\.?m\b\.?", re.I | re.A)
_PLAIN_CLOCK = re.compile(r"\b(?P<h>[0-2]?\d):(?P<m>[0-5]\d)\b", re.A)


def read_date(text: str) -> datetime.date | None:
    """The first date with a year in a text; of figures with slashes the first is the month."""
    for form in _FORMS:
        if found := re.search(rf"\b{form}\b", text, re.I | re.A):
            parts = found.groupdict()
            named = (parts.get("month") or "")[:3].casefold()
            month = _MONTHS.index(named) + 1 if named else int(parts["number"])
            try:
                return datetime.date(int(parts["year"]), month, int(parts["day"]))
            except ValueError:
                continue
    return None


def read_clock(text: str) -> str:
    """The first time of day in a text as ``HH:MM``; "" when there is none."""
    if found := _CLOCK.search(text):
        hour = int(found["h"]) % 12 + (12 if found["half"].casefold() == "p" else 0)
        return f"{hour:02}:{found['m'] or '00'}"
    plain = _PLAIN_CLOCK.search(text)
    return f"{int(plain['h']):02}:{plain['m']}" if plain and int(plain["h"]) < 24 else ""


def read_month(text: str) -> tuple[int, int] | None:
    """The year and month that a calendar's title names, such as "October 2026"."""
    found = re.search(rf"\b{_MONTH}\W+(?P<year>\d{{4}})\b", text, re.I | re.A)
    if found:
        return int(found["year"]), _MONTHS.index(found["month"][:3].casefold()) + 1
    return None
