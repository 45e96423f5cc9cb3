"""Amounts of money in texts."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from .candidates import Candidate
from .numbers import scan_numbers

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"})
_SIGNS: dict[str, frozenset[str]] = {
    "$": _DOLLARS, "dollar": _DOLLARS, "dollars": _DOLLARS, "bucks": _DOLLARS,
    "us$": frozenset({"USD"}), "usd": frozenset({"USD"}), "c$": frozenset({"CAD"}),
    "cad": frozenset({"CAD"}), "a$": frozenset({"AUD"}), "aud": frozenset({"AUD"}),
    "€": frozenset({"EUR"}), "eur": frozenset({"EUR"}), "euro": frozenset({"EUR"}),
    "euros": frozenset({"EUR"}), "£": frozenset({"GBP"}), "gbp": frozenset({"GBP"}),
    "pound": frozenset({"GBP"}), "pounds": frozenset({"GBP"}), "quid": frozenset({"GBP"}),
    "¥": frozenset({"JPY", "CNY"}), "jpy": frozenset({"JPY"}), "yen": frozenset({"JPY"}),
    "cny": frozenset({"CNY"}), "yuan": frozenset({"CNY"}), "rmb": frozenset({"CNY"}),
    "₹": frozenset({"INR"}), "inr": frozenset({"INR"}), "rupees": frozenset({"INR"}),
    "rs": frozenset({"INR"}), "chf": frozenset({"CHF"}), "fr": frozenset({"CHF"}),
    "francs": frozenset({"CHF"}), "sek": frozenset({"SEK"}), "nok": frozenset({"NOK"}),
    "dkk": frozenset({"DKK"}), "kr": frozenset({"SEK", "NOK", "DKK"}), "zł": frozenset({"PLN"}),
    "pln": frozenset({"PLN"}), "₩": frozenset({"KRW"}), "krw": frozenset({"KRW"}),
}  # fmt: skip
_NAMES = "|".join(re.escape(name) for name in sorted(_SIGNS, key=len, reverse=True))
_BEFORE = re.compile(rf"(?<![A-Za-z])(-)?({_NAMES})\.?\s*$", re.IGNORECASE)
_AFTER = re.compile(rf"\s*({_NAMES})(?![A-Za-z])", re.IGNORECASE)
_CENTS = re.compile(r"\s*(?:¢|cents?\b)", re.IGNORECASE)
_AND_CENTS = re.compile(r"\s*(?:and|,)?\s*$", re.IGNORECASE)
# No comma: "KE 677, €129.76" and "Set of 4, $38.00" contain one amount.
_JOINED = re.compile(r"^\s*(?:or|and|to|/|-|&|oder|und|bis|ou)\s*$", re.IGNORECASE)
_FREE = re.compile(r"\b(?:free|no cost|no charge|gratis|kostenlos|gratuit)\b", re.IGNORECASE)


def currencies(name: str) -> frozenset[str]:
    """Return what a sign, code or word may stand for; the name itself if unknown."""
    return _SIGNS.get(name.lower(), frozenset({name.upper()}))


def scan_money(text: str) -> list[Candidate]:
    """Return every amount; a reading is ``(amount, currencies)``, none for a bare number.

    Numbers without a currency are weak, unless they have cents or stand beside an amount as an
    alternative ("60 or $64.50").
    """
    numbers = [each for each in scan_numbers(text) if each.unit != "%"]
    found = _with_cents(text, [_amount(text, number) for number in numbers])
    found = [_strengthened(text, found, index) for index in range(len(found))]
    if not found:
        zero = Fraction(0), frozenset[str]()
        return [Candidate.at(match, zero) for match in _FREE.finditer(text)]
    return found


def _amount(text: str, number: Candidate) -> Candidate:
    before = _BEFORE.search(text[max(0, number.start - 12) : number.start])
    after = _AFTER.match(text, number.end)
    sign = before[2] if before else after[1] if after else ""
    kinds = currencies(sign) if sign else frozenset[str]()
    start = number.start - (len(before[0]) if before else 0)
    end = after.end() if after and not before else number.end
    values = number.readings
    cents = _CENTS.match(text, number.end)
    if cents and not sign:
        return Candidate(
            start=start,
            end=cents.end(),
            readings=frozenset((each / 100, kinds) for each in values),
            unit="cents",
        )
    if before and before[1] and not text[: start - len(before[1])].rstrip()[-1:].isdigit():
        values = frozenset(-abs(each) for each in values)
    return Candidate(
        start=start,
        end=end,
        readings=frozenset((each, kinds) for each in values),
        weak=number.weak or not sign,
    )


def _with_cents(text: str, found: list[Candidate]) -> list[Candidate]:
    """Join "5 dollars and 50 cents"; afterwards no amount is in cents any more."""
    joined: list[Candidate] = []
    for each in found:
        last = joined[-1] if joined else None
        amount = last if last and not last.weak and last.unit != "cents" else None
        if each.unit == "cents" and amount and _AND_CENTS.fullmatch(text[amount.end : each.start]):
            (cents, _), *_ = each.readings
            sums = frozenset((value + cents, kinds) for value, kinds in amount.readings)
            joined[-1] = replace(amount, end=each.end, readings=sums)
        else:
            joined.append(each)
    return [replace(each, unit="") for each in joined]


def _strengthened(text: str, found: list[Candidate], index: int) -> Candidate:
    each = found[index]
    if not each.weak:
        return each
    beside = [found[near] for near in (index - 1, index + 1) if 0 <= near < len(found)]
    joined = any(
        not other.weak
        and _JOINED.match(text[min(each.end, other.end) : max(each.start, other.start)])
        for other in beside
    )
    with_cents = re.search(r"\d[.,]\d\d$", text[each.start : each.end]) is not None
    return replace(each, weak=False) if joined or with_cents else each
