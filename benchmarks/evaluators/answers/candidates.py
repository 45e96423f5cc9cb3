"""Values in a text, and which of them the text commits to.

A text with several values of the requested kind is no answer, unless it says which one it means:
"the price is $60, not $64.50", "Answer: 60", "5 at $3 each, so $15". Which value is right plays no
part: the value a text commits to is determined before it is compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """One value in a text.

    Attributes:
        readings: possible meanings, such as 1,234 and 1.234; in the unit of its kind.
        unit: its unit, ``""`` if none is given.
        words: the few words after it, in which "12 red products" names what is counted.
        weak: whether it counts as one of the kind only if there is nothing better.
    """

    start: int
    end: int
    readings: frozenset[Any]
    unit: str = ""
    words: str = ""
    weak: bool = False

    @classmethod
    def at(cls, match: re.Match[str], *readings: Any, weak: bool = False) -> Candidate:
        """Build the candidate found by a pattern."""
        return cls(start=match.start(), end=match.end(), readings=frozenset(readings), weak=weak)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stand:
    """The value a text commits to, or why there is none."""

    candidate: Candidate | None
    problem: str = ""


Same = Callable[[Any, Any], bool]
Scan = Callable[[str], list[Candidate]]

_MAX_CANDIDATES = 200
"""Values of one kind in an answer; a text with more of them is a list of guesses."""
_BREAK = re.compile(r"[;!?\n]|\.(?=\s|$)|\bbut\b|\bsondern\b|,\s+(?!as\b)", re.IGNORECASE)
_OPENING = r"\s*[\"'(*$€£¥]*$"
_AGAINST = re.compile(
    r"(?:\b(?:not|never|neither|nor|no longer|rather than|instead of|other than|unlike|"
    r"except(?: for)?|nicht|kein|keine|statt|pas|non|no es)|n't)"
    rf"(?:\s+(?!only\b)[^\s]+){{0,4}}{_OPENING}",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"(?:\b(?:under|below|over|above|(?:less|more|fewer|cheaper|dearer|higher|lower|greater) than|"
    rf"unter|über)|(?<![<>=-])[<>])(?:\s+(?:the|an?))?{_OPENING}",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:\((?:was|were)|\b(?:was(?=\s*[$€£¥])|down from|up from|reduced from|"
    r"from an? \w+ price of|originally|formerly|"
    r"previously|used to be|regularly|list price(?: of| is|:)?|rrp(?: of|:)?|compared (?:to|with)|"
    r"versus|vs\.?|than|out of|sav(?:e|es|ing)|discount of|excluding|off|at least|at most|up to|"
    r"within|minimum(?: of)?|maximum(?: of)?|mindestens|höchstens)(?:\s+(?:an?|the))?|"
    r"[≤≥]|(?:%|percent)\s+of)"
    rf"{_OPENING}",
    re.IGNORECASE,
)
_ASIDE_AFTER = re.compile(
    r"^\s*(?:(?:for|of|in)\s+)?(?:off\b|discount|shipping|delivery|postage|sales tax|tax\b|vat\b|"
    r"tip\b|cheaper|cashback|less than|more than)",
    re.IGNORECASE,
)
_REFUTED = re.compile(
    r"^[\"')*\w%]{0,12}\s*(?:,\s*which\s+)?(?:(?:is|was|would be)(?:n't| not)\s+(?:the|right|"
    r"correct|what|true|it\b|my)|(?:is|was|would be)\s+"
    r"(?:wrong|incorrect|false|outdated|no longer))",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:actually,|correction:?|on second thought|scratch that|no, wait|wait,|sorry,|i mean)",
    re.IGNORECASE,
)
_FINAL = re.compile(r"\bfinal (?:answer|result)\b[\s*_]*(?:is\b|:|=)?", re.IGNORECASE)
_ANSWER = re.compile(
    r"(?:\b(?:the|my|so the|correct) answer (?:is|would be)\b:?|(?:^|\n|[.*_#]\s*)\W*"
    r"(?:answer|result|antwort|ergebnis|réponse|respuesta)\W*:)",
    re.IGNORECASE,
)
_CONCLUDING = re.compile(
    r"(?:\b(?:so|therefore|thus|hence|altogether|in total|"
    r"(?:sub)?total(?:s|ling|ing)?(?: is| of|:)|"
    r"sum is|in conclusion|overall,|to sum up|which makes|that makes|equals|somit|donc)"
    r"(?=[\s,:])|=|→|=>)",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_IN_TOTAL = re.compile(r"\s*[^\W\d]*\s*(?:in total|altogether|in all|total\b)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"\n|[!?;]|\.(?=\s|$)")


def stand_of(
    text: str, candidates: Sequence[Candidate], same: Same, *, asked: Sequence[Candidate] = ()
) -> Stand:
    """Find the one value a text commits to.

    Args:
        text: tidied.
        candidates: all values of the kind in it, in order.
        same: whether two readings are the same value.
        asked: values in the question itself: repeating them is no answer if the text names
            others as well.
    """
    if not candidates:
        return Stand(candidate=None, problem="it names none")
    if len(candidates) > _MAX_CANDIDATES:
        return Stand(candidate=None, problem=f"it names {len(candidates)}")
    standing = [each for each in candidates if not is_denied(text, each.start, each.end)]
    if not standing:
        return Stand(candidate=None, problem="it names only what it is not")
    standing = [each for each in standing if not _is_aside(text, each)] or standing
    standing = _after_correction(text, standing)
    for narrow in (_in_final, _in_answer):
        marked = narrow(text, standing)
        if marked:
            return _only(marked, same)
    bold = _in_bold(text, standing)
    if bold and _distinct(bold, same) == 1:
        return _only(bold, same)
    strong = [each for each in standing if not each.weak] or standing
    if _distinct(strong, same) > 1:
        strong = [
            each for each in strong if not any(_alike(each, one, same) for one in asked)
        ] or strong
    if _distinct(strong, same) > 1:
        strong = _concluded(text, strong, same) or _restated(text, strong, same) or strong
    return _only(strong, same)


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether the text denies that the value at this position is the answer."""
    clause = _clause_before(text, start)
    if _AGAINST.search(clause) or _BEYOND.search(clause):
        return True
    return _REFUTED.match(text[end : end + 60]) is not None


