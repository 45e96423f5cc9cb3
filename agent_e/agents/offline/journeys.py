"""Journeys as sentences ask for them: from where, to where, when, and what is to be told."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from .dates import DATE, read_date

_WHEN = rf"(?:on|for|departing(?: on)?|leaving(?: on)?):?\s+(?:the )?(?P<day>{DATE.pattern})"
_ROUTE = re.compile(
    rf"\bfrom:?\s+(?P<origin>[^\d.?!]+?)\s+to:?\s+(?P<goal>[^\d.?!]+?),?\s+{_WHEN}", re.I
)
_BACK = re.compile(
    rf"\b(?:return\w*|back|coming back)(?: on)?:?\s+(?:the )?(?P<day>{DATE.pattern})", re.I
)
ONE_WAY = re.compile(r"\bone[- ]way\b", re.I)
_TOLD = (
    (r"\b(?:how long|duration|takes?)\b", "duration"),
    (r"\b(?:cost|price|pay|how much|fare\?)", "price"),
    (r"\b(?:when|what time)\b.*\b(?:leave|depart|start|go)s?\b", "departure"),
    (r"\b(?:when|what time)\b.*\b(?:arrive|land)s?\b", "arrival"),
    (r"\bflight number\b", "flight number"),
)
_ASKING = re.compile(
    r"(?:what|which|who|how|when|at what|at which|tell me|find out|give me the)\b|.*\?$", re.I
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trip:
    """A journey as a sentence asks for it."""

    origin: str
    goal: str
    day: datetime.date
    back: datetime.date | None = None
    one_way: bool = False


def read_trip(text: str) -> Trip | None:
    """The journey in a sentence, if it names both places and the day."""
    found = _ROUTE.search(text)
    day = read_date(found["day"]) if found else None
    if found is None or day is None:
        return None
    back = _BACK.search(text)
    return Trip(
        origin=found["origin"].strip(" ,"),
        goal=found["goal"].strip(" ,"),
        day=day,
        back=read_date(back["day"]) if back else None,
        one_way=bool(ONE_WAY.search(text)),
    )


def told_of(text: str) -> tuple[str, ...]:
    """What a sentence wants to know of a journey; nothing where it wants one taken or shown."""
    if not _ASKING.match(text.strip()):
        return ()
    asked = tuple(name for pattern, name in _TOLD if re.search(pattern, text, re.I))
    return asked or ("name",)
