"""Which link leads nearer to what the open page does not tell."""

from __future__ import annotations

import re

from .goals import Goal
from .language import coverage, telling
from .outline import Line, Page
from .scene import Moves, Scene

_MINE = re.compile(r"\b(?:my|our|mine|i|am i|we)\b", re.I)
_AMONG = re.compile(r"\b(?:which|who|\w+est|most|least|all|every|each|total|together)\b", re.I)
_PERSONAL = re.compile(
    r"(?:log|sign)[ -]?(?:in|on)|(?:for )?members?(?:['’]s?)?(?: (?:area|login|pages?))?"
    r"|(?:my |your )?(?:account|profile|dashboard|membership)|my [\w -]+",
    re.I,
)


def go_nearer(scene: Scene, goal: Goal) -> Moves[bool]:
    """Follow the link that a question is about, or that leads to what is the person's own."""
    line = _way(scene.page, goal) if goal.question else None
    if line is None:
        return False
    step = yield from scene.click(line)
    yield from scene.known()
    return step.navigated


def personal_link(page: Page) -> Line | None:
    """The link to what is the person's own, or to the login before it."""
    return next((n for n in _links(page) if _PERSONAL.fullmatch(n.name.strip())), None)


def _way(page: Page, goal: Goal) -> Line | None:
    if _MINE.search(goal.text) and (own := personal_link(page)):
        return own
    if goal.kind not in ("attribute", "question") or _AMONG.search(goal.text):
        return None  # Among the things of another page it would be another one.
    links = (n for n in _links(page) if n.role == "link" and telling(n.name))
    return next((n for n in links if coverage(n.name, goal.text) >= 0.99), None)


def _links(page: Page) -> list[Line]:
    return [n for n in page.lines if n.mmid is not None and n.role in ("link", "button")]
