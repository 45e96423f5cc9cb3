"""The stateless agent's part: one action from the task and one look at the page.

It remembers nothing, so what has been done is read off the page: what is expanded, what the address
names, what fields hold. A comparison of things that each show their value only when opened cannot
be made this way, and it says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from agent_e.models.model import Message

from . import reactive_doing as doing
from . import reactive_trips as travelling
from .acting import nth_control
from .attributes import read
from .controls import best
from .dates import DATE
from .goals import Goal, Kind, goals
from .language import coverage, fit, unquoted
from .outline import Line
from .parts import search_field
from .planner import sub_tasks
from .reactive_doing import Move, click, of, stop
from .reading import best_line, stated_total
from .summary import Summed, is_about, read_summary, titles

_ASKED = re.compile(
    r"Task: (?P<task>.*)\n\nStep: (?P<step>\d+)(?:\n[^\n]+)?\n\n(?P<page>\{.*)", re.DOTALL
)
_MEMBERS = ('"thoughts"', '"action"', '"selector"', '"confidence"')
_CLOSE = re.compile(r"(?:close|dismiss|got it|×|✕|back to \w+)\b", re.I)
_MORE = re.compile(r"(?:technical |product |more )?(?:spec|detail|info)", re.I)
_PATIENCE = 6
"""Steps after which nothing new is tried."""

_MONTHS = 24
"""Pages of a calendar that are turned."""


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for an action with the members this model writes."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    return all(member in prompt for member in _MEMBERS)


def next_action(messages: Sequence[Message]) -> str:
    """Return the next action as JSON."""
    asked = _ASKED.fullmatch(messages[-1].text.strip())
    if asked is None:
        move, why = stop("Cannot: there is no task and page to be read."), "The prompt is odd."
    else:
        page = read_summary(asked["page"].split("\n"))
        move, why = _decide(asked["task"], int(asked["step"]), page)
    sure = 0.2 if str(move.get("reason", "")).startswith("Cannot") else 0.7
    return json.dumps({"thoughts": why, "action": move, "confidence": sure}, ensure_ascii=False)


def _decide(task: str, step: int, page: Summed) -> tuple[Move, str]:
    """The first goal that the page does not show as done; the last one's answer ends the task."""
    wanted = [goal for part in sub_tasks(task) for goal in goals(part)]
    if not wanted:
        return stop("Cannot: the task says nothing that could be done."), "There is no goal."
    spent, dated = 0, any(DATE.search(goal.text) for goal in wanted)
    most = _PATIENCE + sum(doing.steps_of(goal, page) for goal in wanted) + dated * _MONTHS
    for goal in wanted:
        move = _into(goal, page) or _RULES.get(goal.kind, _press)(goal, step - spent, page)
        spent += doing.steps_of(goal, page)
        if move is not None:
            if step > most and move["type"] != "stop":
                move = stop(f"Cannot: it was tried for {step} steps without an end.")
            return move, f"{goal.kind}: {goal.text}"
    return stop(f"Done: {wanted[-1].text}"), "All of it is done by what the page shows."


def _into(goal: Goal, page: Summed) -> Move | None:
    """The way to the part of the site that a goal is about, if that is not open."""
    if not goal.scope or page.opened is not None:
        return None
    shown = [page.page.title, *(line.name for line in page.texts if line.level == 1)]
    if any(coverage(goal.scope, name) >= 0.99 for name in shown):
        return None
    way = best([line for line in page.controls if line.role == "link"], goal.scope)
    return None if way is None else click(way, page)


def _count(goal: Goal, step: int, page: Summed) -> Move | None:
    stated = stated_total(page.page, goal.target)
    if stated is not None and not goal.condition and not goal.value:
        return stop(stated.value.text)
    items = page.repeated(goal.target)
    if goal.value:
        items = tuple(item for item in items if coverage(goal.value, item.name) >= 0.99)
    if goal.condition or not items or page.cut:
        return stop("Cannot: what is told of the page does not show all that is to be counted.")
    return stop(f"{len(items)}: {'; '.join(titles(items))}")


def _attribute(goal: Goal, step: int, page: Summed) -> Move | None:
    items = page.repeated(goal.target)
    meant = _meant(goal, items, page)
    opened = page.opened
    came = step > 0 and _came(goal, items, page)
    if opened is not None and (came or _fits(goal, opened, meant)):
        if told := _told(goal, opened, page):
            return stop(told)
        if (folded := _folded(page)) is not None:
            return click(folded, page)
    if meant is not None and (opened is None or opened.level != 1 or opened.name != meant.name):
        return _open(meant, page)
    if goal.rank is not None:
        return stop(
            f"Cannot: the {goal.rank.attribute} of each shows only when it is opened, and nothing "
            "is remembered from one step to the next."
        )
    if goal.place and items:
        return stop(f"Cannot: there are only {len(items)} of them.")
    return _look_for(goal, step, page)


