"""Values in the words of a page: prices, ratings, numbers of reviews, measures, dates."""

from __future__ import annotations

import datetime
import re
from contextlib import suppress
from dataclasses import dataclass

_SIGN = r"(?:[$€£¥]|\b(?:USD|EUR|GBP)\b)"
_AMOUNT = r"\d{1,3}(?:[,.’ ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_PRICE = re.compile(rf"(?:{_SIGN}\s?(?P<a>{_AMOUNT})|(?P<b>{_AMOUNT})\s?{_SIGN})", re.I)
_NOT_THE_PRICE = re.compile(
    r"\b(?:was|before|rrp|old price|instead of|save|saving|shipping|delivery|originally|over)\W*$",
    re.I,
)
_RATINGS = (
    re.compile(r"(?P<n>\d+(?:[.,]\d+)?)\s*(?:/|out of|of)\s*(?:5|10|100)\b(?:\s*stars?)?", re.I),
    re.compile(r"[★⭐]\s*(?P<n>\d(?:[.,]\d+)?)"),
    re.compile(r"(?P<n>\d(?:[.,]\d+)?)\s*(?:[★⭐]|stars?\b)", re.I),
    re.compile(r"\b(?:rated|rating|score|stars)\b\W{0,3}(?P<n>\d(?:[.,]\d+)?)(?![\d,])", re.I),
    re.compile(
        r"(?P<n>[0-5][.,]\d)(?=\s*\(\d[\d,.]*\s*(?:\w+\s+)?(?:reviews?|ratings?|votes)?\))", re.I
    ),
    re.compile(r"[★]{1,5}(?=☆|\s|$)"),
)
_DURATION = re.compile(
    r"(?<![\w:])(?=\d+\s*[hm])(?:(?P<h>\d{1,3})\s*h(?:ours?|rs?)?\b,?\s*)?(?:(?P<m>\d{1,3})\s*m(?:in(?:ute)?s?)?\b)?",
    re.I | re.A,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_FORMS = (
    r"(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})",
    rf"{_MONTH} {_DAY},? (?P<year>\d{{4}})",
    rf"{_DAY} (?:of )?{_MONTH},? (?P<year>\d{{4}})",
)
DATE = re.compile(
    "|".join(rf"(?:\b{re.sub(r'[?]P<[a-z]+>', '?:', form)}\b)" for form in _FORMS), re.I | re.A
)
"""A complete date with its year, in any form that ``read_date`` knows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """A value as the page writes it, and its number (``None`` for words)."""

    text: str
    number: float | None = None


def amount(text: str) -> float:
    """Parse a figure with either decimal sign: ``1,299.00``, ``1.299,00``, ``49,90``, ``1 299``."""
    plain = re.sub(r"[’\s]", "", text)
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain):
        return float(re.sub(r"[.,]", "", plain))
    whole, _, part = re.sub(r"[.,](?=\d{1,2}$)", "|", plain).partition("|")
    return float(f"{re.sub(r'[.,]', '', whole)}.{part or 0}")


def price(text: str) -> Value | None:
    """The price a text asks for; a former price or delivery only when there is no other."""
    found = list(_PRICE.finditer(text))
    current = [hit for hit in found if not _NOT_THE_PRICE.search(text[: hit.start()])]
    for hit in current or found:
        return Value(text=hit[0].strip(), number=amount(hit["a"] or hit["b"]))
    return None


def is_former_price(text: str) -> bool:
    """Whether the only prices in the text are former ones, savings or delivery."""
    return all(_NOT_THE_PRICE.search(text[: hit.start()]) for hit in _PRICE.finditer(text))


def rating(text: str) -> Value | None:
    """Return the rating a text gives, in any of the usual forms."""
    for pattern in _RATINGS:
        if hit := pattern.search(text):
            stars = hit[0].count("★") if "n" not in pattern.groupindex else amount(hit["n"])
            return Value(text=hit[0].strip(), number=float(stars))
    return None


def duration(text: str) -> Value | None:
    """Return how long something takes, in minutes: ``2 h 40 min``, ``1:05 h``, ``11h 21m``."""
    for hit in _DURATION.finditer(text):
        hours, minutes = float(hit["h"] or 0), float(hit["m"] or 0)
        return Value(text=hit[0].strip(), number=hours * 60 + minutes)
    return None


def measure(text: str) -> Value:
    """A value of any other kind; its number is that of a date, or the first figure."""
    day, figure = read_date(text), re.search(_AMOUNT, text)
    number = day.toordinal() if day else amount(figure[0]) if figure else None
    return Value(text=text.strip(), number=number)


def read_date(text: str) -> datetime.date | None:
    """The first date with a year in a text."""
    for found in (re.search(rf"\b{form}\b", text, re.I | re.A) for form in _FORMS):
        if found is not None:
            parts = found.groupdict()
            named = (parts.get("month") or "")[:3].casefold()
            month = _MONTHS.index(named) + 1 if named else int(parts["number"])
            with suppress(ValueError):
                return datetime.date(int(parts["year"]), month, int(parts["day"]))
    return None
