"""Journeys from one place to another on a day: the form that searches them, and its results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .calendars import pick, takes_date
from .choosing import best_option
from .completing import take_suggestion
from .controls import best, outcome, press, submit_button
from .goals import Goal
from .journeys import ONE_WAY, Trip, read_trip
from .language import content, fit, whole_number
from .locating import examine, locate
from .outline import Line, Page
from .reading import count, described
from .scene import Moves, Report, Scene

_PEOPLE = re.compile(
    r"\b(?P<n>\d+|two|three|four|five|six) (?P<who>adults?|children|child|infants?)", re.I
)
FROM = re.compile(r"\b(?:from|origin|leaving|departure (?:city|airport)|start)\b", re.I)
TO = re.compile(r"\b(?:to|destination|going|arrival|arriving)\b", re.I)
_CLASS = re.compile(r"\b(?P<class>(?:premium )?economy|business|first)(?: class)?\b", re.I)
_ONLY = re.compile(r"\b(?:non-?stop|direct)\b", re.I)


def travel(scene: Scene, goal: Goal) -> Moves[Report]:
    """Search a journey; then tell of the one that is meant, or take it."""
    trip = read_trip(goal.text)
    if trip is None:
        return Report(status="failed", summary=f"No journey is named: {goal.text}")
    report = yield from _search(scene, trip, goal.text)
    if report.status != "done":
        return report
    if _ONLY.search(goal.text):
        yield from _narrow(scene)
    return (yield from _take(scene, goal, report))


def _search(scene: Scene, trip: Trip, text: str) -> Moves[Report]:
    page = yield from scene.known()
    if trip.one_way and (box := one_way(page)) is not None:
        yield from scene.click(box)
    for words, place in ((FROM, trip.origin), (TO, trip.goal)):
        field = place_field(scene.page.lines, words)
        if field is None:
            return Report(status="failed", summary=f"There is no field for {place}.")
        if not (yield from _enter_place(scene, field, place)):
            return Report(status="failed", summary=f"{place} is not offered.")
    for day, label in ((trip.day, "departure date"), (trip.back, "return date")):
        if day is not None:
            report = yield from pick(scene, takes_date(scene.page, label), day)
            if report.status != "done":
                return report
    yield from _set_people(scene, text)
    buttons = [n for n in scene.page.lines if n.role in ("button", "link")]
    button = best(buttons, "search", "find", "show", "search flights")
    button = button or submit_button(scene.page, place_field(scene.page.lines, FROM))
    if button is None:
        return Report(status="failed", summary="There is no button to search with.")
    report = yield from press(scene, [button], f"Searched {trip.origin} to {trip.goal}")
    yield from scene.look()
    return report


def _enter_place(scene: Scene, field: Line, place: str) -> Moves[bool]:
    """Type a place and take what is suggested for it; ``False``: nothing like it is offered."""
    step = yield from scene.do("enter_text", mmid=field.mmid, text=place)
    if step.error:
        return False
    if (yield from take_suggestion(scene, step, place)):
        return True
    if field.role != "combobox":
        return True
    said = (line.name for line in step.fresh if line.name)
    return not any(
        re.search(r"\b(?:no|nothing)\b.*\b(?:match|found|airports?|results?)", s, re.I)
        for s in said
    )


def one_way(page: Page) -> Line | None:
    """What asks for a journey without a way back, where that is not chosen yet."""
    return next(
        (
            line
            for line in page.lines
            if line.mmid is not None and not line.checked and ONE_WAY.search(line.name)
            if line.role in ("radio", "checkbox", "switch", "tab", "button")
        ),
        None,
    )


def place_field(lines: Iterable[Line], words: re.Pattern[str]) -> Line | None:
    """The field whose label has such words."""
    return next((n for n in lines if n.field and not n.disabled and words.search(n.name)), None)


def _set_people(scene: Scene, text: str) -> Moves[None]:
    """Enter how many travel, and the class, where the form asks for it."""
    for found in _PEOPLE.finditer(text):
        who = "child" if found["who"].casefold().startswith("child") else found["who"]
        fields = [n for n in scene.page.lines if n.role == "spinbutton" or n.options]
        field = next(
            (n for n in fields if content(who) & content(n.name) or fit(who, n.name)), None
        )
        if field is not None and field.value != str(whole_number(found["n"])):
            name, key = ("select_option", "option") if field.options else ("enter_text", "text")
            number = str(whole_number(found["n"]))
            yield from scene.do(name, mmid=field.mmid, **{key: number})
    named = _CLASS.search(text)
    choice = best_option(scene.page.lines, named["class"], "") if named else None
    if choice is not None and choice[0].value != choice[1]:
        yield from scene.do("select_option", mmid=choice[0].mmid, option=choice[1])


def _narrow(scene: Scene) -> Moves[None]:
    """Tick what leaves only journeys without a stop."""
    for line in scene.page.lines:
        if (
            line.mmid is not None
            and line.role in ("checkbox", "radio", "switch")
            and not line.checked
            and _ONLY.search(line.name)
        ):
            yield from scene.click(line)
            yield from scene.look()
            return


def _take(scene: Scene, goal: Goal, searched: Report) -> Moves[Report]:
    """Of the results the one that is meant: told, or opened and taken."""
    if goal.condition is not None:
        return (yield from count(scene, replace(goal, target="results", scope="")))
    if goal.rank is None:
        return searched
    wanted = replace(goal, target="", scope="")
    picked = yield from locate(scene, wanted)
    if picked is None:
        return Report(status="failed", summary=f"No results to compare were found: {goal.text}")
    scene.subject = picked.item.title
    if goal.question:
        picked = yield from examine(scene, picked, goal.attributes)
        return described(scene, goal, picked)
    buttons = [n for n in picked.item.lines if n.mmid is not None and n.role in ("button", "link")]
    taking = [n for n in buttons if re.search(r"\b(?:book|select|choose|buy|take)\b", n.name, re.I)]
    opener = next(iter([*taking, picked.item.opener, *buttons]), None)
    if opener is None:
        return Report(status="failed", summary=f"{picked.item.title} cannot be opened.")
    step = yield from scene.click(opener)
    return outcome(step, f"Took {picked.item.title}")
