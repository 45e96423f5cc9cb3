"""Rules of the English language: word forms, synonyms, fit between phrases. No page, no site."""

from __future__ import annotations

import re
from functools import lru_cache

_JOINED = (
    (re.compile(r"\b(?:log|sign)[ -]?(?:in|on)(?:to)?\b"), "login"),
    (re.compile(r"\b(?:log|sign)[ -]?(?:out|off)\b"), "logout"),
    (re.compile(r"\bsign[ -]?up\b"), "register"),
    (re.compile(r"\bcheck[ -]out\b"), "checkout"),
    (re.compile(r"\be-?mail\b"), "email"),
    (re.compile(r"\b(?:post|postal|zip)[ -]?code\b"), "zip"),
    (re.compile(r"\buser[ -]name\b"), "username"),
)
_SYNONYMS = {
    same: word
    for word, others in {
        "basket": "cart bag trolley",
        "price": "cost costing priced",
        "rating": "rated rate star score scored",
        "review": "reviewed",
        "remove": "delete discard",
        "quantity": "qty",
        "phone": "telephone tel mobile",
        "picture": "image photo",
        "colour": "color",
        "catalog": "catalogue",
        "dimension": "measurement",
        "author": "writer",
        "availability": "available",
        "create": "make",
        "next": "following",
    }.items()
    for same in others.split()
}
_STOP_WORDS = (
    "a an the of to in on for at by with and or as is are was were be been it its this that these "
    "those from into me my our your their his her i you we they he she please what which who whom "
    "where when how much many does do did has have had there here will would can could should tell "
    "show find give get out up about any some s re one if so but not no than then"
)
_STOP = frozenset(_STOP_WORDS.split())
_WEAK_WORDS = (
    "page category section product item link button field box tab menu option detail info form "
    "department website site shop store list dropdown new current all shopping entry click "
    "checkbox input text area select called named labelled titled view full"
)
_WEAK = frozenset(_WEAK_WORDS.split())
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS = {word: number for number, word in enumerate(_PLACES.split(), 1)}
_ORDINALS |= {"last": -1, "final": -1, "penultimate": -2}
_FIGURES = "one two three four five six seven eight nine ten"
_NUMBERS = {word: number for number, word in enumerate(_FIGURES.split(), 1)}


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and re.search(r"(?:ss|x|ch|sh)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not re.search(r"(?:ss|us|is)$", word):
        return word[:-1]
    return word


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Lower-case words in order: plural endings stripped, synonyms made one word."""
    plain = text.casefold().replace("’", "'")
    for pattern, word in _JOINED:
        plain = pattern.sub(word, plain)
    found = re.findall(r"\w+(?:[.,]\d+)*", plain)
    singular = (word if word in _STOP else _singular(word) for word in found)
    return tuple(_SYNONYMS.get(word, word) for word in singular)


def singular(text: str) -> str:
    """The phrase with plural endings stripped from its words."""
    return re.sub(r"[^\W\d_]+", lambda word: _singular(word[0]), text)


def content(text: str) -> frozenset[str]:
    """The words of a phrase that mean something."""
    return frozenset(words(text)) - _STOP


def _weight(found: frozenset[str]) -> float:
    return sum(0.25 if word in _WEAK or word.isdigit() else 1.0 for word in found)


def fit(query: str, name: str) -> float:
    """How alike two phrases are, 0 to 1; words such as "page" or "button" count little."""
    wanted, there = content(query), content(name)
    if not wanted or not there:
        return 0.0
    return 2 * _weight(wanted & there) / (_weight(wanted) + _weight(there))


def coverage(query: str, text: str) -> float:
    """Which part of the query's telling words the text has, 0 to 1."""
    wanted = content(query)
    wanted = wanted - _WEAK or wanted
    return len(wanted & content(text)) / len(wanted) if wanted else 0.0


def telling(text: str) -> bool:
    """Whether the phrase has a word that could single something out."""
    return bool(content(text) - _WEAK)


def ordinal(text: str) -> int:
    """Return the place a phrase names: 3 for "the third", -1 for "last", 0 for none."""
    for word in re.findall(r"\w+", text.casefold()):
        if word in _ORDINALS:
            return _ORDINALS[word]
        if place := re.fullmatch(r"(\d{1,4})(?:st|nd|rd|th)", word):
            return int(place[1])
    return 0


def without_ordinal(text: str) -> str:
    """The phrase with its place words taken out."""
    places = "|".join(_ORDINALS)
    return re.sub(rf"\b(?:{places}|\d+(?:st|nd|rd|th))\b", " ", text, flags=re.I).strip()


def whole_number(word: str) -> int:
    """Return the number a word or figure says; 0 when it says none."""
    word = word.strip().casefold()
    return int(word) if re.fullmatch(r"\d{1,6}", word, re.A) else _NUMBERS.get(word, 0)


def direction(text: str) -> int:
    """Return 1 when a phrase asks for rising order, -1 for falling, 0 when it names none."""
    plain = text.casefold()
    rising = r"low(?:est)?\s*(?:to|-|–|→|first)|ascending|increasing|\basc\b"
    rising += r"|cheapest|\ba\s*(?:-|–|to)\s*z\b|oldest"
    falling = (
        r"high(?:est)?\s*(?:to|-|–|→|first)|descending|decreasing|\bdesc\b|expensive|\bz\s*(?:-|–|to)\s*a\b"
        r"|newest|latest|best|top|most"
    )
    if re.search(rising, plain):
        return 1
    return -1 if re.search(falling, plain) else 0


def unquoted(text: str) -> str:
    """The phrase without quotation marks, leading articles and closing punctuation."""
    plain = text.strip().strip("\"'“”‘’«»").strip()
    plain = re.sub(r"^(?:the|an?)\s+(?=\S)", "", plain, flags=re.I)
    return plain.rstrip(" .,;:!?\"'“”’»")
