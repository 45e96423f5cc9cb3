"""Evidence for an answer without citations: the parts of it that were shown verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent_e.types import Fact

from .evidence_log import EvidenceLog

_TOKEN = re.compile(r"\S+")
_MIN_TOKENS = 3
_MIN_FIGURE = 4
_MAX_TOKENS = 40
_MAX_FACTS = 5


def cited(answer: str, log: EvidenceLog) -> list[Fact]:
    """Return the answer as one fact where all of it was shown, else its longest parts that were.

    A part counts when it has three words, or four characters with a digit among them: shorter ones
    appear on many pages.
    """
    places = (log.locate(part, answer) for part in _parts(answer, log))
    return [Fact.at(answer, place) for place in places if place is not None][:_MAX_FACTS]


def _parts(answer: str, log: EvidenceLog) -> Iterator[str]:
    """The longest parts from left to right that were shown."""
    tokens = list(_TOKEN.finditer(answer))[:400]
    at = 0
    while at < len(tokens):
        end = at
        while end < min(len(tokens), at + _MAX_TOKENS) and log.has(
            answer[tokens[at].start() : tokens[end].end()]
        ):
            end += 1
        part = answer[tokens[at].start() : tokens[end - 1].end()] if end > at else ""
        figure = len(part) >= _MIN_FIGURE and any(char.isdigit() for char in part)
        if end - at >= _MIN_TOKENS or figure or end - at == len(tokens):
            yield part
        at = max(end, at + 1)
