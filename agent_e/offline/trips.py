"""Journeys between two places on a day: the search form and its results."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import replace

from .controls import best, outcome, press
from .finding import examine, locate
from .goals import Goal, read_trip
from .language import coverage, fit
from .page import Line, Page, Step
from .reading import count, described
from .scene import Moves, Report, Scene

_FROM = re.compile(r"\b(?:from|origin|leaving)\b", re.I)
_TO = re.compile(r"\b(?:to|destination|going)\b", re.I)
_ONE_WAY = re.compile(r"\bone[- ]way\b", re.I)
_CLASS = re.compile(r"\b(?P<class>(?:premium )?economy|business|first)(?: class)?\b", re.I)


def travel(scene: Scene, goal: Goal) -> Moves[Report]:
    """Search a journey; then report the intended one, or book it."""
    trip = read_trip(goal.text)
    if trip is None:
        return Report(status="failed", summary=f"No journey is named: {goal.text}")
    report = yield from _search(scene, goal.text, *trip)
    if report.status != "done":
        return report
    return (yield from _take(scene, goal, report))


def _search(scene: Scene, text: str, origin: str, target: str, day: datetime.date) -> Moves[Report]:
    page = yield from scene.known()
    if _ONE_WAY.search(text) and (box := _one_way(page)) is not None:
        yield from scene.click(box)
    for words, place in ((_FROM, origin), (_TO, target)):
        field = _place_field(scene.page.lines, words)
        if field is None:
            return Report(status="failed", summary=f"There is no field for {place}.")
        step = yield from scene.do("enter_text", mmid=field.mmid, text=place)
        if not (yield from _take_suggestion(scene, step, place)):
            return Report(status="failed", summary=f"{place} is not offered.")
    dated = _date_field(scene.page, "departure date")
    if dated is None:
        return Report(status="failed", summary=f"No field for a date was found for {day}.")
    step = yield from scene.do("pick_date", mmid=dated.mmid, date=day.isoformat())
    report = outcome(step, f"Chose {day}")
    if report.status != "done":
        return report
    yield from _set_class(scene, text)
    buttons = [n for n in scene.page.lines if n.role in ("button", "link")]
    button = best(buttons, "search", "find", "show", "search flights")
    if button is None:
        return Report(status="failed", summary="There is no button to search with.")
    return (yield from press(scene, [button], f"Searched {origin} to {target}"))


def _one_way(page: Page) -> Line | None:
    """The option for a one-way journey, where it is not chosen yet."""
    named = (n for n in page.lines if n.mmid is not None and _ONE_WAY.search(n.name))
    boxes = (n for n in named if n.role in ("radio", "checkbox", "switch", "tab", "button"))
    return next((n for n in boxes if not n.checked), None)


def _place_field(lines: Iterable[Line], words: re.Pattern[str]) -> Line | None:
    """The field whose label has such words."""
    return next((n for n in lines if n.field and not n.disabled and words.search(n.name)), None)


def _set_class(scene: Scene, text: str) -> Moves[None]:
    named = _CLASS.search(text)
    choice = _best_option(scene.page.lines, named["class"]) if named else None
    if choice is not None and choice[0].value != choice[1]:
        yield from scene.do("select_option", mmid=choice[0].mmid, option=choice[1])


def _take(scene: Scene, goal: Goal, searched: Report) -> Moves[Report]:
    """Report the intended result, or open and book it."""
    if goal.condition is not None:
        return (yield from count(scene, replace(goal, target="results", scope="")))
    if goal.rank is None:
        return searched
    picked = yield from locate(scene, replace(goal, target="", scope=""))
    if picked is None:
        return Report(status="failed", summary=f"No results to compare were found: {goal.text}")
    scene.subject = picked.item.title
    if goal.question:
        picked = yield from examine(scene, picked, goal.attributes)
        return described(scene, goal, picked)
    if picked.item.opener is None:
        return Report(status="failed", summary=f"{picked.item.title} cannot be opened.")
    step = yield from scene.click(picked.item.opener)
    return outcome(step, f"Took {picked.item.title}")


def _date_field(page: Page, words: str) -> Line | None:
    """The date field that the words mean: by its label, else the first possible one."""
    openers = [n for n in page.lines if n.field or (n.role == "button" and "dialog" in n.states)]
    named = re.compile(r"date|\bday\b|depart|return", re.I)
    dated = [n for n in openers if n.mmid is not None and named.search(n.name)]
    return max(dated, key=lambda line: (round(fit(words, line.name), 2), -line.index), default=None)


_OFFERED = ("option", "item", "menuitem", "clickable", "link", "row", "treeitem")


def _take_suggestion(scene: Scene, step: Step, value: str) -> Moves[bool]:
    """Choose a suggestion that typing brought up, if one matches; returns whether it did."""
    plain = value.strip().casefold()
    offered = [n for n in step.fresh if n.mmid is not None and n.role in _OFFERED]
    same = [n for n in offered if n.name.strip().casefold() == plain]
    like = [n for n in offered if plain in n.name.casefold() or coverage(value, n.name) >= 0.99]
    line = next(iter([*same, *like]), None)
    if line is not None:
        yield from scene.do("click", mmid=line.mmid)
    return line is not None


def _best_option(lines: Iterable[Line], value: str) -> tuple[Line, str] | None:
    """The list and its option that a value means."""
    lists = (line for line in lines if line.mmid is not None and not line.disabled)
    found = ((line, option) for line in lists for option in line.options)
    alike = [each for each in found if coverage(value, each[1]) >= 0.99]
    return max(alike, key=lambda each: fit(value, each[1]), default=None)
