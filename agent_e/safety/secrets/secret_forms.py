"""Secrets known by their form: keys by their prefixes, cards by network and check digit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from agent_e.configs.secret_names import SecretKind, secret_names

_KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----"
    r"|otpauth://[^\s\"'<>]+"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|\b(?:sk-|(?:sk|rk|whsec)_(?:live_|test_)?|gh[opusr]_|github_pat_|glpat-|xox[abeoprs]-|hf_|npm_|pypi-|dop_v1_"
    r"|shp(?:at|ss)_|ya29\.|AIza|AKIA|ASIA|SG\.)[\w.-]{14,}[\w-]",
    re.S,
)
"""Private keys, tokens by the prefixes of those who issue them, seeds of one-time codes."""
_TOKEN = re.compile(r"(?<![\w/.=#+-])(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)[\w+/]{40,}={0,2}(?![\w/.-])")
_IDENTIFIER = re.compile(r"\b(?:id|document|sheet|spreadsheet|file|folder|hash|commit)\W*$", re.I)
_IN_URL = re.compile(r"://[^\s/:@]+:(?P<value>[^\s/@]+)@")
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])(?!\.\d)")
_ISSUED = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}"
    r"|62\d{14,17}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11}"
)
"""Numbers of the large card networks: any number may have the right check digit."""
_AFTER_CARD = re.compile(
    r"[\s,;]*(?:\(?(?:exp\w*|valid\w*|gültig\w*)?\W{0,3})\d\d\s?/\s?\d\d(?:\d\d)?[\s,;]+"
    r"(?P<value>\d{3,4})(?![\w/])",
    re.I,
)
_LOOK_BACK = 200
"""Characters before a card's number that may introduce it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundSecret:
    """A secret in a text: what it is, where it stands, and what is to be filled in."""

    kind: SecretKind
    start: int
    end: int
    value: str


def formed_secrets(text: str) -> Iterator[FoundSecret]:
    """Yield keys, cards, and passwords in addresses."""
    for found in _KEYS.finditer(text):
        yield _whole("key", found.start(), found[0])
    for found in _IN_URL.finditer(text):
        yield _whole("password", found.start("value"), found["value"])
    for found in _CARD.finditer(text):
        before = text[max(found.start() - _LOOK_BACK, 0) : found.start()]
        introduced = _card_name().search(before) is not None
        if written := _card(found[0], introduced):
            yield in_digits("card", found.start(), written)
            if behind := _AFTER_CARD.match(text, found.start() + len(written)):
                yield _whole("cvc", behind.start("value"), behind["value"])
    for found in _TOKEN.finditer(text):
        if not _IDENTIFIER.search(text[: found.start()]):
            yield _whole("key", found.start(), found[0])


def _card(run: str, introduced: bool) -> str:
    """Return the number of a card with which groups of digits begin; ``""`` without any."""
    while len(digits := re.sub(r"\D", "", run)) > 12:
        if (_ISSUED.fullmatch(digits) and _luhn(digits)) or (introduced and len(digits) == 16):
            return run
        run = re.sub(r"[ -]?\d+$", "", run)
    return ""


@cache
def _card_name() -> re.Pattern[str]:
    return re.compile(rf"(?:{secret_names('card')})\W{{0,3}}(?:\w+\W+){{0,2}}$", re.I)


def _whole(kind: SecretKind, start: int, value: str) -> FoundSecret:
    return FoundSecret(kind=kind, start=start, end=start + len(value), value=value)


def in_digits(kind: SecretKind, start: int, written: str) -> FoundSecret:
    """Return a secret of digits that are written in groups."""
    plain = re.sub(r"[ -]", "", written)
    return FoundSecret(kind=kind, start=start, end=start + len(written), value=plain)


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(digits))]
    return sum(number - 9 * (number > 9) for number in doubled) % 10 == 0
