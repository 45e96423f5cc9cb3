"""From clauses to goals: what a task wants done or wants to know."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .language import (
    PLACE,
    Condition,
    Rank,
    asked_of,
    clauses,
    condition_of,
    content,
    ordinal,
    plain_clause,
    rank_of,
    telling,
    unquoted,
    whole_number,
    without_ordinal,
)
from .values import DATE, read_date

Kind = Literal[
    "count", "attribute", "question", "difference", "search", "open", "quantity", "add",
    "trip", "log_in",
]  # fmt: skip
_HOW_MANY = re.compile(
    r"(?:there (?:are|is) )?(?:how many|(?:the )?(?:total |exact )?(?:number|count) of|count)"
    r"\s+(?P<rest>.+)",
    re.I,
)
_GIVEN = re.compile(
    r"how many (?:points|stars)(?: out of \d+)? (?:do|does|did) .+? give (?:to )?(?P<of>.+)", re.I
)
_THAN = re.compile(
    r"how (?:much|many \w+) (?:more|less|\w+er) (?:does|do|is|are) (?P<a>.+?)"
    r"(?: (?P<verb>costs?|weighs?))? than (?P<b>.+)",
    re.I,
)
_VERBS = {"weig": "weight", "rate": "rating", "scor": "rating"}
_NOUN_ENDS = (
    "are|is|do|does|can|have|has|there|in|on|at|listed|shown|available|with|that|which|under|below"
    "|over|above|costs?|less|more|rated|from|for"
)
_DESTINATION = (
    r"(?:to|in|into|on) (?:the |my |your |a )?(?:\w+ )?(?:basket|cart|bag|wish ?list|list|order)\b"
)
_PRESSING = (
    "open|click|press|tap|go|visit|navigate|follow|expand|view|continue|submit|send|save|confirm"
    "|place|check ?out|buy|close|apply|show"
)
_RULES: tuple[tuple[Kind, str], ...] = (
    ("search", r"(?:search|look)(?: [\w ]+?)? for (?P<target>.+)"),
    (
        "quantity",
        r"(?:set|change|update) (?:the )?(?:quantity|amount|number)"
        r"(?: of (?P<target>.+?))? to (?P<value>\w+)(?: (?:in|on) .+)?",
    ),
    (
        "log_in",
        r"(?:log|sign) ?in (?:as|with)(?: the)?(?: user(?: ?name)?| e-?mail)? (?P<target>\S+?),?"
        r" .*?password\W{1,3}(?P<value>\{secret:[\w-]+\}).*",
    ),
    ("add", rf"(?:add|put|place) (?P<target>.+?) {_DESTINATION}.*"),
    ("open", rf"(?:{_PRESSING})\b(?P<target>.*)"),
)
_QUESTIONS = (
    r"how much (?:is|are|does|do|for)?\s*(?P<of>.+?)(?:\s+(?P<verb>costs?|weighs?))?",
    r"(?:what|how much)?\s*(?:does|do) (?P<of>.+?) (?P<verb>costs?|weighs?)",
    r"(?P<of>(?!.*\b(?:highest|best|lowest|worst|top)\b).+?) (?P<verb>rated|scored)",
    r"(?:which|what) (?P<of>.+? (?:is|are|has|have|costs?|was)"
    r" (?P<rank>.*(?:est|most|least|top)\b.*))",
    r"(?:which|what) (?P<asked>[\w ]+?) (?:is|does|do|are|has) (?P<of>.+?)"
    r"(?: have| has| get| come in)?",
    r"(?P<asked>[\w ,'&-]{2,60}?) (?:of|for|from) (?P<of>.+)",
    r"(?P<of>.+?)['’]s? (?P<asked>[\w ]+)",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Goal:
    """One thing to do or to find out.

    Attributes:
        text: the clause as it was written, without courtesies.
        target: its subject, in the task's words.
        attributes: those asked of the target.
        place: 3 for "the third", -1 for "the last", 0 for none.
        rank: the superlative that picks the target.
        condition: for items that are counted.
        scope: the category or section it is about.
        value: the number.
        pair: the two things whose difference is asked for.
    """

    kind: Kind
    text: str
    target: str = ""
    attributes: tuple[str, ...] = ()
    place: int = 0
    rank: Rank | None = None
    condition: Condition | None = None
    scope: str = ""
    value: str = ""
    pair: tuple[str, str] = ("", "")

    @property
    def question(self) -> bool:
        """Whether the goal asks for information instead of an action."""
        trip_query = self.kind == "trip" and bool(self.attributes or self.condition)
        return trip_query or self.kind in ("count", "attribute", "question", "difference")


def goals(sub_task: str) -> list[Goal]:
    """Every goal of a sub-task, in order."""
    return [parse_goal(clause) for clause in clauses(sub_task)]


def parse_goal(clause: str) -> Goal:
    """Parse one clause."""
    text = plain_clause(clause)
    goal = _travelling(text) or _doing(text) or _asking(text)
    scope = re.search(rf"\b(?:in|under|within|from) (?:the )?{PLACE}\b", text, re.I)
    named = unquoted(scope["scope"]) if scope else ""
    return replace(goal, scope=named) if goal.question and telling(named) else goal


def _travelling(text: str) -> Goal | None:
    """A journey between two places on a day."""
    if read_trip(text) is None:
        return None
    ranked, counted = rank_of(text), _HOW_MANY.match(asked_of(text))
    rank = ranked[0] if ranked else None
    condition = condition_of(text) if counted else None
    attributes = _asked_attributes(text)
    return Goal(kind="trip", text=text, attributes=attributes, rank=rank, condition=condition)


def _doing(text: str) -> Goal | None:
    asks = r"show me (?:the|what|how)\b|show (?:the )?(?:price|rating)|check (?:the )?\w+ of\b"
    if _HOW_MANY.match(asked_of(text)) or re.match(asks, text, re.I):
        return None
    for kind, pattern in _RULES:
        if found := re.fullmatch(pattern, text, re.I | re.S):
            parts = found.groupdict()
            goal = Goal(kind=kind, text=text, value=(parts.get("value") or "").strip())
            return _with_target(goal, (parts.get("target") or "").strip())
    return None


def _asking(text: str) -> Goal:
    plain = asked_of(text)
    if given := _GIVEN.fullmatch(plain):
        return _with_target(Goal(kind="attribute", text=text, attributes=("rating",)), given["of"])
    if than := _THAN.fullmatch(plain):
        measure = _VERBS.get((than["verb"] or "")[:4].casefold(), "price")
        pair = (unquoted(than["a"]), unquoted(than["b"]))
        return Goal(kind="difference", text=text, attributes=(measure,), pair=pair)
    if counted := _HOW_MANY.fullmatch(plain):
        return _counting(text, counted["rest"])
    for rule in _QUESTIONS:
        found = re.fullmatch(rule, plain, re.I)
        if found and (goal := _attribute(text, found.groupdict())):
            return goal
    if rank_of(plain) or (ordinal(plain) and telling(without_ordinal(plain))):
        named = re.sub(r"^(?:which|what)\s+(?:is|are)?\s*", "", plain)
        ranked = rank_of(named)
        # "The lowest price" asks for the price itself, "the cheapest lamp" for which one it is.
        figure = ranked is not None and not content(ranked[1]) and ranked[0].attribute in named
        asked = ranked[0].attribute if ranked is not None and figure else "name"
        return _with_target(Goal(kind="attribute", text=text, attributes=(asked,)), named)
    return Goal(kind="question", text=text, target=plain)


def _attribute(text: str, parts: Mapping[str, str | None]) -> Goal | None:
    """A goal from a question's parts; none when they ask for no attribute of a thing."""
    target, asked = parts["of"] or "", parts.get("asked") or ""
    if parts.get("rank"):
        asked = "name" if rank_of(target) else ""
    elif not asked:
        asked = _VERBS.get((parts.get("verb") or "")[:4].casefold(), "price")
    if not asked or rank_of(asked) or re.match(r"(?:kind|type|list|all|one)\b", asked, re.I):
        return None
    names = (unquoted(name) for name in re.split(r",\s*(?:and )?|\s+and\s+", asked))
    attributes = tuple(filter(None, names))
    return _with_target(Goal(kind="attribute", text=text, attributes=attributes), target)


