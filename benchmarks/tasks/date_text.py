"""Find dates in English text and replace them by others in the same form."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

MONTHS = tuple(calendar.month_name)[1:]
WEEKDAYS = tuple(calendar.day_name)
Kind = Literal["day", "month", "season", "year"]

# May and Mar are also words or parts of words, so these need their capital.
_MONTH = (
    r"(?P<month>(?i:January|February|March|April|June|July|August|September|October|November|"
    r"December|Jan|Feb|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?|May\b|Mar\b\.?)"
)
_NO_MONTH = r"(?!\s*(?:of\s+)?" + _MONTH.replace("?P<month>", "?:") + ")"
_DAY = r"(?P<day>[0-3]?\d)(?P<ordinal>st|nd|rd|th)?(?!\w|\.\d)"
_DAY2 = r"(?P<day2>[0-3]?\d)(?P<ordinal2>st|nd|rd|th)?(?!\w|\.\d)"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_WEEKDAY = (
    r"(?:(?P<weekday>(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\.?),? )?"
)
_TO = r"(?P<to>\s*[-–—]\s*|\s+(?:to|until|till|through)\s+(?:the\s+)?)"

_FORMS: dict[str, re.Pattern[str]] = {
    "iso": re.compile(r"(?<![\d-])(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?![\d-])"),
    "numeric": re.compile(
        r"(?<![\d/.])(?P<first>\d{1,2})(?P<by>[/.])(?P<second>\d{1,2})(?P=by)(?P<year>\d{4})(?!\d)"
    ),
    "month first": re.compile(
        rf"\b{_WEEKDAY}{_MONTH}\s+{_DAY}(?:{_TO}{_DAY2}{_NO_MONTH})?"
        rf"(?:(?P<before_year>,?\s+){_YEAR})?"
    ),
    "day first": re.compile(
        rf"(?<![\d.,$]){_WEEKDAY}\b{_DAY}(?:{_TO}{_DAY2})?(?P<of>\s+of\s+|\s+){_MONTH}"
        rf"(?:(?P<before_year>,?\s+){_YEAR})?"
    ),
    "month": re.compile(rf"\b{_MONTH}(?P<before_year>,?\s+){_YEAR}"),
    "season": re.compile(
        r"(?<![\d$-])(?P<year>(?:19|20)\d\d)[-–/](?P<year2>(?:19|20)\d\d|\d\d)(?![\d-])"
    ),
    "year": re.compile(r"(?<![\w,.$€£-])(?P<year>19[5-9]\d|20[0-4]\d)(?![\w-]|[,.]\d)"),
}
_NUMBERED = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?$")
_KINDS: dict[str, Kind] = {"month": "month", "season": "season", "year": "year"}


@dataclass(frozen=True, kw_only=True)
class Mention:
    """One mention of a day, a pair of days, a month, a season or a year.

    Attributes:
        kind: what it names.
        form: how it is written.
        match: where, with its parts.
        day: its first day.
        last: its last day; the same for a single day, 30 June for a season over two years.
        dated: whether the year is written.
        known: whether the year is written here or beside it.
    """

    kind: Kind
    form: str
    match: re.Match[str]
    day: date
    last: date
    dated: bool
    known: bool

    @property
    def text(self) -> str:
        """The text as written."""
        return self.match.group()

    @property
    def weekday(self) -> str:
        """The day of the week as written, if any."""
        return self.match.groupdict().get("weekday") or ""


def find_mentions(text: str, year: int) -> list[Mention]:
    """Find the dates in a text, in order; missing years are inferred.

    A day without a year has that of the next day in the text that has one, else of the previous
    one; if none has, it is in ``year``. So "December 28 to January 3, 2024" begins in 2023.
    Invalid days, such as 31 June, are left out.
    """
    found: list[Mention] = []
    day_first = _day_first(text)
    for form, pattern in _FORMS.items():
        for match in pattern.finditer(text):
            if not any(_overlap(match, other.match) for other in found):
                mention = _read(form, match, year, day_first)
                found += [] if mention is None else [mention]
    found.sort(key=lambda mention: mention.match.start())
    return _with_years(found)


def is_ambiguous(mention: Mention) -> bool:
    """Whether a date like 3/4/2024 does not reveal which number is the month."""
    match = mention.match
    return (
        mention.form == "numeric"
        and match["first"] != match["second"]
        and _day_first(match.string) is None
    )


def rewrite(text: str, mentions: Sequence[Mention]) -> str:
    """Return the text with the days of these mentions written in their places."""
    for mention in sorted(mentions, key=lambda mention: -mention.match.start()):
        start, end = mention.match.span()
        text = text[:start] + write(mention) + text[end:]
    return text


def write(mention: Mention) -> str:
    """Return the words of a mention with its days filled in."""
    parts = mention.match.groupdict()
    if mention.form == "iso":
        return mention.day.isoformat()
    if mention.form == "numeric":
        return _write_numeric(mention)
    if mention.kind in ("season", "year"):
        raise ValueError(f"{mention.text!r} names no day")
    year = f"{parts['before_year'] or ', '}{mention.last.year}" if mention.dated else ""
    if mention.kind == "month":
        return _write_month(parts["month"], mention.day) + year
    weekday = _write_weekday(mention.weekday, mention.day)
    if not parts["day2"]:
        return weekday + _write_day(mention, mention.day, "") + year
    return weekday + _write_pair(mention, year)


def _write_pair(mention: Mention, year: str) -> str:
    """Write two days that shared a month but may not any more."""
    parts = mention.match.groupdict()
    to = parts["to"]
    if (mention.day.year, mention.day.month) == (mention.last.year, mention.last.month):
        second = _number(parts["day2"], parts["ordinal2"], mention.last)
        if mention.form == "month first":
            return f"{_write_day(mention, mention.day, '')}{to}{second}{year}"
        first = _number(parts["day"], parts["ordinal"], mention.day)
        return f"{first}{to}{second}{parts['of']}{_write_month(parts['month'], mention.last)}{year}"
    if mention.form == "month first":
        to = to.replace("the ", "")
    if to == to.strip():
        to = f" {to} "
    own_year = mention.dated and mention.day.year != mention.last.year
    first_year = f"{parts['before_year']}{mention.day.year}" if own_year else ""
    return (
        f"{_write_day(mention, mention.day, '')}{first_year}{to}"
        f"{_write_day(mention, mention.last, '2')}{year}"
    )


def _write_day(mention: Mention, day: date, n: str) -> str:
    parts = mention.match.groupdict()
    number = _number(parts[f"day{n}"], parts[f"ordinal{n}"], day)
    month = _write_month(parts["month"], day)
    return f"{month} {number}" if mention.form == "month first" else f"{number}{parts['of']}{month}"


def _number(old: str, ordinal: str | None, day: date) -> str:
    width = 2 if old.startswith("0") else 1
    return f"{day.day:0{width}d}" + (_ordinal(day.day) if ordinal else "")


def _ordinal(number: int) -> str:
    if number in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _write_month(old: str, day: date) -> str:
    name = MONTHS[day.month - 1]
    whole = old.rstrip(".").capitalize() in MONTHS and old != "May"
    # A dot stays: it may end the sentence.
    return (name if whole else name[:3]) + ("." if old.endswith(".") else "")


def _write_weekday(old: str, day: date) -> str:
    if not old:
        return ""
    name = WEEKDAYS[day.weekday()]
    return (
        f"{name if old in WEEKDAYS else name[:3] + old[3:].strip('abcdefghijklmnopqrstuvwxyz')}, "
    )


def _write_numeric(mention: Mention) -> str:
    match = mention.match
    numbers = [mention.day.day, mention.day.month]
    if _day_first(match.string) is False:
        numbers.reverse()
    padded = [
        f"{number:0{len(old) if old.startswith('0') or len(old) == 2 else 1}d}"
        for number, old in zip(numbers, (match["first"], match["second"]), strict=True)
    ]
    return match["by"].join([*padded, str(mention.day.year)])


def _read(form: str, match: re.Match[str], year: int, day_first: bool | None) -> Mention | None:
    parts = match.groupdict()
    own = int(parts["year"]) if parts["year"] else None
    kind: Kind = _KINDS.get(form, "day")
    if kind == "month" and _NUMBERED.search(match.string[: match.start()]):
        return None  # 31 June 2024 is no day, but it is not that June either
    try:
        day, last = _days(kind, parts, own, year, day_first)
    except ValueError:
        return None
    if last < day:
        return None
    dated = own is not None
    return Mention(kind=kind, form=form, match=match, day=day, last=last, dated=dated, known=dated)


def _days(
    kind: Kind, parts: dict[str, str], own: int | None, year: int, day_first: bool | None
) -> tuple[date, date]:
    if kind in ("season", "year"):
        first = int(parts["year"])
        end = parts.get("year2") or parts["year"]
        last = int(parts["year"][: 4 - len(end)] + end)
        return date(first, 1, 1), date(last, 6, 30) if last > first else date(last, 12, 31)
    if "first" in parts:
        numbers = int(parts["first"]), int(parts["second"])
        number, month = reversed(numbers) if day_first is False else numbers
    else:
        month = _month_number(parts["month"])
        number = int(parts["day"]) if kind == "day" else 1
    if own is None and (month, number) == (2, 29):
        year += -year % 4  # the next one that has it
    day = date(own or year, month, number)
    if kind == "month":
        return day, day.replace(day=calendar.monthrange(day.year, month)[1])
    return day, day.replace(day=int(parts["day2"])) if parts.get("day2") else day


def _month_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return [name[:3] for name in MONTHS].index(text[:3].capitalize()) + 1


def _day_first(text: str) -> bool | None:
    """Whether dates like 20/12/2023 in this text start with the day; None if none shows it."""
    for match in _FORMS["numeric"].finditer(text):
        if int(match["first"]) > 12 or match["by"] == ".":
            return True
        if int(match["second"]) > 12:
            return False
    return None


def _with_years(mentions: list[Mention]) -> list[Mention]:
    result = list(mentions)
    days = [n for n, mention in enumerate(mentions) if mention.kind == "day"]
    for here, there in reversed(list(zip(days, days[1:], strict=False))):
        if not result[here].known and result[there].known:
            year = result[there].day.year
            result[here] = _in_year(result[here], year, at_most=result[there].day)
    for there, here in zip(days, days[1:], strict=False):
        if not result[here].known and result[there].known:
            year = result[there].last.year
            result[here] = _in_year(result[here], year, at_least=result[there].last)
    return result


def _in_year(
    mention: Mention, year: int, *, at_least: date = date.min, at_most: date = date.max
) -> Mention:
    for other in (year, year - 1 if at_least == date.min else year + 1):
        try:
            day, last = mention.day.replace(year=other), mention.last.replace(year=other)
        except ValueError:  # 29 February
            continue
        if at_least <= day <= at_most:
            return replace(mention, day=day, last=last, known=True)
    return mention


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.start() < other.end() and other.start() < one.end()
