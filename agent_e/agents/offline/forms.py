"""Strategies for single controls: choose, tick, search, sort and filter, log in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .choosing import named_controls, tick
from .controls import best, outcome, password_field, press, ranked, submit_button
from .doors import find_door, user_field
from .dragging import sort_by_dragging
from .filling import entry
from .goals import Goal
from .language import content, coverage, direction, fit, unquoted, words
from .outline import Line
from .parts import main_lines, only_field, search_field
from .scene import Found, Moves, Report, Scene
from .slots import slots
from .ways import personal_link

_USER = re.compile(
    r"(?:\bas|\bwith|\buser(?:name)?|\bmember|\be-?mail(?: address)?|\blogin|\baccount|\bname)"
    r"\s*(?:is|=|:)?\s*"
    r"[\"'“]?(?!(?:user(?:name)?|member|name|e-?mail|the|password|account|my)\b)(?P<v>[^\s\"'”,]+)",
    re.I,
)
_PASSWORD = re.compile(
    r"\b(?:password|pass|pwd|pin)\s*(?:is|=|:)?\s*[\"'“]?(?P<v>[^\s\"'”]+?)[\"'”]?(?=[\s,;]|\.?$)",
    re.I,
)
_IN_SEARCH = re.compile(
    r"\s+(?:using|with|via|through|in|on|into) (?:the )?"
    r"(?:search|site|website|page|shop|store)\b.*$",
    re.I,
)


def set_options(scene: Scene, lines: Sequence[Line], text: str) -> Moves[None]:
    """Choose in every list the option whose words the task has."""
    wanted = set(words(text))
    for line in lines:
        named = [
            n for n in line.options if words(n) and set(words(n)) <= wanted and n != line.value
        ]
        if named and line.mmid is not None and "quantity" not in content(line.name):
            yield from scene.do("select_option", mmid=line.mmid, option=max(named, key=len))


def check(scene: Scene, goal: Goal) -> Moves[Report]:
    """Tick or untick a box; one that is as wanted is left alone."""
    page = yield from scene.known()
    off = bool(re.match(r"un|disable|turn off", goal.text, re.I))
    boxes = [n for n in page.lines if n.role in ("checkbox", "switch", "radio", "menuitemcheckbox")]
    several = None if off else named_controls(page.lines, goal.target)
    if several is not None:
        return (yield from tick(scene, several))
    found = ranked(boxes, goal.target, page=page) or ranked(page.lines, goal.target, goal.text)
    if not found and len(boxes) == 1 and content(goal.target) <= content("box checkbox"):
        found = boxes
    if not found:
        return Report(status="failed", summary=f"No box on the page fits: {goal.text}")
    if found[0] in boxes and found[0].checked != off:
        return Report(
            status="done", summary=f"'{found[0].name}' was {'un' if off else ''}ticked already."
        )
    return (yield from press(scene, found[:1], f"{'Unt' if off else 'T'}icked '{found[0].name}'"))


def search(scene: Scene, goal: Goal) -> Moves[Report]:
    """Enter words into the search field and send them."""
    query = unquoted(_IN_SEARCH.sub("", goal.target))
    if search_field(scene.page) is None and (opener := best(scene.page.lines, "search")):
        yield from scene.click(opener)
    field = search_field(scene.page) or only_field(scene.page)
    if field is None:
        return (yield from _search_by_fields(scene, goal))
    step = yield from scene.do("enter_text", mmid=field.mmid, text=query, submit=True)
    button = best(scene.page.lines, "search", "find", "go") or submit_button(scene.page, field)
    if (
        not step.error
        and button is not None
        and all(line.mmid == field.mmid for line in step.fresh)
    ):
        step = yield from scene.click(button)
    report = outcome(step, f"Searched for '{query}'")
    lines = main_lines(step.page) if step.navigated else step.fresh
    quotes = [n.name for n in lines if n.heading or (n.name and coverage(query, n.name) >= 0.99)]
    facts = tuple(Found(claim=f"the results show: {quote}", quote=quote) for quote in quotes[:3])
    nothing = (
        step.changed and step.navigated
    )  # A page that found nothing was searched all the same.
    return Report(status="done", summary=report.summary, facts=facts) if nothing else report


def _search_by_fields(scene: Scene, goal: Goal) -> Moves[Report]:
    """Search by a form with a field for each trait."""
    fields = [line for line in scene.page.lines if line.field and line.name and not line.disabled]
    pairs = slots(goal.text, fields)
    if not pairs:
        return Report(status="failed", summary="There is no search field on the page.")
    steps = yield tuple(entry(line, value) for line, value in pairs)
    if failed := next((step for step in steps if step.error), None):
        return outcome(failed, "Tried to fill the search")
    button = submit_button(scene.page, pairs[-1][0]) or best(
        scene.page.lines, "submit", "search", "find"
    )
    if button is None:
        step = yield from scene.do("press_key", key="Enter", mmid=pairs[-1][0].mmid)
        return outcome(step, "Sent the search")
    return (yield from press(scene, [button], "Searched by the form"))


def arrange(scene: Scene, goal: Goal) -> Moves[Report]:
    """Sort or filter by the option, link or box that fits the words and their direction."""
    page = yield from scene.known()
    dragged = yield from sort_by_dragging(scene, falling=direction(goal.text) < 0)
    if dragged is not None:
        return dragged
    value = re.sub(
        r"^\s*(?:\w+ ){0,3}?(?:by|to|for|with|from|in)\s+", "", goal.value, count=1, flags=re.I
    )
    scored = [
        (_sorts(goal, value, line, option), -line.index, line, option)
        for line in page.lines
        if line.mmid is not None and not line.disabled and not line.field
        for option in line.options or (line.name,)
    ]
    alike, _index, line, option = max(scored, key=lambda each: each[:2], default=(0.0, 0, None, ""))
    if line is None or alike < 0.5:
        return Report(status="failed", summary=f"Nothing on the page offers: {goal.text}")
    if not line.options:
        step = yield from scene.click(line)
    elif line.value == option:
        return Report(status="done", summary=f"'{option}' was chosen already.")
    else:
        step = yield from scene.do("select_option", mmid=line.mmid, option=option)
    buttons = [n for n in scene.page.lines if n.role == "button" and n.mmid != line.mmid]
    button = best(buttons, "apply", "sort", "filter", "go", "show results")
    alone = not step.navigated and all(n.mmid == line.mmid for n in step.fresh)
    if alone and button is not None and not step.error:
        step = yield from scene.click(button)
    return outcome(step, f"Chose '{option}'")


def _sorts(goal: Goal, value: str, line: Line, option: str) -> float:
    """How well an option does what is asked: same attribute, and never the other way round."""
    alike = max(fit(value, option), fit(value, f"{line.name} {option}") if line.options else 0.0)
    if re.match(r"(?:re)?(?:sort|order|arrange|rank)", goal.text, re.I):
        wanted, way = direction(goal.text), direction(option)
        if content(_attribute(value)) & content(_attribute(option)):
            turned = -0.6 if wanted and way else 0.1 * (way >= 0)
            return max(alike, 0.5) + (0.5 if wanted and wanted == way else turned)
    return alike


def _attribute(text: str) -> str:
    """What a sort is about: "cheapest" and "expensive" say the price, "newest" the date."""
    text = re.sub(r"newest|latest|oldest", "date", text, flags=re.I)
    return re.sub(r"cheap\w*|(?:in)?expensive", "price", text, flags=re.I)


def login(scene: Scene, goal: Goal) -> Moves[Report]:
    """Log in with what the task gives; without it, say that it is missing."""
    secret, user = _PASSWORD.search(goal.text), given_user(goal.text)
    link = best(scene.page.lines, "log in") or personal_link(scene.page)
    if find_door(scene.page) is None and link is not None:
        yield from scene.click(link)
    page = yield from scene.known()
    if secret is None or not user:
        return Report(
            status="blocked", summary="The task gives no user name and password to log in with."
        )
    field = password_field(page)
    if field is None:
        return Report(status="failed", summary="No form to log in was found.")
    name = user_field(page, field)
    calls = [entry(name, user)] if name is not None else []
    steps = yield (*calls, entry(field, secret["v"]))
    if failed := next((step for step in steps if step.error), None):
        return outcome(failed, "Tried to log in")
    button = submit_button(scene.page, field)
    if button is not None:
        step = yield from scene.click(button)
    else:
        step = yield from scene.do("press_key", key="Enter", mmid=field.mmid)
    report = outcome(step, "Sent the form to log in")
    if report.status == "done" and step.navigated and password_field(step.page) is not None:
        return Report(
            status="failed", summary="After logging in the page still asks for the password."
        )
    return report


def given_user(text: str) -> str:
    """The name to log in with that a task gives, ``""`` for none."""
    found = _USER.search(text)
    return found["v"].rstrip(".,;") if found else ""
