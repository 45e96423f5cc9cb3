"""Where an answer in words was shown, for agents that name no evidence themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_e.types import Fact

from .quotes import Shown, find_quote

_COUNT = re.compile(r"(?P<number>\d{1,3})\b[^:]*: (?P<things>.+?)\.?", re.S | re.A)
_TELLING = re.compile(r"[\"'“‘](?=\w)([^\"'”’]{2,80})[\"'”’]|([^\s\w]?\d[\d.,:/-]*\d%?)")
"""What of an answer in words a page may say as it is: what is quoted, figures of two digits."""
_MOST_FACTS = 5


def facts_for(answer: str, shown: Sequence[Shown]) -> list[Fact]:
    """The answer with the page that says it: all of it, all that it counts, or its figures."""
    whole = answer.strip()
    count = _COUNT.fullmatch(whole)
    things = [thing.strip() for thing in count["things"].split(";")] if count else []
    if count is not None and len(things) == int(count["number"]) and (seen := _seen(things, shown)):
        return seen
    figures = [match[1] or match[2] for match in _TELLING.finditer(whole)]
    return _seen([whole], shown) or _seen(figures[:_MOST_FACTS], shown, claim=whole)


def _seen(quotes: Sequence[str], shown: Sequence[Shown], claim: str = "") -> list[Fact]:
    """Where each of them was shown; nothing when one was not."""
    facts = []
    for quote in dict.fromkeys(quotes):
        place = find_quote(quote, shown, claim=claim) if quote.strip() else None
        if place is None:
            return []
        facts.append(Fact(claim=claim or quote, quote=quote, step=place.step, url=place.url))
    return facts