def _meant(goal: Goal, items: Sequence[Line], page: Summed) -> Line | None:
    """The item that is asked about, as far as the list itself tells."""
    if goal.rank is not None:
        own = [read(goal.rank.attribute, (item,)) for item in items]
        told = [each.value for each in own if each is not None]
        if len(told) < len(items):
            told = page.values_of(items, goal.rank.attribute)
        numbers = [value.number for value in told]
        known = [number for number in numbers if number is not None]
        if not known or len(known) < len(items):
            return None
        return items[known.index(max(known) if goal.rank.highest else min(known))]
    if goal.place:
        at = goal.place - 1 if goal.place > 0 else len(items) + goal.place
        return items[at] if 0 <= at < len(items) else None
    named = [
        (fit(goal.target, title), item) for title, item in zip(titles(items), items, strict=True)
    ]
    others = [line for line in page.controls if line.role in ("link", "button", "clickable")]
    named += [(fit(goal.target, line.name), line) for line in others]
    alike, item = max(named, key=lambda each: each[0], default=(0.0, None))
    return item if alike >= 0.6 else None


def _fits(goal: Goal, opened: Line, meant: Line | None) -> bool:
    """Whether what is open is what was meant."""
    if meant is not None and is_about(opened.name, meant.name):
        return True
    return not goal.place and not goal.rank and coverage(goal.target, opened.name) >= 0.6


def _came(goal: Goal, items: Sequence[Line], page: Summed) -> bool:
    """Whether an item was gone to by its place in a list that this page does not show any more."""
    if page.opened is None or not (goal.place or goal.rank) or page.lists(goal.attributes[0]):
        return False
    return not any(is_about(page.opened.name, item.name) for item in items)


def _folded(page: Summed) -> Line | None:
    """What may show more of what is open, and is not shown yet."""
    hidden = [line for line in page.controls if not re.search("selected|expanded", line.states)]
    return next((line for line in hidden if _MORE.match(line.name)), None)


def _told(goal: Goal, opened: Line, page: Summed) -> str:
    """The values asked for, from what follows the heading; "" when one is missing."""
    after = [line for line in page.texts if line.index >= opened.index] if opened.heading else []
    found = [read(name, after) or read(name, page.texts) for name in goal.attributes]
    if goal.attributes == ("name",):
        return opened.name
    return ", ".join(each.value.text for each in found if each) if all(found) else ""


def _open(item: Line, page: Summed) -> Move:
    """Click it, once what lies over it is away."""
    if "covered" in item.states and (close := _closing(page)) is not None:
        return click(close, page)
    return click(item, page)


def _closing(page: Summed) -> Line | None:
    return next((line for line in page.controls if _CLOSE.match(line.name)), None)


def _look_for(goal: Goal, step: int, page: Summed) -> Move | None:
    """What is not in sight: read off the page, else searched for."""
    if (answer := best_line(page.page, " ".join([*goal.attributes, goal.target]))) is not None:
        return stop(answer.value.text)
    field = search_field(page.page)
    if field is None or step > 1 or not goal.target:
        return stop(f"Cannot: the page shows nothing of {goal.target or goal.text}.")
    return {"type": "type", "selector": of(field, page), "text": f"{unquoted(goal.target)}\n"}


def _question(goal: Goal, step: int, page: Summed) -> Move | None:
    answer = best_line(page.page, goal.target or goal.text)
    if answer is not None:
        return stop(answer.value.text)
    link = max(page.controls, key=lambda line: fit(goal.target, line.name), default=None)
    if link is None or step > 0 or fit(goal.target, link.name) < 0.5:
        return stop(f"Cannot: no text on the page answers: {goal.text}")
    return click(link, page)


def _press(goal: Goal, step: int, page: Summed) -> Move | None:
    """Press what has a place among its like, else what fits the words."""
    if not (goal.place or goal.rank) or step > 0:
        return doing.press(goal, step, page)
    found = nth_control(page.page, goal) or _meant(goal, page.repeated(goal.target), page)
    return doing.press(goal, step, page) if found is None else _open(found, page)


def _travel(goal: Goal, step: int, page: Summed) -> Move | None:
    """Fill the search for a journey; of what it finds take the one that is meant."""
    move = travelling.search(goal, step, page)
    if move is not None:
        return move
    items = page.repeated("book select choose")
    meant = _meant(goal, items, page) if goal.rank else None
    if meant is None or goal.question:
        return stop(f"Cannot: of what was found nothing can be told: {goal.text}")
    return click(meant, page)


_RULES: Mapping[Kind, Callable[[Goal, int, Summed], Move | None]] = {
    "count": _count,
    "attribute": _attribute,
    "question": _question,
    "search": doing.search,
    "fill": doing.fill,
    "choose": doing.choose,
    "arrange": doing.choose,
    "check": doing.check,
    "send": doing.send,
    "trip": _travel,
}
