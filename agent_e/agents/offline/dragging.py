"""Drags entries of a list to a place, into order, or onto what is named."""

from __future__ import annotations

import re

from .controls import best, outcome
from .goals import Goal
from .language import ordinal, unquoted, whole_number
from .outline import Line, Page
from .scene import Moves, Report, Scene

_TO = re.compile(
    r"\s*(?P<what>.+?)\s+(?:to|into|onto|on|in|below|above|before|after|under)\s+(?P<where>.+)",
    re.I | re.S,
)
_BY = re.compile(
    r"(?P<what>.+?) (?P<way>up|down)(?: by)?(?: (?P<count>\w+))? (?:position|place|spot|row)s?",
    re.I,
)
_ENTRIES = ("item", "option", "row", "listitem", "clickable", "button", "img", "link")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?", re.A)
_MOST = 30


def drag(scene: Scene, goal: Goal) -> Moves[Report]:
    """Drag what is named to a place in its list, or onto another thing."""
    page = yield from scene.known()
    text = re.sub(r"^(?:drag|drop|move)\s+", "", goal.text, flags=re.I)
    moved_by = _BY.fullmatch(text)
    if moved_by is not None:
        return (yield from _shift(scene, moved_by))
    parts = _TO.fullmatch(text)
    if parts is None:
        return Report(status="failed", summary=f"It cannot be dragged: {goal.text}")
    moved = best(_entries(page), unquoted(parts["what"]))
    if moved is None:
        return Report(status="failed", summary=f"Nothing to drag fits: {parts['what']}")
    listed = _siblings(page, moved)
    place = ordinal(parts["where"])
    if place and re.search(r"\b(?:position|place|spot|slot|item|row)\b", parts["where"], re.I):
        index = place - 1 if place > 0 else len(listed) + place
        if not 0 <= index < len(listed):
            return Report(status="failed", summary=f"There is no such place: {parts['where']}")
        return (yield from _onto(scene, moved, listed[index]))
    onto = best([n for n in page.lines if n is not moved], unquoted(parts["where"]))
    if onto is None:
        return Report(status="failed", summary=f"Nothing to drag it to fits: {parts['where']}")
    return (yield from _onto(scene, moved, onto))


def _shift(scene: Scene, asked: re.Match[str]) -> Moves[Report]:
    """Drag an entry of a list up or down past some others."""
    moved = best(_entries(scene.page), unquoted(asked["what"]))
    if moved is None:
        return Report(status="failed", summary=f"Nothing to drag fits: {asked['what']}")
    listed = _siblings(scene.page, moved)
    count = whole_number(asked["count"] or "one") or 1
    index = listed.index(moved) + (-count if asked["way"].casefold() == "up" else count)
    if not 0 <= index < len(listed):
        return Report(status="failed", summary=f"There is no such place: {asked['way']}")
    return (yield from _onto(scene, moved, listed[index]))


def sort_by_dragging(scene: Scene, *, falling: bool) -> Moves[Report | None]:
    """Bring a list of figures into order; ``None`` where there is no such list."""
    if not _figures(scene.page):
        return None
    for at in range(_MOST):
        listed = _figures(scene.page)
        order = sorted(listed, key=_amount, reverse=falling)
        wrong = [
            n for n, (there, right) in enumerate(zip(listed, order, strict=True)) if there != right
        ]
        if not wrong:
            return Report(status="done", summary=f"The list is in order after {at} moves.")
        place = wrong[0]
        report = yield from _onto(scene, order[place], listed[place])
        if report.status != "done":
            return report
        yield from scene.look()
    return Report(status="failed", summary="The list could not be brought into order.")


def _onto(scene: Scene, moved: Line, onto: Line) -> Moves[Report]:
    step = yield from scene.do("pointer", action="drag", target=moved.mmid, to=onto.mmid)
    return outcome(step, f"Dragged '{moved.name}' to where '{onto.name}' was")


def _entries(page: Page) -> list[Line]:
    return [line for line in page.lines if line.mmid is not None and line.role in _ENTRIES]


def _siblings(page: Page, line: Line) -> list[Line]:
    return [n for n in _entries(page) if (n.parent, n.role) == (line.parent, line.role)]


def _figures(page: Page) -> list[Line]:
    """The longest list on the page whose entries are nothing but figures."""
    lists = [
        [n for n in _siblings(page, line) if _NUMBER.fullmatch(n.name.strip())]
        for line in _entries(page)
    ]
    longest = max(lists, key=len, default=[])
    return longest if len(longest) > 1 else []


def _amount(line: Line) -> float:
    return float(line.name.strip().replace(",", "."))
