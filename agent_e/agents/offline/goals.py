"""From clauses to goals: what a task wants done or wants to know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .journeys import read_trip, told_of
from .language import content, ordinal, telling, unquoted, whole_number, without_ordinal
from .phrases import PLACE, Condition, Rank, asked_of, clauses, condition_of, plain_clause, rank_of

Kind = Literal[
    "count", "attribute", "question", "search", "arrange", "open", "find", "fill", "choose",
    "check", "login", "quantity", "add", "remove", "move", "drag", "trip", "send", "difference",
]  # fmt: skip

_HOW_MANY = re.compile(
    r"(?:there (?:are|is) )?(?:how many|(?:the )?(?:total |exact )?(?:number|count) of|count)"
    r"\s+(?P<rest>.+)",
    re.I,
)
_ATTRIBUTE = "price|cost|rating|score|name|title|weight|availability|colou?r|size"
_MEASURES = {
    "heavy": "weight", "tall": "height", "high": "height", "long": "length", "wide": "width",
    "big": "size", "large": "size", "old": "age", "deep": "depth", "fast": "speed",
    "expensive": "price",
}  # fmt: skip
_GIVEN = re.compile(
    r"how many (?:points|stars)(?: out of \d+)? (?:do|does|did) .+? give (?:to )?(?P<of>.+)",
    re.I,
)
_THAN = re.compile(
    r"how (?:much|many \w+) (?P<more>more|less|\w+er) (?:does|do|is|are) (?P<a>.+?)"
    r"(?: (?P<verb>costs?|weighs?))? than (?P<b>.+)",
    re.I,
)
_COMPARED = {"heavier": "weight", "lighter": "weight", "taller": "height", "longer": "length"}
_VERBS = {"weig": "weight", "rate": "rating", "scor": "rating"}
_NOUN_ENDS = (
    "are|is|do|does|can|have|has|there|in|on|at|listed|shown|available|displayed|with|that|which|"
    "under|below|over|above|costs?|costing|cheaper|less|more|rated|from|for|you|were|was|exist|"
    "priced|found|match"
)
_TRAIT = re.compile(
    r"\b(?:that are|which are|are|is|marked(?: as)?|labelled) (?P<trait>(?!there\b|listed|shown|"
    r"available\b|on\b(?! sale)|displayed|(?:in|under) the\b|you\b)[\w ]+)$",
    re.I,
)
SEND = "submit what was entered, if there is a button for just that"
"""A clause for the navigator, for tasks of which ``to_be_sent`` is true."""
_SENDING = re.compile(
    r"\b(?:submit|send|save|confirm|continue|press|click|hit|tap|button|do not|don't|without)\b",
    re.I,
)
_DESCRIBED = re.compile(
    r"(?:type|enter|write|input) an? [\w -]+? (?:that|which|whose|with|starting|ending)\b", re.I
)
"""What is entered is described and not given, so that somebody waits to see it."""
_DESTINATION = (
    r"(?:to|in|into|on) (?:the |my |your |a )?(?:\w+ )?(?:basket|cart|bag|trolley|wish ?list|"
    r"favou?rites|compare|comparison|list|order|collection|watch ?list)\b"
)
_PRESSING = (
    "open|click|press|tap|go|visit|navigate|follow|expand|view|hit|start|proceed|continue|submit|"
    "send|save|confirm|place|check ?out|log ?out|sign ?out|sign ?up|register|subscribe|buy|close|"
    "apply|download|play|finish|show|focus|push|toggle|select the button"
)
_TICKING = (
    r"(?:check|tick|untick|uncheck|enable|disable|activate|toggle|turn (?:on|off)|accept|"
    r"agree to)\b(?! (?:whether|if|that|out|how|what|which))"
)
_RULES: tuple[tuple[Kind, str], ...] = (
    ("send", re.escape(SEND)),
    ("search", r"(?:search|look|browse)(?: [\w ]+?)? for (?P<target>.+)"),
    ("search", r"search (?!results?\b)(?P<target>.+)"),
    ("search", r"(?:find|look up) (?P<target>.+?) (?:using|with|via|through|in) the search.*"),
    ("login", r"(?:log|sign)[ -]?in\b.*"),
    (
        "arrange",
        r"(?:re)?(?:sort|order|arrange|rank)\b(?=.*\b(?:by|in|first|low|high)\b)(?P<value>.+)",
    ),
    (
        "arrange",
        r"(?:filter|narrow|limit|refine|restrict|show (?:me )?only|only show)\b(?P<value>.+)",
    ),
    (
        "quantity",
        r"(?:set|change|update|increase) (?:the )?(?:quantity|amount|qty|number)"
        r"(?: of (?P<target>.+?))? to (?P<value>\w+)(?: (?:in|on) .+)?",
    ),
    ("add", rf"(?:add|put|place) (?P<target>.+?) {_DESTINATION}.*"),
    ("remove", r"(?:remove|delete|discard|take) (?P<target>.+?)(?: (?:from|out of) .+)?"),
    ("move", r"(?:go |navigate )?(?:back|forward)\b.*|(?:reload|refresh)\b.*"),
    ("drag", r"(?:drag|drop|move)\b(?P<target>.+)"),
    ("move", r"scroll .+|wait (?:for|until|till) .+"),
    ("fill", r"(?:type|enter|write|input|fill|complete)\b.*|put .+ (?:in|into) .+"),
    ("fill", r"provide (?:my|your|our)\b.*|provide .*[\"“:@].*"),
    ("check", rf"{_TICKING}(?P<target>.+)"),
    ("choose", r"(?:select|choose|pick|set|change)\b(?P<value>.+)"),
    ("open", rf"(?:{_PRESSING})\b(?P<target>.*)"),
)
_QUESTIONS = (
    r"how much (?:is|are|does|do|for)?\s*(?P<of>.+?)(?:\s+(?P<verb>costs?|weighs?))?",
    r"(?:what|how much)?\s*(?:does|do) (?P<of>.+?) (?P<verb>costs?|weighs?)",
    r"(?:what|how)(?: (?:high|well))? (?:is|are) (?P<of>.+?) (?P<verb>rated|scored|priced(?: at)?)",
    r"(?P<of>(?!.*\b(?:highest|best|lowest|worst|top|most|least)\b).+?)"
    r" (?P<verb>rated|priced(?: at)?)",
    r"how (?P<measure>[a-z]+) (?:is|are) (?P<of>.+)",
    r"(?:is|are|whether|if) (?:the )?(?P<of>.+?) (?:is |are )?(?:still )?"
    r"(?P<stock>in stock|available|sold out)",
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
        target: what it is about, in the task's words.
        attributes: what is asked of the target.
        place: 3 for "the third", -1 for "the last", 0 for none.
        rank: the superlative that picks the target.
        condition: what counted items must meet; ``value`` may hold words they must have.
        scope: the category or section it is about.
        value: what is chosen or set, or how many.
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
    def this_page_only(self) -> bool:
        """Whether further pages of a list are left out."""
        here = r"\b(?:on|of) (?:this|the (?:current|first)|one) page\b|\bon the page\b"
        return bool(re.search(here, self.text, re.I))

    @property
    def question(self) -> bool:
        """Whether something is to be told, not done."""
        told = self.kind == "trip" and bool(self.attributes or self.condition)
        return told or self.kind in ("count", "attribute", "question", "difference")


def goals(sub_task: str) -> list[Goal]:
    """Every goal of a sub-task, in order."""
    return [parse_goal(clause) for clause in clauses(sub_task)]


def parse_goal(clause: str) -> Goal:
    """Understand one clause."""
    text, scope = plain_clause(clause), None
    if led := re.match(
        rf"(?:in|under|within|from|on) (?:the )?{PLACE},?\s+(?P<rest>.+)", text, re.I
    ):
        text, scope = led["rest"], led
    goal = _travelling(text) or _doing(text) or _asking(text)
    if scope is None and goal.question:
        scope = re.search(rf"\b(?:in|under|within|from) (?:the )?{PLACE}\b", text, re.I)
    named = unquoted(scope["scope"]) if scope else ""
    return replace(goal, scope=named) if telling(named) else goal


def to_be_sent(task: str, goal: Goal) -> bool:
    """Whether a task wants a result and leaves it open how that is handed in.

    "Sort the numbers" does. "Write it in the field" is done once it stands there, and sending it
    would be more than was asked.
    """
    if _SENDING.search(task):
        return False
    if goal.kind == "arrange":
        return bool(re.match(r"(?:re)?(?:sort|order|arrange|rank)\b", goal.text, re.I))
    return goal.kind == "drag" or bool(_DESCRIBED.match(goal.text))


def _travelling(text: str) -> Goal | None:
    """A journey between two places on a day."""
    trip = read_trip(text)
    if trip is None:
        return None
    ranked = rank_of(text)
    counted = _HOW_MANY.match(asked_of(text))
    return Goal(
        kind="trip",
        text=text,
        target=f"{trip.origin} to {trip.goal}",
        attributes=told_of(text),
        rank=ranked[0] if ranked else None,
        condition=condition_of(text) if counted else None,
    )


def _doing(text: str) -> Goal | None:
    asks = r"show me (?:the|what|how)\b|show (?:the )?(?:price|rating)|check (?:the )?\w+ of\b"
    if _HOW_MANY.match(asked_of(text)) or re.match(asks, text, re.I):
        return None
    for kind, pattern in _RULES:
        if found := re.fullmatch(pattern, text, re.I | re.S):
            parts = found.groupdict()
            goal = Goal(kind=kind, text=text, value=(parts.get("value") or "").strip())
            return _with_target(goal, (parts.get("target") or "").strip())
    wanted = re.match(
        r"(?:find|locate) (?!out\b|what|which|how|who|when|where|if\b)(?P<target>.+)", text, re.I
    )
    if wanted and _asking(wanted["target"]).kind == "question":
        return _with_target(Goal(kind="find", text=text), wanted["target"])
    return None


def _asking(text: str) -> Goal:
    plain = asked_of(text)
    if given := _GIVEN.fullmatch(plain):
        return _with_target(Goal(kind="attribute", text=text, attributes=("rating",)), given["of"])
    if than := _THAN.fullmatch(plain):
        measure = _VERBS.get((than["verb"] or "")[:4].casefold(), "price")
        measure = _COMPARED.get(than["more"].casefold(), measure)
        pair = (unquoted(than["a"]), unquoted(than["b"]))
        return Goal(kind="difference", text=text, attributes=(measure,), pair=pair)
    if counted := _HOW_MANY.fullmatch(plain):
        return _counting(text, counted["rest"])
    for rule in _QUESTIONS:
        if (found := re.fullmatch(rule, plain, re.I)) and (
            goal := _attribute(text, found.groupdict())
        ):
            return goal
    if rank_of(plain) or (ordinal(plain) and telling(without_ordinal(plain))):
        named = re.sub(r"^(?:which|what)\s+(?:is|are)?\s*", "", plain)
        ranked = rank_of(named)
        # "The lowest price" asks for the price itself, "the cheapest lamp" for which one it is.
        figure = ranked is not None and not content(ranked[1]) and ranked[0].attribute in named
        asked = ranked[0].attribute if ranked is not None and figure else "name"
        return _with_target(Goal(kind="attribute", text=text, attributes=(asked,)), named)
    if short := re.fullmatch(
        rf"(?:its |the )?({_ATTRIBUTE})(?: and (?:its |the )?(\w+))?", plain, re.I
    ):
        return Goal(kind="attribute", text=text, attributes=tuple(filter(None, short.groups())))
    return Goal(kind="question", text=text, target=plain)


def _attribute(text: str, parts: Mapping[str, str | None]) -> Goal | None:
    """A goal from a question's parts; none when they ask for no attribute of a thing."""
    target, asked = parts["of"] or "", parts.get("asked") or ""
    if measure := parts.get("measure"):
        asked = _MEASURES.get(measure.casefold(), "")
    elif parts.get("stock"):
        asked = "availability"
    elif parts.get("rank"):
        asked = "name" if rank_of(target) else ""
    elif not asked:
        asked = _VERBS.get((parts.get("verb") or "")[:4].casefold(), "price")
    if (
        not asked
        or rank_of(asked)
        or re.match(r"(?:kind|type|list|some|all|one|which|what)\b", asked, re.I)
    ):
        return None
    names = re.split(r",\s*(?:and )?|\s+and\s+|\s*&\s*", asked)
    attributes = (re.sub(r"^(?:the|its|their)\s+", "", name.strip(), flags=re.I) for name in names)
    return _with_target(
        Goal(kind="attribute", text=text, attributes=tuple(filter(None, attributes))), target
    )


