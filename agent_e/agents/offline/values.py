"""Values in the words of a page: prices, ratings, numbers of reviews, measures, dates."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SIGN = r"(?:[$€£¥₹₽₩]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|CNY|kr)\b)"
_AMOUNT = r"\d{1,3}(?:[,.’ ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_PRICE = re.compile(rf"(?:{_SIGN}\s?(?P<a>{_AMOUNT})|(?P<b>{_AMOUNT})\s?{_SIGN})", re.I)
_NOT_THE_PRICE = re.compile(
    r"\b(?:was|before|rrp|msrp|list price|old price|instead of|save|saving|shipping|delivery|"
    r"postage|originally|original price|regular(?: price)?|discount|over)\W*$",
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
_REVIEWS = (
    re.compile(r"(?P<n>\d[\d,]*)\s*(?:\w+\s+)?(?:reviews?|ratings|votes|opinions)\b", re.I),
    re.compile(r"\b(?:reviews?|ratings|votes)\s*[:(]\s*(?P<n>\d[\d,]*)", re.I),
    re.compile(r"\b\d[.,]\d\s*\((?P<n>\d[\d,]*)\)"),
)
_DURATION = re.compile(
    r"(?<![\w:])(?=\d+\s*[hm])(?:(?P<h>\d{1,3})\s*h(?:ours?|rs?)?\b,?\s*)?(?:(?P<m>\d{1,3})\s*m(?:in(?:ute)?s?)?\b)?",
    re.I | re.A,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """A value as the page writes it, and what it amounts to (``None`` for words)."""

    text: str
    number: float | None = None


def amount(text: str) -> float:
    """Read a figure with either decimal sign: ``1,299.00``, ``1.299,00``, ``49,90``, ``1 299``."""
    plain = re.sub(r"[’\s]", "", text)
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain):
        return float(re.sub(r"[.,]", "", plain))
    whole, _, part = re.sub(r"[.,](?=\d{1,2}$)", "|", plain).partition("|")
    return float(f"{re.sub(r'[.,]', '', whole)}.{part or 0}")


def price(text: str) -> Value | None:
    """The price a text asks for; a former price or delivery only when there is no other."""
    found = list(_PRICE.finditer(text))
    asked = [hit for hit in found if not _NOT_THE_PRICE.search(text[: hit.start()])]
    for hit in asked or found:
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


def reviews(text: str) -> Value | None:
    """Return how many reviews a text counts."""
    for pattern in _REVIEWS:
        if hit := pattern.search(text):
            return Value(text=hit["n"], number=amount(hit["n"].rstrip(",")))
    return None


def stock(text: str) -> Value | None:
    """Return what a text says of whether a thing can be had."""
    said = (
        r"(?:only |just )?\d* ?(?:left )?in stock|out of stock|sold out|(?:not |un)?available\b"
        r"|only \d+ left"
    )
    hit = re.search(rf"\b(?:{said})", text, re.I | re.A)
    return Value(text=hit[0].strip()) if hit else None


def duration(text: str) -> Value | None:
    """Return how long something takes, in minutes: ``2 h 40 min``, ``1:05 h``, ``11h 21m``."""
    for hit in _DURATION.finditer(text):
        hours, minutes = float(hit["h"] or 0), float(hit["m"] or 0)
        return Value(text=hit[0].strip(), number=hours * 60 + minutes)
    return None


def measure(text: str) -> Value:
    """A value of any other kind; its number is a date's order, or the first figure in its unit."""
    return Value(text=text.strip(), number=_date(text) or _figure(text))


def _figure(text: str) -> float | None:
    hit = re.search(
        rf"(?P<minus>(?<!\w)[-−])?(?P<n>\d+\.\d{{3,}}|{_AMOUNT})\s*(?P<unit>[a-z%]*)", text, re.I
    )
    if not hit:
        return None
    number = float(hit["n"]) if re.fullmatch(r"\d+\.\d{4,}|0\.\d+", hit["n"]) else amount(hit["n"])
    scale = {"g": 0.001, "mg": 1e-6, "mm": 0.1, "m": 100, "km": 1e5, "ml": 0.001, "cl": 0.01}
    scale |= {"kb": 0.001, "gb": 1000, "tb": 1e6, "h": 60, "hour": 60, "hours": 60}
    number *= scale.get(hit["unit"].casefold(), 1)
    return -number if hit["minus"] else number


def _date(text: str) -> float | None:
    if iso := re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", text, re.A):
        return float(iso[1] + iso[2] + iso[3])
    month = re.search(rf"\b({'|'.join(_MONTHS)})[a-z]*\b", text, re.I)
    year = re.search(r"\b(?:19|20)\d\d\b", text, re.A)
    if not month or not year:
        return None
    day = re.search(r"\b([0-3]?\d)(?:st|nd|rd|th)?\b(?!\d)", text.replace(year[0], " "), re.A)
    place = _MONTHS.index(month[1].casefold()) + 1
    return float(int(year[0]) * 10000 + place * 100 + (int(day[1]) if day else 0))
