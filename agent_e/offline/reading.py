"""Strategies that find something out: counts, attributes of an item, other questions."""

from __future__ import annotations

import re
from dataclasses import replace

from . import values
from .finding import MAX_PAGES, Picked, examine, locate, survey_all, turn_page
from .goals import Goal
from .items import Reading, choose_group, labelled, read_all
from .language import Condition, asked_of, content, coverage, fit
from .page import Page
from .scene import Found, Moves, Report, Scene, main_lines

_USUAL = ("name", "price", "rating")


def count(scene: Scene, goal: Goal) -> Moves[Report]:
    """Count things of a kind, over all pages of a list."""
    noun = goal.target
    yield from scene.known()
    if goal.condition is not None:
        seen = yield from survey_all(scene, goal, (goal.condition.attribute,))
        if not seen:
            return _failed(f"No {goal.condition.attribute} of {noun} was found on the page.")
        met = [each.item.title for each in seen if _meets(each.number, goal.condition)]
    else:
        met = list[str]()
        for _ in range(MAX_PAGES):
            group = choose_group(scene.page, noun)
            met += [item.title for item in group.items] if group else []
            if not (yield from turn_page(scene)):
                break
        if not met:
            return _failed(f"Nothing on the page could be counted as {noun}.")
    shown = met[0] if met else scene.page.lines[0].name
    first = Found(claim=f"number of {noun}: {len(met)}", quote=shown)
    each = [Found(claim=f"{noun} {n}: {title}", quote=title) for n, title in enumerate(met[:10], 1)]
    return _done(f"There are {len(met)} {noun}.", first, *each)


def _meets(number: float, condition: Condition) -> bool:
    limit = values.amount(re.sub(r"[^\d.,]", "", condition.limit).strip(".,"))
    beyond = number > limit if condition.above else number < limit
    return beyond or (condition.inclusive and number == limit)


def attribute(scene: Scene, goal: Goal) -> Moves[Report]:
    """Read attributes of the item that the goal picks by place, name or comparison."""
    picked = yield from locate(scene, goal)
    if picked is not None:
        picked = yield from examine(scene, picked, goal.attributes)
        if any(name in picked.readings for name in goal.attributes):
            return described(scene, goal, picked)
    if picked is not None and not goal.rank and not goal.place:
        return (yield from question(scene, goal))
    what, whom = " and ".join(goal.attributes), goal.target or "what is asked for"
    return _failed(f"No {what} of {whom} was found on the page.")


def difference(scene: Scene, goal: Goal) -> Moves[Report]:
    """Read the same attribute of two things and report the difference."""
    (what,) = goal.attributes
    found: list[tuple[str, Reading]] = []
    for name in goal.pair:
        one = replace(goal, kind="attribute", target=name)
        picked = yield from locate(scene, one)
        picked = (yield from examine(scene, picked, (what,))) if picked is not None else None
        if picked is None or what not in picked.readings:
            return _failed(f"No {what} of {name} was found on the page.")
        found.append((name, picked.readings[what]))
    first, second = (reading.value.number for _name, reading in found)
    if first is None or second is None:
        return _failed(f"The {what} of these two cannot be compared.")
    facts = [Found(claim=f"{what} of {n}: {r.value.text}", quote=r.quote) for n, r in found]
    apart = f"{abs(first - second):.2f}"
    amount = re.sub(r"\d[\d.,]*", apart, found[0][1].value.text, count=1)
    claim = Found(claim=f"difference in {what}: {amount}", quote=found[0][1].quote)
    return _done(f"The difference in {what} is {amount}.", claim, *facts)


def described(scene: Scene, goal: Goal, picked: Picked) -> Report:
    """The requested attributes first, then what else is known of the item."""
    title = scene.subject = picked.item.title or goal.target
    known = read_all(_USUAL, picked.item.lines, picked.item) | picked.readings
    asked = [name for name in goal.attributes if name in known]
    missing = [name for name in goal.attributes if name not in known]
    facts = []
    for name in [*asked, *(name for name in known if name not in asked)]:
        what = f"{name} of {title}"
        if name == "name":
            what = f"name of {asked_of(goal.text)}" if name in asked else f"{goal.target or title}"
        facts.append(Found(claim=f"{what}: {known[name].value.text}", quote=known[name].quote))
    text = "; ".join(found.claim for found in facts[: len(asked)])
    if missing:
        summary = f"{text}; no {' and '.join(missing)}."
        return Report(status="failed", summary=summary, facts=tuple(facts))
    return _done(f"{text} ({title}).", *facts, *(each for each in scene.found if each not in facts))


def question(scene: Scene, goal: Goal) -> Moves[Report]:
    """Answer from the line that shares most words with the question."""
    must = " ".join(goal.attributes)
    asked = f"{must} {goal.target}" if must else asked_of(goal.text)
    answer = _best_line((yield from scene.known()), asked, must)
    if answer is None:
        return _failed(f"No text on the page answers: {goal.text}")
    text = answer.value.text
    found = Found(claim=f"{asked.strip(' ?')}: {text}", quote=answer.quote)
    return _done(f"The page says: {text}", found)


def _best_line(page: Page, asked: str, must: str) -> Reading | None:
    """The value after a label, else the text with ``must`` that answers best."""
    lines = [line for line in main_lines(page) if line.name and line.mmid is None]
    for pair in (labelled(asked, (line,)) for line in lines):
        if pair is not None:
            return pair
    texts = [n for n in lines if not n.heading and not content(n.name) <= content(asked)]
    texts = [n for n in texts if coverage(must, n.name) >= bool(must)]
    best = max(texts, key=lambda n: coverage(asked, n.name) + fit(asked, n.name) / 10, default=None)
    if best is None or coverage(asked, best.name) < 0.6:
        return None
    return Reading(value=values.Value(text=best.name), quote=best.name)


def _done(summary: str, *facts: Found) -> Report:
    return Report(status="done", summary=summary, facts=facts)


def _failed(summary: str) -> Report:
    return Report(status="failed", summary=summary)
