"""Strategies that open, press, add, remove and move about."""

from __future__ import annotations

import re
from dataclasses import replace

from .controls import best, best_field, outcome, press, ranked
from .finding import has_left, locate, shown
from .goals import Goal
from .language import coverage, fit, telling, unquoted, whole_number
from .page import Line
from .scene import Found, Moves, Report, Scene, main_lines, search_field, top_heading

_ADDRESS = re.compile(
    r"(?:https?://|www\.|localhost\b|\d{1,3}(?:\.\d{1,3}){3}\b)[^\s\"'<>)]*", re.I
)
_PLACE = re.compile(
    r"\s+(?:using|with|via|in|on) (?:the )?(?:search|site|page|shop|store)\b.*$", re.I
)
_ENTERING = ("log in", "sign in", "login")
_PRESSING = re.compile(r"(?:click|press|tap)\b", re.I)


def open_thing(scene: Scene, goal: Goal) -> Moves[Report]:
    """Open an address, a control that matches the words, or the intended item."""
    if address := _ADDRESS.search(goal.text):
        url = address[0].rstrip(".,;")
        step = yield from scene.do("open_url", url=url if "://" in url else f"http://{url}")
        return outcome(step, f"Opened {url}")
    if goal.place or goal.rank:
        return (yield from _open_item(scene, goal))
    page = yield from scene.known()
    if controls := ranked(page.lines, goal.target, goal.text, page=page):
        return (yield from press(scene, controls, goal.text[:1].upper() + goal.text[1:]))
    known = shown(page, goal.target) if telling(goal.target) else None
    if not _PRESSING.match(goal.text) and (known is not None or search_field(page) is not None):
        return (yield from _open_item(scene, goal))
    return Report(status="failed", summary=f"Nothing on the page fits: {goal.text}")


def _open_item(scene: Scene, goal: Goal) -> Moves[Report]:
    picked = yield from locate(scene, goal)
    if picked is None:
        return Report(status="failed", summary=f"Nothing on the page fits: {goal.text}")
    title = scene.subject = picked.item.title
    facts = (Found(claim=f"name: {title}", quote=title),) if title else ()
    if picked.here:
        return Report(status="done", summary=f"The page about {title} is open.", facts=facts)
    opener = [picked.item.opener] if picked.item.opener else []
    return (yield from press(scene, opener, f"Opened {title}"))


def add(scene: Scene, goal: Goal) -> Moves[Report]:
    """Press the "add to …" button of the intended item, with its options and quantity set."""
    if not (telling(goal.target) or goal.place or goal.rank):
        goal = replace(goal, target=scene.subject)
    picked = yield from locate(scene, goal)
    if picked is None:
        return Report(status="failed", summary=f"{goal.target} was not found.")
    to = re.search(r"\b(?:to|in|into|on) (?:the |my |your |a )?((?:\w+ )?\w+)\W*$", goal.text)
    label, number = f"add to {to[1] if to else 'basket'}", whole_number(goal.value) or 1
    title, lines, opener = picked.item.title, picked.item.lines, picked.item.opener
    if not picked.here and opener and (number > 1 or best(lines, label) is None):
        step = yield from scene.click(opener)
        page = yield from scene.known()
        left = has_left(page, picked.item, step)
        lines = main_lines(page) if left else (*step.fresh, *page.lines)
    field = best_field(lines, "quantity") if number > 1 else None
    if field is not None:
        yield from _set_number(scene, field, number)
    elif number > 1:
        return Report(status="failed", summary=f"Nothing takes the quantity of {title}.")
    button = best(lines, label) or best(scene.page.lines, label) or best(lines, "buy", "order")
    if button is None:
        return Report(status="failed", summary=f"There is no button to {label} for {title}.")
    report = yield from press(scene, [button], f"Pressed '{button.name}' for {title}")
    scene.subject = title
    return report


def _set_number(scene: Scene, field: Line, number: int) -> Moves[Report]:
    if field.options:
        step = yield from scene.do("select_option", mmid=field.mmid, option=str(number))
    else:
        step = yield from scene.do("enter_text", mmid=field.mmid, text=str(number))
    return outcome(step, f"Set the quantity to {number}")


def log_in(scene: Scene, goal: Goal) -> Moves[Report]:
    """Fill in a user and a password that is known by its name only, and send them."""
    page = yield from scene.known()
    if best_field(page.lines, "password") is None:
        yield from press(scene, ranked(page.lines, *_ENTERING), "Went to log in")
        page = yield from scene.known()
    password = best_field(page.lines, "password")
    before = page.lines[: password.index] if password else ()
    user = next((line for line in reversed(before) if line.field), None)
    button = best([line for line in page.lines if line.role == "button"], *_ENTERING)
    if password is None or user is None or button is None:
        return Report(status="failed", summary="There is no form to log in with.")
    given = [(user, goal.target), (password, goal.value)]
    fields = [{"mmid": line.mmid, "value": value} for line, value in given]
    step = yield from scene.do("fill_form", fields=fields, submit=button.mmid)
    return outcome(step, f"Logged in as {goal.target}")


def quantity(scene: Scene, goal: Goal) -> Moves[Report]:
    """Set a quantity field, of the named item if any; press "update" if present."""
    yield from _go_into(scene, goal)
    picked = shown(scene.page, goal.target) if telling(goal.target) else None
    lines = picked.item.lines if picked else main_lines(scene.page)
    field = best_field(lines, "quantity")
    if field is None or (telling(goal.target) and picked is None):
        return Report(status="failed", summary=f"There is no quantity to set {goal.target}")
    report = yield from _set_number(scene, field, whole_number(goal.value))
    buttons = [line for line in scene.page.lines if line.role == "button"]
    update = best(buttons, "update", "update quantity", f"update {goal.target}")
    if report.status == "done" and update is not None:
        return (yield from press(scene, [update], f"Set the quantity to {goal.value}"))
    return report


def _go_into(scene: Scene, goal: Goal) -> Moves[None]:
    """Open the place that the goal names, such as the basket."""
    where = re.search(r"\b(?:from|out of|in) (?:the |my )?(?P<name>[\w ]+)$", goal.text, re.I)
    link = best(scene.page.lines, where["name"]) if where else None
    if where and link and fit(where["name"], top_heading(scene.page)) < 0.5:
        yield from scene.click(link)
        yield from scene.known()


def search(scene: Scene, goal: Goal) -> Moves[Report]:
    """Enter words into the search field and submit them."""
    query = unquoted(_PLACE.sub("", goal.target))
    field = search_field(scene.page)
    if field is None:
        return Report(status="failed", summary="There is no search field on the page.")
    step = yield from scene.do("enter_text", mmid=field.mmid, text=query, submit=True)
    report = outcome(step, f"Searched for '{query}'")
    lines = main_lines(step.page) if step.navigated else step.fresh
    quotes = [n.name for n in lines if n.heading or (n.name and coverage(query, n.name) >= 0.99)]
    facts = tuple(Found(claim=f"the results show: {quote}", quote=quote) for quote in quotes[:3])
    # A search without results was done all the same.
    over = step.changed and step.navigated
    return Report(status="done", summary=report.summary, facts=facts) if over else report
