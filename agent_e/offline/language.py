"""Rules of English: word forms, similarity of phrases, clauses, superlatives, conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_SYNONYMS = {
    "cart": "basket", "bag": "basket", "cost": "price", "costing": "price", "priced": "price",
    "rated": "rating", "rate": "rating", "star": "rating", "score": "rating", "scored": "rating",
}  # fmt: skip
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
_ORDINALS = {word: number for number, word in enumerate(_PLACES.split(), 1)} | {"last": -1}


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not re.search(r"(?:ss|us|is)$", word):
        return word[:-1]
    return word


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Lower-case words in order: plural endings stripped, synonyms made one word."""
    plain = text.casefold().replace("’", "'")
    found = re.findall(r"\w+(?:[.,]\d+)*", plain)
    singular = (word if word in _STOP else _singular(word) for word in found)
    return tuple(_SYNONYMS.get(word, word) for word in singular)


def content(text: str) -> frozenset[str]:
    """The content words of a phrase."""
    return frozenset(words(text)) - _STOP


def _weight(found: frozenset[str]) -> float:
    return sum(0.25 if word in _WEAK or word.isdigit() else 1.0 for word in found)


def fit(query: str, name: str) -> float:
    """Similarity of two phrases, 0 to 1; words such as "page" or "button" count little."""
    sought, there = content(query), content(name)
    if not sought or not there:
        return 0.0
    return 2 * _weight(sought & there) / (_weight(sought) + _weight(there))


def coverage(query: str, text: str) -> float:
    """Share of the query's distinctive words that the text has, 0 to 1."""
    sought = content(query)
    sought = sought - _WEAK or sought
    return len(sought & content(text)) / len(sought) if sought else 0.0


def telling(text: str) -> bool:
    """Whether the phrase has a distinctive word."""
    return bool(content(text) - _WEAK)


def ordinal(text: str) -> int:
    """Return the position a phrase names: 3 for "the third", -1 for "last", 0 for none."""
    for word in re.findall(r"\w+", text.casefold()):
        if word in _ORDINALS:
            return _ORDINALS[word]
        if place := re.fullmatch(r"(\d{1,4})(?:st|nd|rd|th)", word):
            return int(place[1])
    return 0


def without_ordinal(text: str) -> str:
    """The phrase without its ordinals."""
    places = "|".join(_ORDINALS)
    return re.sub(rf"\b(?:{places}|\d+(?:st|nd|rd|th))\b", " ", text, flags=re.I).strip()


def whole_number(word: str) -> int:
    """Return the number a word stands for; 0 when it is none."""
    return int(word) if re.fullmatch(r"\d{1,6}", word.strip(), re.A) else 0


def unquoted(text: str) -> str:
    """The phrase without quotation marks, leading articles and closing punctuation."""
    plain = text.strip().strip("\"'“”‘’«»").strip()
    plain = re.sub(r"^(?:the|an?)\s+(?=\S)", "", plain, flags=re.I)
    return plain.rstrip(" .,;:!?\"'“”’»")


