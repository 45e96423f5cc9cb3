"""Values in a text: prices, dates, times, lengths of time, ratings, shares, measures, numbers.

A value that is written in different ways is the same here (``1,234.50 $`` and ``$1234.5``); one
that can be read in two ways has both readings (``1.234`` and ``03/04/2030``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

Kind = Literal["money", "percent", "rating", "date", "time", "duration", "measure", "number"]

_N = r"\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "zł": "PLN", "Kč": "CZK"}
_WORDS = {"dollar": "USD", "euro": "EUR", "pound": "GBP", "yen": "JPY"}
_CODES = "USD|EUR|GBP|JPY|INR|PLN|CZK|CHF|SEK|NOK|DKK|CAD|AUD"
_SIGN = "|".join(map(re.escape, _SIGNS))
_COIN = rf"{_SIGN}|(?:{_CODES})\b|(?:dollars?|euros?|pounds?|yen)\b"
_MONTHS = (
    "jan ene|feb fév fev|mar mär|apr avr abr|may mai mag|jun juin giu|jul juil lug|aug août ago"
    "|sep set|oct okt ott|nov|dec dez déc dic"
)
_MONTH = {name: at for at, names in enumerate(_MONTHS.split("|"), 1) for name in names.split()}
_MONTH_WORD = rf"(?:{'|'.join(sorted(_MONTH, key=len, reverse=True))})\w*\.?"
_MEASURES = {
    "mg": ("mass", 0.001), "g": ("mass", 1), "gram": ("mass", 1), "grams": ("mass", 1),
    "gramm": ("mass", 1), "kg": ("mass", 1000), "kilogram": ("mass", 1000),
    "kilograms": ("mass", 1000), "lb": ("pound", 1), "lbs": ("pound", 1),
    "mm": ("length", 0.001), "cm": ("length", 0.01), "m": ("length", 1), "km": ("length", 1000),
    "metres": ("length", 1), "meters": ("length", 1), "kilometres": ("length", 1000),
    "inch": ("inch", 1), "inches": ("inch", 1), "ml": ("volume", 0.001), "l": ("volume", 1),
    "litre": ("volume", 1), "litres": ("volume", 1), "liter": ("volume", 1),
    "w": ("watt", 1), "kwh": ("energy", 1), "gb": ("bytes", 1), "mb": ("bytes", 0.001),
}  # fmt: skip
_UNIT = "|".join(sorted(_MEASURES, key=len, reverse=True))
_SPELLED_BY_NUMBER = (
    ("two", "zwei", "deux", "dos"),
    ("three", "drei", "trois", "tres"),
    ("four", "vier", "quatre", "cuatro"),
    ("five", "fünf", "cinq", "cinco"),
    ("six", "sechs", "seis"),
    ("seven", "sieben", "sept", "siete"),
    ("eight", "acht", "huit", "ocho"),
    ("nine", "neun", "neuf", "nueve"),
    ("ten", "zehn", "dix", "diez"),
    ("eleven", "elf"),
    ("twelve", "zwölf"),
)
_SPELLED_WORDS = "|".join(word for words in _SPELLED_BY_NUMBER for word in words)
_SPELLED = {word: number for number, words in enumerate(_SPELLED_BY_NUMBER, 2) for word in words}
_SCALES = {
    "k": 1e3, "thousand": 1e3, "tausend": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6,
    "millions": 1e6, "millionen": 1e6, "bn": 1e9, "billion": 1e9, "milliarden": 1e9,
}  # fmt: skip
_SCALE = (
    r"(?-i:[kM](?![\w²³/])| ?bn\b)|(?: |(?<=\d))(?i:thousand|tausend|mio\b\.?|millions?\b|millionen"
    r"|billion|milliarden)\b"
)
_HOURS = r"(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore)"
_MINUTES = r"(?:m|min|mins|minutes?|minuten|minutos?|minuti)\.?"
_HALF_HOUR = 30


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """One value; ``amounts`` are its readings, ``unit`` its currency or dimension, ``""`` if none.

    Amounts are in minutes for times and lengths of time, ``yyyymmdd`` for dates (``mmdd`` without
    the year, ``yyyymm00`` without the day), in the base unit for measures. ``start`` and ``end``
    are its place in the text; ``step`` is what it is rounded to as it is written (``1.2k``).
    """

    kind: Kind
    amounts: tuple[float, ...]
    text: str
    start: int
    end: int
    unit: str = ""
    step: float = 0.0

    @property
    def amount(self) -> float:
        """Its likeliest reading."""
        return self.amounts[0]


def same(ours: Value, shown: Value, *, about: bool = False) -> bool:
    """Whether both mean one value; ``about`` allows for ours being rounded."""
    if not comparable(ours, shown):
        return False
    if ours.kind == "date":
        return any(_same_day(a, b) for a in ours.amounts for b in shown.amounts)
    if shown.kind == "date":
        return any(amount == day // 10_000 for amount in ours.amounts for day in shown.amounts)
    near = 0.05 if about else 0.0
    least = max(ours.step / 2, 1e-6)
    return any(abs(a - b) <= max(near * abs(b), least) for a in ours.amounts for b in shown.amounts)


def comparable(one: Value, other: Value) -> bool:
    """Whether they are of one kind; a number may stand for one with a unit, or for a year."""
    if one.kind == other.kind:
        return not (one.unit and other.unit) or one.unit == other.unit
    if one.kind == "number" and other.kind == "date":
        return len(one.text) == len("2030") and one.text.isdigit()
    if {one.kind, other.kind} == {"time", "duration"}:
        # "2:35" may be a length of time, and "08h15" a time of day.
        return bool(re.fullmatch(r"\d{1,2}[:h]\d\d", one.text))
    plain = {"number", "money", "percent", "rating", "measure"}
    return "number" in (one.kind, other.kind) and {one.kind, other.kind} <= plain


def _same_day(one: float, other: float) -> bool:
    if min(one, other) < 10_000:
        return one % 10_000 == other % 10_000
    if not one % 100:
        return one // 100 == other // 100
    return one == other


@lru_cache(maxsize=4096)
def values_in(text: str) -> tuple[Value, ...]:
    """Return the values of a text in their order; what is part of one is no other."""
    found: list[Value] = []
    taken = bytearray(len(text) + 1)
    for pattern, make in _FORMS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            value = make(match)
            if value is not None:
                found.append(value)
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return tuple(sorted(found, key=lambda value: value.start))


def readings(number: str) -> tuple[float, ...]:
    """The amounts that a written number may mean, the likeliest first."""
    bare = re.sub(r"[ '’\u00a0\u202f]", "", number)
    if re.fullmatch(r"\d+", bare):
        return (float(bare),)
    last = max(bare.rfind("."), bare.rfind(","))
    decimal = float(re.sub(r"[.,]", "", bare[:last]) + "." + bare[last + 1 :])
    whole = float(re.sub(r"[.,]", "", bare))
    if len(bare) - last - 1 != 3:
        return (decimal,)
    if len(re.findall(r"[.,]", bare)) > 1 and len(set(re.findall(r"[.,]", bare))) == 1:
        return (whole,)
    return (whole, decimal)


def _value(kind: Kind, match: re.Match[str], amounts: tuple[float, ...], unit: str = "") -> Value:
    return Value(
        kind=kind, amounts=amounts, unit=unit, text=match[0].strip(), start=match.start(),
        end=match.end(),
    )  # fmt: skip


def _date(match: re.Match[str]) -> Value | None:
    parts = match.groupdict()
    month = _MONTH.get(parts["month"].casefold()[:4]) or _MONTH.get(parts["month"].casefold()[:3])
    day, year = int(parts["day"]), int(parts["year"] or 0)
    if not month or not 1 <= day <= 31:
        return None
    return _value("date", match, (year * 10_000 + month * 100 + day,))


def _month(match: re.Match[str]) -> Value | None:
    written = match["month"].casefold()
    month = _MONTH.get(written[:4]) or _MONTH.get(written[:3])
    return _value("date", match, (int(match["year"]) * 10_000 + month * 100,)) if month else None


def _iso(match: re.Match[str]) -> Value | None:
    year, month, day = (int(part) for part in match.groups())
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return _value("date", match, (year * 10_000 + month * 100 + day,))


def _numeric_date(match: re.Match[str]) -> Value | None:
    one, other, year = (int(part) for part in match.groups())
    year += 2000 if year < 100 else 0
    orders = [(one, other), (other, one)]
    days = [year * 10_000 + m * 100 + d for d, m in orders if m <= 12 and d <= 31]
    return _value("date", match, tuple(dict.fromkeys(map(float, days)))) if days else None


def _time(match: re.Match[str]) -> Value | None:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    half = (match["half"] or "").casefold().replace(".", "")
    if half.startswith("p") and hour < 12:
        hour += 12
    elif half.startswith("a") and hour == 12:
        hour = 0
    return _value("time", match, (hour * 60 + minute,)) if hour < 25 and minute < 60 else None


def _duration(match: re.Match[str]) -> Value | None:
    hours, minutes = match["hours"], match["minutes"] or match["only"]
    spelled = _SPELLED.get((hours or "").casefold())
    spent = 60 * (spelled or float((hours or "0").replace(",", "."))) + float(minutes or 0)
    spent += _HALF_HOUR if match["half"] else 0
    return _value("duration", match, (spent,))


def _money(match: re.Match[str]) -> Value | None:
    coin = (match["before"] or match["after"]).strip()
    unit = _SIGNS.get(coin) or _WORDS.get(coin.casefold().rstrip("s")) or coin.upper()
    value = _scaled("money", match, match["n1"] or match["n2"], match["s1"] or match["s2"])
    cents = int(match["cents"] or 0) / 100
    return replace(value, unit=unit, amounts=tuple(amount + cents for amount in value.amounts))


def _measure(match: re.Match[str]) -> Value | None:
    if match["unit"] == "M":
        return None
    dimension, factor = _MEASURES[match["unit"].casefold()]
    amounts = tuple(amount * factor for amount in readings(match["n"]))
    return _value("measure", match, amounts, dimension)


def _rating(match: re.Match[str]) -> Value | None:
    spelled = _SPELLED.get((match["n2"] or "").casefold())
    return _value("rating", match, (spelled,) if spelled else readings(match["n"] or match["n2"]))


def _scaled(kind: Kind, match: re.Match[str], written: str, scale: str | None) -> Value:
    """A number with what is written for thousands or millions behind it."""
    amounts = readings(written)
    if not scale:
        return _value(kind, match, amounts)
    factor = _SCALES[scale.strip(" .").casefold()]
    behind = re.search(r"[.,](\d+)$", written)
    value = _value(kind, match, tuple(amount * factor for amount in amounts))
    return replace(value, step=factor / 10 ** len(behind[1] if behind else ""))


def _number(match: re.Match[str]) -> Value | None:
    return _scaled("number", match, match["n"], match["scale"])


def _plain(kind: Kind) -> Callable[[re.Match[str]], Value | None]:
    return lambda match: _value(kind, match, readings(match["n"]))


def _spelled(match: re.Match[str]) -> Value | None:
    return _value("number", match, (float(_SPELLED[match[0].casefold()]),))


def _forms() -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], Value | None]]]:
    day, year = r"(?P<day>\d{1,2})", r"(?P<year>\d{4})"
    month = rf"(?P<month>{_MONTH_WORD})"
    flags = re.I
    yield re.compile(r"(?<!\d)(\d{4})[-/](\d\d)[-/](\d\d)(?!\d)"), _iso
    yield re.compile(r"(?<![\d.,])((?:19|20)\d\d)(\d\d)(\d\d)(?![\d.,]\d|\d)"), _iso
    yield (
        re.compile(
            rf"\b{day}(?:st|nd|rd|th|\.|er)? (?:of |de )?{month}(?:,? (?:de )?{year})?\b", flags
        ),
        _date,
    )
    yield re.compile(rf"\b{month} {day}(?:st|nd|rd|th)?(?:,? {year})?\b", flags), _date
    yield (
        re.compile(r"(?<![\d.,/])(\d{1,2})[./](\d{1,2})[./](\d{4}|\d\d)(?![\d.,]\d)"),
        _numeric_date,
    )
    yield re.compile(rf"\b{month},? (?:de |of )?{year}\b", flags), _month
    half = r"(?P<half>[ap]\.?m\b\.?)"
    yield (
        re.compile(rf"(?<![\d:.])(?P<hour>\d{{1,2}})\.(?P<minute>\d\d) ?{half}", flags),
        _time,
    )
    yield (
        re.compile(
            r"(?<![\d:.])(?P<hour>\d{1,2})(?P<half>)(?:[.:](?P<minute>\d\d))?"
            r"(?= ?(?:-|–|to|bis|until) ?\d{1,2} Uhr\b| ?(?:Uhr|o['’]clock)\b)"
        ),
        _time,
    )
    yield (
        re.compile(
            rf"(?<![\d:.])(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::\d\d)?(?:Z|(?!\d))(?: ?{half})?",
            flags,
        ),
        _time,
    )
    yield re.compile(rf"(?<![\d:.])(?P<hour>\d{{1,2}})(?P<minute>) ?{half}", flags), _time
    yield (
        re.compile(
            rf"(?<![\w.,])(?:PT)?(?:(?P<hours>\d+(?:[.,]\d+)?|(?:{_SPELLED_WORDS})\b)"
            rf"(?P<half> and a half)?(?: ?{_HOURS}\b|[hH](?=\d))(?:,? (?:(?:and|und|et|y) )?|)"
            rf"(?:(?P<minutes>\d+)(?: ?{_MINUTES})?(?!\w))?|(?P<only>\d+) ?"
            r"(?:min|mins|minutes?|minuten|minutos?)\b\.?)",
            flags,
        ),
        _duration,
    )
    yield (
        re.compile(
            rf"(?<![\w.,])(?P<n>{_N}) ?(?:out of|of|von|sur|/) ?(?:5|10|100)\b(?! ?(?:{_UNIT})\b)"
            r"(?: stars?)?"
            rf"|(?<![\w.,])(?P<n2>{_N}|{_SPELLED_WORDS})[ -]stars?\b",
            flags,
        ),
        _rating,
    )
    yield (
        re.compile(
            rf"(?<![^\W_])(?:US|A|C)?(?P<before>{_COIN}) ?(?P<n1>{_N})(?P<s1>{_SCALE})?"
            rf"|(?<![\w.,])(?P<n2>{_N})(?P<s2>{_SCALE})?[ \u00a0]?(?P<after>{_COIN})"
            r"(?: and (?P<cents>\d\d?) cents?)?",
            flags,
        ),
        _money,
    )
    yield (
        re.compile(rf"(?<![\w.,])(?P<n>{_N}) ?(?:%|per ?cent\b|prozent\b)", flags),
        _plain("percent"),
    )
    yield re.compile(rf"(?<![\w.,])(?P<n>{_N}) ?(?P<unit>{_UNIT})\b(?!'\w)", flags), _measure
    yield (
        re.compile(
            rf"(?<![\w.,])(?<!\D-)(?<!^-)(?<![A-Z][A-Z] )(?P<n>{_N})(?:(?P<scale>{_SCALE})|(?!\w))"
        ),
        _number,
    )
    yield re.compile(rf"\b(?:{_SPELLED_WORDS})\b", flags), _spelled


_FORMS = tuple(_forms())
