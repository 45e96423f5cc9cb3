"""Compares field names as words, in any language and spelling. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ALIKE = 0.84
_MAX_LABEL_LENGTH = 80
_REMEMBERED = 4096

KINDS: dict[str, frozenset[str]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "link": "link url href address webpage lien enlace adresse",
        "image": "image picture photo img alt bild foto thumbnail",
        "price": "price cost preis prix precio prezzo prijs amount kosten fee rent betrag",
        "date": "date datum fecha published posted when day time datetime updated",
        "rating": "rating stars score bewertung",
        "author": "author by autor auteur seller user writer",
        "email": "email mail",
        "phone": "phone telephone tel telefon",
        "stock": "stock availability available verfügbarkeit",
        "rank": "rank position no nr",
        "text": "description text summary snippet beschreibung details excerpt abstract body",
        "name": "name title product item headline heading titel bezeichnung artikel nom titre"
        " nombre titulo título nome naam",
    }.items()
}
"""Names of fields recognisable without a label; the first matching kind counts."""


@lru_cache(maxsize=_REMEMBERED)
def words(text: str) -> tuple[str, ...]:
    """The words of a name in lower case, without a plural s."""
    found = _WORD.findall(_HUMP.sub(" ", text).casefold())
    return tuple(each[:-1] if len(each) > 3 and each.endswith("s") else each for each in found)


@lru_cache(maxsize=_REMEMBERED)
def kind(field: str) -> str:
    """The kind of value a field asks for; ``""`` if its name does not tell."""
    asked = [each for each in words(field) if each]
    for name, known in KINDS.items():
        if asked and (asked[-1] in known or f"{asked[-1]}s" in known):
            return name
    return ""


@lru_cache(maxsize=_REMEMBERED)
def likeness(field: str, label: str) -> float:
    """How well a label on the page matches a field, from 0 to 1."""
    if len(label) > _MAX_LABEL_LENGTH:
        return 0.0
    asked, there = words(field), words(label)
    if not asked or not there:
        return 0.0
    if asked == there:
        return 1.0
    if set(asked) <= set(there):
        return 0.75
    if kind(field) and kind(field) == kind(label):
        return 0.7
    if set(there) <= set(asked):
        return 0.6
    ratio = SequenceMatcher(None, " ".join(asked), " ".join(there)).ratio()
    return 0.5 if ratio >= _ALIKE else 0.0