def _is_aside(text: str, candidate: Candidate) -> bool:
    """Whether it only accompanies another value: an old price, a limit, a discount."""
    sign = text[candidate.start : candidate.start + 1]
    clause = _clause_before(text, candidate.start) + (sign if sign in "$€£¥" else "")
    if _ASIDE.search(clause):
        return True
    return _ASIDE_AFTER.match(text[candidate.end : candidate.end + 40]) is not None


def _clause_before(text: str, start: int) -> str:
    before = text[max(0, start - 120) : start]
    # "not, as one may think, 5": the part between the commas is no clause of its own.
    before = re.sub(r"\b(not),\s[^,.;]{1,40},\s", r"\1 ", before, flags=re.IGNORECASE)
    return _BREAK.split(before)[-1]


def _only(candidates: Sequence[Candidate], same: Same) -> Stand:
    number = _distinct(candidates, same)
    if number > 1:
        return Stand(candidate=None, problem=f"it names {number} and picks none")
    # The same value repeated: its fullest reading, such as the one with a currency.
    return Stand(candidate=min(candidates, key=lambda each: each.weak))


def _distinct(candidates: Sequence[Candidate], same: Same) -> int:
    kinds: list[Candidate] = []
    for each in candidates:
        if not any(_alike(each, other, same) for other in kinds):
            kinds.append(each)
    return len(kinds)


def _alike(one: Candidate, other: Candidate, same: Same) -> bool:
    return any(same(mine, its) for mine in one.readings for its in other.readings)


def _after_correction(text: str, candidates: list[Candidate]) -> list[Candidate]:
    ends = [match.end() for match in _CORRECTION.finditer(text)]
    if not ends:
        return candidates
    return [each for each in candidates if each.start >= ends[-1]] or candidates


def _in_final(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    return _after_marks(text, candidates, _FINAL)


def _in_answer(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    return _after_marks(text, candidates, _ANSWER)


def _after_marks(
    text: str, candidates: Sequence[Candidate], mark: re.Pattern[str]
) -> list[Candidate]:
    """Return the values in sentences that start with a mark; all of them must agree."""
    found = []
    for match in mark.finditer(text):
        inside = [each for each in candidates if each.start >= match.end()]
        # "Answer:" may be followed by its value on the next line.
        first = inside[0].start if inside else len(text)
        end = _end_of_sentence(text, max(match.end(), min(first, match.end() + 60)))
        found += [each for each in inside if each.start < end]
    strong = [each for each in found if not each.weak]
    return strong or found


def _in_bold(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    spans = [match.span(2) for match in _BOLD.finditer(text)]
    return [
        each
        for each in candidates
        if not each.weak and any(start <= each.start and each.end <= end for start, end in spans)
    ]


def _concluded(text: str, candidates: Sequence[Candidate], same: Same) -> list[Candidate]:
    """Return what follows the last concluding word, or precedes "in total" at the end."""
    regions = [match.end() for match in _CONCLUDING.finditer(text)]
    for start in reversed(regions):
        inside = [each for each in candidates if each.start >= start]
        if inside:
            end = _end_of_sentence(text, start)
            done = inside[-1].start < end and _distinct(inside, same) == 1
            return inside if done else []
    last = candidates[-1]
    return [last] if _IN_TOTAL.match(text[last.end : last.end + 40]) else []


def _restated(text: str, candidates: Sequence[Candidate], same: Same) -> list[Candidate]:
    """Return the one value of the last sentence, if it was named before."""
    last_start = 0
    for match in _SENTENCE_END.finditer(text):
        if any(each.start >= match.end() for each in candidates):
            last_start = match.end()
    last = [each for each in candidates if each.start >= last_start]
    earlier = [each for each in candidates if each.start < last_start]
    if _distinct(last, same) == 1 and any(_alike(each, last[0], same) for each in earlier):
        return last
    return []


def _end_of_sentence(text: str, start: int) -> int:
    match = _SENTENCE_END.search(text, start)
    return match.start() if match else len(text)
