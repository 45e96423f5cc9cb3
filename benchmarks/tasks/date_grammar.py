"""The role of a date in a question: a plan, which can be moved, a fact or a topic of its time."""

from __future__ import annotations

import re
from datetime import date

from agent_e.benchmarks.tasks.date_text import Mention

PLANNING_SITES = frozenset({"Booking", "Google Flights"})
"""Sites that sell future days: every day in a question there is a plan."""

_PLAN = re.compile(
    r"\b(schedul(?:e|ing) (?:an?|the|my)\b|reserv\w+|book(?:ing)?\b|pick-?up|stay(?:ing)?\b|"
    r"check(?:ing)?[- ]?(?:in|out)\b|depart\w*|leav(?:e|es|ing)\b|return(?:s|ing)?\b|flights?\b|"
    r"hotels?\b|appointment|availab\w+)",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"\b(publi(?:shed|cation)\w*|released?|announced|submitted|updated?|created|initiated|played|"
    r"founded|born|introduced|since|between|as of|scores?|results?)\b",
    re.IGNORECASE,
)
_SEASON_OF = re.compile(
    r"\b(roster|stats|statistics|standings|index|season|depth chart|schedule|league|nba|nfl|nhl|"
    r"mlb)\b",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"\b(best|top(?:-\d+)?|latest|trending|popular|upcoming|potential|current(?:ly)?)\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\bcurrent(?:ly)?\b|\bright now\b|\bat the moment\b", re.IGNORECASE)


def is_planned(mention: Mention, site: str) -> bool:
    """Whether it is a day or month to do something on, which may be moved.

    Outside ``PLANNING_SITES`` the sentence before it must say so, with a word of planning as its
    last word about time.
    """
    if mention.kind not in ("day", "month"):
        return False
    if site in PLANNING_SITES:
        return True
    before = _sentence_before(mention)
    plan = max((found.start() for found in _PLAN.finditer(before)), default=-1)
    fact = max((found.start() for found in _FACT.finditer(before)), default=-1)
    return plan > fact


def stale_reason(mention: Mention, site: str, today: date) -> str:
    """Return why an unmoved date makes its question out of date; empty if it does not."""
    text = mention.match.string
    if mention.last >= today:
        return ""
    if site in PLANNING_SITES:
        named = re.search(r"\b(?:in|for|during|of|the)\s+$", _sentence_before(mention))
        return f"{mention.text} is over, and a year alone cannot be moved" if named else ""
    after = text[mention.match.end() :]
    is_season = mention.kind == "season" and (site == "ESPN" or _SEASON_OF.search(text))
    if is_season or (mention.kind == "year" and re.match(r"\s+season\b", after)):
        return f"the season {mention.text} is over, and such pages show the present one"
    if mention.kind == "year" and _is_topic(mention):
        return f"{mention.text} is its topic, and what is shown for a topic is of now"
    if mention.kind == "day" and _NOW.search(text):
        return "it asks for what is so now beside a day that is over"
    return ""


def _is_topic(mention: Mention) -> bool:
    before = _sentence_before(mention)
    return re.search(r"\b(?:for|of)\s+$", before) is not None and bool(_TOPIC.search(before))


def _sentence_before(mention: Mention) -> str:
    return re.split(r"[.!?]\s", mention.match.string[: mention.match.start()])[-1]
