"""Parts of sentences: clauses, superlatives, conditions. Rules of English, no page and no site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_VERB_LIST = (
    "click press tap open go visit navigate search look find add put remove delete select choose "
    "pick check uncheck tick untick fill enter type write set change sort filter order log sign "
    "submit continue send save confirm buy place tell report give read count show return note say "
    "get close scroll wait answer apply follow proceed expand what which how who when where "
    "download accept subscribe register compare play reply finish complete hit drag focus mark "
    "book upload move use drop"
)
_VERBS = "|".join(_VERB_LIST.split())
_DEEDS = "click|press|tap|hit|open|select|choose|pick|check|buy|book|follow|drag|play"
PLACE = r"(?P<scope>[^,]+?)\s+(?:category|section|department|aisle|collection|tab)"
"""A named part of a site, such as "Garden category"."""

_BREAK = re.compile(
    r"(?:(?-i:\.+\s+(?![a-z]))|[;!?\n]+\s+|\s*;\s*|,?\s+(?:and\s+)?then,?\s+|,?\s+and\s+finally,?\s+"
    # A capital letter after the comma is part of a name.
    rf"|(?-i:,\s*(?:and\s+)?(?=(?:{_VERBS})\b)|\s+and\s+(?:also\s+)?(?=(?:{_VERBS})\b)))",
    re.I,
)
QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")
_LINK = r"(?:please|kindly|now|first|firstly|next|then|finally|lastly|also|and|so|afterwards)"
_COURTESY = re.compile(
    rf"(?:{_LINK},?\s+|(?:can|could|would|will) you (?:please )?|help me (?:to )?|try to\s+"
    r"|i (?:want|need|would like|'d like) (?:you )?to\s+|your task is to\s+"
    r"|(?:on|in|from|at) (?:this|the (?:current|open|same)) \w+,?\s+"
    r"|(?:on|in) the (?:[\w-]+ )?(?:page|site|website|form),\s+"
    r"|using the [\w -]+,\s+|use the [\w -]+? to\s+)+",
    re.I,
)
_NAMING = re.compile(
    r"(?:name|tell me|say|give me|state|report|return)(?: (?:it|them|that|its name|the answer))?",
    re.I,
)
_WANDERING = re.compile(
    r"(?:navigate|browse|look|go|search|explore) (?:through|around|over|across) [\w -]+"
    r"|find|locate",
    re.I,
)
_SMOOTHED = (
    # "to find and click" and "find and click" are one deed.
    (r",?\s+to (?:find|locate|see|reveal|look for) and (?=[a-z])", " and "),
    (rf"\b(?:find|locate|look for) and (?=(?:{_DEEDS})\b)", ""),
    (r",?\s+(?:when|once|after) (?:you(?:'re| are| have)? )?(?:done|finished|ready)\b", ""),
)
_ASK = re.compile(
    r"(?:find(?: out)?|tell me|give me|provide(?: me with)?|get(?: me)?|report(?: back)?|"
    r"read(?: out| off)?|return|note(?: down)?|look up|determine|identify|show me|say|check|"
    r"what(?:'s| is| are| was)|let me know|extract|state|name|see|locate|i want to know|answer)\s+",
    re.I,
)
_RANKS = (
    (r"most expensive|priciest|dearest|costliest|(?:highest|most)[- ]priced", "price", True),
    (r"cheapest|least expensive|most affordable|lowest[- ]priced", "price", False),
    (r"(?:highest|best|top)[- ](?:rated|rating|reviewed|scored|scoring)", "rating", True),
    (r"(?:lowest|worst)[- ](?:rated|rating|scored|reviewed)", "rating", False),
    (r"most[- ](?:reviewed|reviews|popular)", "review", True),
    (r"least[- ]reviewed|fewest reviews", "review", False),
    (r"heaviest", "weight", True),
    (r"lightest", "weight", False),
    (r"tallest", "height", True),
    (
        r"(?:fastest|quickest|shortest)(?= .*\b(?:flight|trip|journey|route|ride|train)s?\b)",
        "duration",
        False,
    ),
    (r"fastest|quickest", "duration", False),
    (r"longest (duration|time|distance)", "", True),
    (r"shortest (duration|time|distance)", "", False),
    (r"longest", "length", True),
    (r"shortest", "length", False),
    (r"newest|latest|most recent", "date", True),
    (r"oldest|earliest", "date", False),
    (r"(?:highest|largest|biggest|greatest|maximum|most) (?!of\b|rated\b)([a-z]+)", "", True),
    (r"(?:lowest|smallest|least|fewest|minimum) (?!of\b|rated\b)([a-z]+)", "", False),
    (r"largest|biggest", "size", True),
    (r"smallest", "size", False),
)
_BELOW = "under|below|less than|cheaper than|lower than|fewer than|at most|up to"
_ABOVE = "over|above|more than|higher than|greater than|better than|at least"
_OR_BETTER = re.compile(
    r"\brat(?:ed|ing)(?: of)? (?P<limit>\d[\d.]*)(?: stars?| points?)?(?: out of \d+)?"
    r"(?: stars?)? or (?:better|higher|more|above)\b",
    re.I,
)
_CONDITION = re.compile(
    rf"(?:\b(?P<what>[a-z]+)\s+(?:of\s+|is\s+|are\s+)?)?\b(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))"
    r"\s+(?P<limit>[$€£¥]?\s?\d[\d.,]*)",
    re.I | re.A,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rank:
    """A superlative: the attribute that is compared and whether the highest wins."""

    attribute: str
    highest: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """``price under 20``: items count only when it holds."""

    attribute: str
    above: bool
    inclusive: bool
    limit: str


def split_outside_quotes(
    pattern: re.Pattern[str], text: str, smoothed: Sequence[tuple[str, str]] = ()
) -> list[str]:
    """Split a text at a pattern, but never inside quotation marks, after putting it smoothly."""
    quoted: list[str] = []

    def hide(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return f"\x00{len(quoted) - 1}\x01"

    hidden = QUOTED.sub(hide, text.replace("\x00", "").replace("\x01", ""))
    for rough, smooth in smoothed:
        hidden = re.sub(rough, smooth, hidden, flags=re.I)
    return [
        re.sub(r"\x00(\d+)\x01", lambda mark: quoted[int(mark[1])], part)
        for part in pattern.split(hidden)
    ]


def plain_clause(text: str) -> str:
    """A clause without courtesies and closing punctuation."""
    return re.sub(rf"^{_COURTESY.pattern}", "", text.strip(), flags=re.I).strip(" ,.;?\n")


def clauses(text: str) -> list[str]:
    """Split a task into its imperative and interrogative clauses."""
    parts: list[str] = []
    for part in split_outside_quotes(_BREAK, text, _SMOOTHED):
        plain = plain_clause(part)
        if not plain or re.fullmatch(_LINK, plain, re.I):
            continue
        if parts and _NAMING.fullmatch(plain):
            continue
        if parts and _WANDERING.fullmatch(parts[-1]):
            parts.pop()  # What is to be found there is said next.
        if parts and re.fullmatch(
            rf"(?:in|under|within|from|on) (?:the )?{PLACE}", parts[-1], re.I
        ):
            plain = f"{parts.pop()}, {plain}"
        label = parts and re.match(r"(?:click|press|tap)\b.*\b[A-Z]\w*$", parts[-1], re.I)
        if label and re.search(r"\b[A-Z]\w*$", parts[-1]) and len(plain.split()) == 1:
            parts[-1] += f" and {plain}"
        else:
            parts.append(plain)
    return parts


def asked_of(text: str) -> str:
    """What a question is about: without "find", "tell me", "what is" and the article."""
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
    near = text[: found.end() + 12].casefold()
    general = r"|cost\w*|priced?|is|are|rated|for|that|with|have|has|products?|items?"
    attribute = "price"
    if re.search(r"rat(?:ed|ing)|stars?", near):
        attribute = "rating"
    elif "review" in near:
        attribute = "review"
    elif not re.search(r"[$€£¥]|pric|cost|cheap", near) and found["what"]:
        named = re.fullmatch(general, found["what"], re.I) is None
        attribute = found["what"].casefold() if named else "price"
    return Condition(
        attribute=attribute,
        above=found["above"] is not None,
        inclusive=(found["above"] or found["below"]).casefold() in ("at most", "up to", "at least"),
        limit=found["limit"].rstrip(".,"),
    )