_VERBS = (
    "click|press|tap|open|go|visit|search|look|find|add|put|remove|delete|select|choose|tick|untick"
    "|fill|enter|type|write|set|change|sort|filter|order|submit|continue|send|save|confirm|buy"
    "|place|tell|report|give|read|count|show|say|close|scroll|wait|answer|what|which|how|who|when"
    "|where|book"
)
PLACE = r"(?P<scope>[^,]+?)\s+(?:category|section|department|aisle|collection|tab)"
"""A named part of a site, such as "Garden category"."""
_BREAK = re.compile(
    r"(?:(?-i:\.+\s+(?![a-z]))|[;!?\n]+\s+|\s*;\s*|,?\s+(?:and\s+)?then,?\s+|,?\s+and\s+finally,?\s+"
    # A capital letter after the comma is part of a name.
    rf"|(?-i:,\s*(?:and\s+)?(?=(?:{_VERBS})\b)|\s+and\s+(?:also\s+)?(?=(?:{_VERBS})\b)))",
    re.I,
)
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")
_LINK = r"(?:please|now|first|next|then|finally|also|and|so)"
_SAYING = re.compile(rf"{_LINK}|(?:name|tell me|say)(?: it)?", re.I)
"""A clause that asks for nothing beyond the one before it."""
_COURTESY = re.compile(
    rf"(?:{_LINK},?\s+|(?:can|could|will) you (?:please )?|i (?:want|need|would like) to\s+)+", re.I
)
_ASK = re.compile(
    r"(?:find(?: out)?|tell me|give me|get(?: me)?|report|read|look up|show me|say|check|"
    r"what(?:'s| is| are| was)|name|i want to know|answer)\s+",
    re.I,
)
_RANKS = (
    (r"most expensive|(?:highest|most)[- ]priced", "price", True),
    (r"cheapest|least expensive|lowest[- ]priced", "price", False),
    (r"(?:highest|best|top)[- ](?:rated|rating|scored)", "rating", True),
    (r"(?:lowest|worst)[- ](?:rated|rating|scored)", "rating", False),
    (r"fastest|quickest", "duration", False),
    (r"shortest(?= .*\b(?:flight|trip|journey)s?\b)", "duration", False),
    (r"(?:highest|largest|most|longest|heaviest) (?!of\b|rated\b)([a-z]+)", "", True),
    (r"(?:lowest|smallest|least|fewest|shortest) (?!of\b|rated\b)([a-z]+)", "", False),
)
_BELOW = "under|below|less than|cheaper than|lower than|fewer than|at most|up to"
_ABOVE = "over|above|more than|higher than|greater than|better than|at least"
_OR_BETTER = re.compile(
    r"\brat(?:ed|ing)(?: of)? (?P<limit>\d[\d.]*)(?: stars?| points?)?(?: out of \d+)?"
    r"(?: stars?)? or (?:better|higher|more|above)\b",
    re.I,
)
_CONDITION = re.compile(
    rf"\b(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))\s+(?P<limit>[$€£¥]?\s?\d[\d.,]*)", re.I | re.A
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rank:
    """A superlative: the attribute compared and whether the highest wins."""

    attribute: str
    highest: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """A condition such as ``price under 20`` that counted items must meet."""

    attribute: str
    above: bool
    inclusive: bool
    limit: str


def plain_clause(text: str) -> str:
    """A clause without courtesies and closing punctuation."""
    return re.sub(rf"^{_COURTESY.pattern}", "", text.strip(), flags=re.I).strip(" ,.;?\n")


def clauses(text: str) -> list[str]:
    """Split a task into its imperative and interrogative clauses."""
    quoted = iter(_QUOTED.findall(text))
    apart = _BREAK.split(_QUOTED.sub("\x00", text.replace("\x00", "")))
    parts = (plain_clause(re.sub("\x00", lambda _: next(quoted), part)) for part in apart)
    return [part for part in parts if part and not _SAYING.fullmatch(part)]


def asked_of(text: str) -> str:
    """The subject of a question: without "find", "tell me", "what is" and the article."""
    while found := _ASK.match(text):
        text = text[found.end() :]
    return re.sub(r"^(?:the|its|their)\s+(?=\S)", "", text.strip(" ?.!"), flags=re.I)


def rank_of(text: str) -> tuple[Rank, str] | None:
    """The superlative in a phrase, and the phrase without it."""
    for pattern, attribute, highest in _RANKS:
        lead = r"\b(?:with |has |having |that has )?(?:the )?\b"
        if found := re.search(rf"{lead}(?:{pattern})\b", text, re.I):
            named = attribute or found[1]
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Rank(attribute=named, highest=highest), rest
    return None


def condition_of(text: str) -> Condition | None:
    """The condition on a value in a phrase: about a price unless other words say otherwise."""
    if better := _OR_BETTER.search(text):
        return Condition(attribute="rating", above=True, inclusive=True, limit=better["limit"])
    found = _CONDITION.search(text)
    if not found:
        return None
    rated = re.search(r"rat(?:ed|ing)|stars?", text[: found.end() + 12], re.I)
    return Condition(
        attribute="rating" if rated else "price",
        above=found["above"] is not None,
        inclusive=(found["above"] or found["below"]).casefold() in ("at most", "up to", "at least"),
        limit=found["limit"].rstrip(".,"),
    )