def _counting(text: str, rest: str) -> Goal:
    of = (
        r"(?P<asked>\w+) (?:does|do|did|has|have|for|of) (?:the )?(?P<of>.+?)"
        r"(?: have| has| get| got)?"
    )
    generic = content("page site shop store website catalog list table cart form menu search")
    if (found := re.fullmatch(of, rest, re.I)) and not content(found["of"]) <= generic:
        return _with_target(
            Goal(kind="attribute", text=text, attributes=(found["asked"],)), found["of"]
        )
    noun = re.split(rf"\s+(?:{_NOUN_ENDS})\b", rest, maxsplit=1, flags=re.I)[0]
    noun = re.sub(r"^(?:the |all |of |different |total |available |listed )+", "", noun, flags=re.I)
    condition, trait = condition_of(rest), _TRAIT.search(rest)
    value = trait["trait"] if trait and condition is None else ""
    return Goal(kind="count", text=text, target=noun, condition=condition, value=value)


def _with_target(goal: Goal, target: str) -> Goal:
    """Take place words, superlatives and a number out of the target; quoted words stay."""
    quoted = re.search(r"[\"“‘]", target)
    ranked = None if quoted else rank_of(target)
    rank, target = ranked if ranked else (None, target)
    place = 0 if quoted else ordinal(target)
    target = without_ordinal(target) if place else target
    value = goal.value
    if goal.kind == "add":
        number = re.match(
            r"(?P<n>\w+)\s+(?:x |pieces? of |units? of |copies of |of )?(?P<rest>.+)", target
        )
        counted = number and whole_number(number["n"])
        value, target = (str(counted), number["rest"]) if number and counted else ("1", target)
    return replace(
        goal, target=unquoted(re.sub(r"\s+", " ", target)), place=place, rank=rank, value=value
    )
