"""Dates as fields write them. Pure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date

_LETTERS = re.compile(
    r"(?<!\w)(([^\W\d_])\2{0,3})([./ -]{1,2}|, )"
    r"(([^\W\d_])\5{0,3})([./ -]{1,2}|, )(([^\W\d_])\8{0,3})(?!\w)"
)
_NUMBERS = re.compile(r"(?<!\d)(\d{1,4})([./-]|\. )(\d{1,2})([./-]|\. )(\d{1,4})(?!\d)")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}$")
_YEARS = frozenset("yjarгv")
"""Initials of "year" in placeholders that spell dates: year, Jahr, año …"""
_MONTHS = frozenset("mм")


def iso_date(text: str) -> date | None:
    """Parse a YYYY-MM-DD date; ``None`` if ``text`` is none."""
    bare = text.strip()
    if not _ISO.match(bare):
        return None
    try:
        return date.fromisoformat(bare)
    except ValueError:
        return None


def written(day: date, hints: str) -> str:
    """Write a date in the format of the hints, else as YYYY-MM-DD.

    Hints are texts about the field, one per line, the most specific first: with a letter pattern
    (``dd/mm/yyyy``, ``TT.MM.JJJJ``) or an example date.
    """
    for hint in hints.splitlines():
        parts = _of_letters(hint) or _of_example(hint)
        if parts:
            return "".join(_part(day, part) for part in parts)
    return day.isoformat()


def _of_letters(hint: str) -> list[str]:
    found = _LETTERS.search(hint.casefold())
    if not found:
        return []
    groups = [found[1], found[4], found[7]]
    kinds = [*_kinds(groups)]
    if sorted(kinds) != ["d", "m", "y"]:
        return []
    first, second, third = (kind * len(group) for kind, group in zip(kinds, groups, strict=True))
    return [first, found[3], second, found[6], third]


def _kinds(groups: list[str]) -> Iterator[str]:
    long_year = any(len(group) == 4 and group[0] not in _MONTHS for group in groups)
    for group in groups:
        if group[0] in _MONTHS:
            yield "m"
        elif len(group) == 4 or (not long_year and group[0] in _YEARS):
            yield "y"
        else:
            yield "d"


def _of_example(hint: str) -> list[str]:
    found = _NUMBERS.search(hint)
    if not found:
        return []
    groups = [found[1], found[3], found[5]]
    kinds = ["y" if len(group) == 4 else "d" if int(group) > 12 else "" for group in groups]
    if kinds.count("y") != 1 or kinds.count("d") > 1:
        return []
    if kinds[0] == "y":
        kinds = ["y", "m", "d"] if "d" not in kinds or kinds[2] == "d" else ["y", "d", "m"]
    elif "d" not in kinds:
        return []
    kinds = [kind or "m" for kind in kinds]
    first, second, third = (
        kind * (4 if kind == "y" else len(group)) for kind, group in zip(kinds, groups, strict=True)
    )
    return [first, found[2], second, found[4], third]


def _part(day: date, part: str) -> str:
    match part[0], len(part):
        case "y", 2:
            return f"{day.year % 100:02d}"
        case "y", _:
            return f"{day.year:04d}"
        case "m", 3:
            return calendar.month_abbr[day.month]
        case "m", 4:
            return calendar.month_name[day.month]
        case "m", size:
            return f"{day.month:0{size}d}"
        case "d", size:
            return f"{day.day:0{size}d}"
    return part