def _counting(text: str, rest: str) -> Goal:
    noun = re.split(rf"\s+(?:{_NOUN_ENDS})\b", rest, maxsplit=1, flags=re.I)[0]
    noun = re.sub(r"^(?:the |all |of |different |total |available |listed )+", "", noun, flags=re.I)
    return Goal(kind="count", text=text, target=noun, condition=condition_of(rest))


def _with_target(goal: Goal, target: str) -> Goal:
    """Take ordinals, superlatives and a number out of the target; quoted words stay."""
    quoted = re.search(r"[\"“‘]", target)
    ranked = None if quoted else rank_of(target)
    rank, target = ranked if ranked else (None, target)
    place = 0 if quoted else ordinal(target)
    target = without_ordinal(target) if place else target
    value = goal.value
    if goal.kind == "add":
        number = re.match(r"(?P<n>\w+)\s+(?:pieces? of |of )?(?P<rest>.+)", target)
        counted = number and whole_number(number["n"])
        value, target = (str(counted), number["rest"]) if number and counted else ("1", target)
    target = unquoted(re.sub(r"\s+", " ", target))
    return replace(goal, target=target, place=place, rank=rank, value=value)


_WHEN = rf"(?:on|for|departing(?: on)?|leaving(?: on)?):?\s+(?:the )?(?P<day>{DATE.pattern})"
_ROUTE = re.compile(
    rf"\bfrom:?\s+(?P<origin>[^\d.?!]+?)\s+to:?\s+(?P<goal>[^\d.?!]+?),?\s+{_WHEN}", re.I
)
_FACTS = (
    (r"\b(?:how long|duration|takes?)\b", "duration"),
    (r"\b(?:cost|price|pay|how much)\b", "price"),
)
_ASKING = re.compile(
    r"(?:what|which|who|how|when|at what|at which|tell me|find out|give me the)\b|.*\?$", re.I
)


def read_trip(text: str) -> tuple[str, str, datetime.date] | None:
    """Origin, destination and date of a journey, if a sentence names all three."""
    found = _ROUTE.search(text)
    day = read_date(found["day"]) if found else None
    if found is None or day is None:
        return None
    return found["origin"].strip(" ,"), found["goal"].strip(" ,"), day


def _asked_attributes(text: str) -> tuple[str, ...]:
    """The attributes of a journey a sentence asks for; none where it wants one booked or shown."""
    if not _ASKING.match(text.strip()):
        return ()
    return tuple(name for words, name in _FACTS if re.search(words, text, re.I)) or ("name",)
