"""Numbers and amounts of money in texts, in both conventions of writing them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from .candidates import Candidate
from .clocks import spans_of_moments

_TOKEN = re.compile(
    r"(?<![\w])(?P<sign>-|\+|\bminus\s+)?(?P<body>\d+(?:[.,' ]\d+)*|[.,]\d+)"
    r"(?P<power>\s*(?:\*|x|×|·)\s*10\s*\^\s*\(?\s*(?P<exponent>[+-]?\d+)\)?|e(?P<e>[+-]?\d+)\b)?",
    re.IGNORECASE,
)
_FRACTION = re.compile(r"\s*[/⁄]\s*(\d+)(?![\d/.,]*\d*/)")
_SCALES = {
    "k": 3, "thousand": 3, "tsd": 3, "tausend": 3, "mille": 3,
    "m": 6, "mn": 6, "mio": 6, "million": 6, "millions": 6, "millionen": 6,
    "b": 9, "bn": 9, "billion": 9, "billions": 9, "mrd": 9, "milliarden": 9, "milliard": 9,
    "trillion": 12, "tn": 12, "dozen": 0,
}  # fmt: skip
_SCALE = re.compile(
    r"\s?(?P<word>thousand|tsd|tausend|mille|millions?|millionen|mio|billions?|bn|mrd|milliarden|"
    r"milliard|trillion|tn|mn)\b\.?|(?P<letter>[kKmMbB])(?![\w])",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\s*(?P<percent>%|percent\b|per cent\b|prozent\b)|[\s-]*(?P<word>[^\W\d_][\w²³°/^-]*)"
)
_COUNTED = re.compile(
    r"(?:[\s-]+(?!(?:in|with|for|from|and|or|at|on|to|are|is|have|cost|und|oder)\b)[^\W\d]+){1,4}",
    re.IGNORECASE,
)
_SMALL_WORDS = (
    "a an and are as at but by each for from has have in is it no not of on or out per than "
    "that the then there they this to was were which who with would x total altogether und oder "
    "im von"
)
_NO_UNITS = frozenset(_SMALL_WORDS.split())
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b|\.(?=\s+(?:platz|place|floor))", re.IGNORECASE)
_ENUMERATED = re.compile(r"^[ \t]*\(?\d+[.)][ \t]+(?=\S)", re.MULTILINE)
_SMALL = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "one": 1,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_BIG = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_WORD = "|".join([*_SMALL, *_TENS])
_WORDS = re.compile(
    rf"\b(?:{_WORD}|a(?=\s+(?:hundred|thousand|million|dozen)))"
    rf"(?:[\s-]+(?:and\s+)?(?:{_WORD}|hundred|thousand|million|dozen))*\b",
    re.IGNORECASE,
)
_NO_NUMBER_BEFORE = re.compile(
    r"\b(?:the|this|that|which|each|every|any|no|only|other|another|cheapest|first|last)\s+$",
    re.IGNORECASE,
)
_NO_NUMBER_AFTER = re.compile(
    r"\s+(?:of|can|could|should|must|may|who|that|which|is|has|with|by)\b", re.IGNORECASE
)
_NONE = re.compile(r"\b(?:no|none|zero|nothing|nobody|not any)\b", re.IGNORECASE)


def parse_number(body: str) -> frozenset[Fraction]:
    """Parse digits with separators; ``1,234`` may be either, and no number gives the empty set."""
    readings = set()
    for point, grouping in ((".", ",' "), (",", ".' ")):
        whole, _, rest = body.partition(point)
        if point in rest or (rest and not rest.isdigit()) or not (whole or rest):
            continue
        if _is_grouped(whole, grouping):
            digits = re.sub(r"\D", "", whole) or "0"
            readings.add(Fraction(f"{digits}.{rest or 0}"))
    return frozenset(readings)


def _is_grouped(whole: str, grouping: str) -> bool:
    """Whether the integer part has no separators, or one of them between groups of three."""
    if whole.isdigit() or not whole:
        return True
    used = set(re.sub(r"\d", "", whole))
    if len(used) != 1 or not used <= set(grouping):
        return False
    first, *groups = whole.split(used.pop())
    return 1 <= len(first) <= 3 and first != "0" and all(len(group) == 3 for group in groups)


def scan_numbers(text: str) -> list[Candidate]:
    """Return every number of a text: figures first, then number words and ordinals."""
    text = _blank(text, _enumerators(text))
    moments = spans_of_moments(text)
    found = [*_figures(text), *_words(text)]
    return sorted(
        (
            replace(each, weak=True)
            if any(start < each.end and each.start < end for start, end in moments)
            else each
            for each in found
        ),
        key=lambda each: each.start,
    )


def none_at_all(text: str) -> list[Candidate]:
    """Return words for none, as zeros."""
    return [Candidate.at(match, Fraction(0)) for match in _NONE.finditer(text)]


def _figures(text: str) -> Iterator[Candidate]:
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() < end:  # the denominator of a fraction
            continue
        readings = parse_number(match["body"])
        if readings:
            figure = _figure(text, match, readings)
            end = figure.end
            yield figure
            continue
        # "60,64.50" and "3, 4" run together: each stretch of digits is a number of its own.
        for piece in re.finditer(r"\d+(?:\.\d+)?", match["body"]):
            start = match.start("body") + piece.start()
            value = frozenset({Fraction(piece[0])})
            yield Candidate(start=start, end=start + len(piece[0]), readings=value)


def _figure(text: str, match: re.Match[str], readings: frozenset[Fraction]) -> Candidate:
    end = match.end()
    exponent = match["exponent"] or match["e"]
    if exponent is not None and abs(int(exponent)) <= 400:
        readings = frozenset(each * Fraction(10) ** int(exponent) for each in readings)
    if match["sign"] and match["sign"].strip() != "+" and not _is_range(text, match.start()):
        readings = frozenset(-each for each in readings)
    divided = _FRACTION.match(text, end)
    if divided and int(divided[1]):
        scale = int(divided[1]) in (5, 10, 100)
        ratios = {each / int(divided[1]) for each in readings}
        readings = frozenset(ratios | (readings if scale else set()))
        end = divided.end()
    scale_word = _SCALE.match(text, end)
    if scale_word:
        power = _SCALES[(scale_word["word"] or scale_word["letter"]).lower()]
        readings = frozenset(each * 10**power for each in readings)
        end = scale_word.end()
    ordinal = _ORDINAL.match(text, end)
    unit = None if ordinal else _UNIT.match(text, end)
    return Candidate(
        start=match.start(),
        end=end,
        readings=readings,
        unit=_name(unit),
        words=_words_after(text, end),
        weak=bool(ordinal),
    )


def _words_after(text: str, end: int) -> str:
    match = _COUNTED.match(text, end)
    return match[0] if match else ""


def _name(unit: re.Match[str] | None) -> str:
    if unit is None:
        return ""
    word = "%" if unit["percent"] else unit["word"].lower()
    return "" if word in _NO_UNITS else word


def _is_range(text: str, start: int) -> bool:
    """Whether the dash before a number marks a range, as in 60-65."""
    return text[:start].rstrip()[-1:].isdigit() or text[start - 1 : start].isalnum()


def _words(text: str) -> Iterator[Candidate]:
    for match in _WORDS.finditer(text):
        words = [word.lower() for word in re.findall(r"[A-Za-z]+", match[0])]
        if words == ["one"] and (
            _NO_NUMBER_BEFORE.search(text[: match.start()])
            or _NO_NUMBER_AFTER.match(text, match.end())
        ):
            continue
        unit = _UNIT.match(text, match.end())
        yield Candidate(
            start=match.start(),
            end=match.end(),
            readings=frozenset({Fraction(_spoken(words))}),
            unit=_name(unit),
            words=_words_after(text, match.end()),
        )


def _spoken(words: list[str]) -> int:
    total = part = 0
    for word in words:
        if word == "dozen":
            part = max(part, 1) * 12
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word in _BIG:
            total, part = total + max(part, 1) * _BIG[word], 0
        else:
            part += _SMALL.get(word, 0) + _TENS.get(word, 0) + (word == "a")
    return total + part


def _enumerators(text: str) -> list[tuple[int, int]]:
    spans = [match.span() for match in _ENUMERATED.finditer(text)]
    return spans if len(spans) > 1 else []


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def to_fraction(value: object) -> Fraction | None:
    """Return a JSON number exactly as written, so that 64.1 is 641/10."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return Fraction(Decimal(repr(value)))
    except (InvalidOperation, ValueError, OverflowError):
        return None
