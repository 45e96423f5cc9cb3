"""Strategies that find something out: how many, what an item's attributes are, other questions."""

from __future__ import annotations

import re
from dataclasses import replace

from . import values
from .attributes import Reading, labelled, read_all
from .goals import Goal
from .items import choose_group
from .language import content, coverage, fit, words
from .locating import MOST_PAGES, Picked, examine, locate, survey_all, turn_page
from .outline import Line, Page
from .parts import main_lines
from .phrases import Condition, asked_of
from .scene import Found, Moves, Report, Scene

_ROLES = {
    "picture": "img",
    **{role: role for role in ("link", "button", "heading", "checkbox", "tab", "textbox")},
}
_USUAL = ("name", "price", "rating", "review")
_GENERAL = content("result item match entry record")
_TOTALS = (
    re.compile(r"\bof\s+(?P<n>\d[\d,]*)(?:\s+(?P<noun>[a-z]+(?: [a-z]+)?))?", re.I | re.A),
    re.compile(r"(?<![\w$€£.,/])(?P<n>\d[\d,]*)\s+(?:\w+\s+)?(?P<noun>[a-z]+)\b", re.I | re.A),
    re.compile(r"(?P<noun>[a-z]+)\s*[(:]\s*(?P<n>\d[\d,]*)\)?$", re.I | re.A),
)


def count(scene: Scene, goal: Goal) -> Moves[Report]:
    """Count things of a kind, over all pages of a list unless one page is meant."""
    noun = goal.target
    page = yield from scene.known()
    stated = stated_total(page, noun)
    if stated and not (goal.condition or goal.value or goal.this_page_only):
        claim = f"number of {noun}: {stated.value.text}"
        return _told(
            f"The page counts {stated.value.text} {noun}.", Found(claim=claim, quote=stated.quote)
        )
    if goal.condition is not None:
        seen = yield from survey_all(scene, goal, (goal.condition.attribute,))
        if not seen:
            return _failed(f"No {goal.condition.attribute} of {noun} was found on the page.")
        met = [
            each.item.title
            for each in seen
            if _meets(each.number(goal.condition.attribute), goal.condition)
        ]
    else:
        met = list[str]()
        for _ in range(MOST_PAGES):
            met += _titles(scene.page, goal)
            if not (yield from turn_page(scene, goal)):
                break
        if not met:
            return _failed(f"Nothing on the page could be counted as {noun} {goal.value}.")
    first = Found(
        claim=f"number of {noun}: {len(met)}", quote=met[0] if met else scene.page.lines[0].name
    )
    each = [Found(claim=f"{noun} {n}: {title}", quote=title) for n, title in enumerate(met[:10], 1)]
    return _told(f"There are {len(met)} {noun}.", first, *each)


def _titles(page: Page, goal: Goal) -> list[str]:
    """The titles of the things on the page that count."""
    role = next((_ROLES[word] for word in content(goal.target) if word in _ROLES), "")
    group = choose_group(page, goal.target)
    if role and not (group and fit(goal.target, group.label) >= 0.6):
        return [line.name for line in page.lines if line.role == role]
    items = group.items if group else ()
    return [
        item.title for item in items if not goal.value or coverage(goal.value, item.text) >= 0.99
    ]


def _meets(number: float, condition: Condition) -> bool:
    limit = values.amount(re.sub(r"[^\d.,]", "", condition.limit).strip(".,"))
    return (condition.inclusive and number == limit) or (
        number > limit if condition.above else number < limit
    )


def stated_total(page: Page, noun: str) -> Reading | None:
    """A total the page itself gives: ``24 products``, ``1–10 of 24``, ``Products (24)``."""
    wanted = content(noun) | _GENERAL
    for line in main_lines(page):
        inside = line.mmid is not None or page.within(line, "item", "row", "article")
        if inside or len(line.name) > 120 or values.price(line.name) or values.rating(line.name):
            continue
        for hit in filter(None, (pattern.search(line.name) for pattern in _TOTALS)):
            if content(hit["noun"] or "") & wanted:
                number = hit["n"].rstrip(",")
                return Reading(value=values.Value(text=number), quote=line.name)
    return None


def attribute(scene: Scene, goal: Goal) -> Moves[Report]:
    """Read attributes of the item that the goal picks by place, name or comparison."""
    what, whom = " and ".join(goal.attributes), goal.target or "what is asked for"
    direct = labelled(f"{what} of {whom}", main_lines(scene.page))
    picked = yield from locate(scene, goal)
    if picked is not None:
        picked = yield from examine(scene, picked, goal.attributes)
        if any(name in picked.readings for name in goal.attributes):
            return described(scene, goal, picked)
    if direct is not None:
        found = Found(claim=f"{what} of {whom}: {direct.value.text}", quote=direct.quote)
        return _told(f"{found.claim}.", found)
    if picked is not None and not goal.rank and not goal.place:
        return (yield from question(scene, goal))
    return _failed(f"No {what} of {whom} was found on the page.")


def difference(scene: Scene, goal: Goal) -> Moves[Report]:
    """Read the same attribute of two things and tell by how much they differ."""
    (what,) = goal.attributes
    found: list[tuple[str, Reading]] = []
    for name in goal.pair:
        one = replace(goal, kind="attribute", target=name)
        picked = yield from locate(scene, one)
        picked = (yield from examine(scene, picked, (what,))) if picked is not None else None
        if picked is None or what not in picked.readings:
            return _failed(f"No {what} of {name} was found on the page.")
        found.append((name, picked.readings[what]))
    numbers = [reading.value.number for _name, reading in found]
    first, second = numbers
    if first is None or second is None:
        return _failed(f"The {what} of these two cannot be compared.")
    facts = [Found(claim=f"{what} of {n}: {r.value.text}", quote=r.quote) for n, r in found]
    told = re.sub(
        r"\d[\d.,]*", lambda _: f"{abs(first - second):.2f}", found[0][1].value.text, count=1
    )
    claim = Found(claim=f"difference in {what}: {told}", quote=found[0][1].quote)
    return _told(f"The difference in {what} is {told}.", claim, *facts)


def described(scene: Scene, goal: Goal, picked: Picked) -> Report:
    """The attributes that were asked for first, then what else is known of the item."""
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
    told = "; ".join(found.claim for found in facts[: len(asked)])
    if missing:
        return Report(
            status="failed", summary=f"{told}; no {' and '.join(missing)}.", facts=tuple(facts)
        )
    return _told(f"{told} ({title}).", *facts, *(each for each in scene.found if each not in facts))


def question(scene: Scene, goal: Goal) -> Moves[Report]:
    """Answer from the line that shares most words with the question; follow one link that does."""
    must = " ".join(goal.attributes)
    asked = f"{must} {goal.target}" if must else asked_of(goal.text)
    page = yield from scene.known()
    answer = best_line(page, asked, must)
    if answer is None:
        links = [
            n for n in page.lines if n.mmid is not None and n.role in ("link", "button", "tab")
        ]
        link = max(links, key=lambda line: fit(asked, line.name), default=None)
        if link is not None and fit(asked, link.name) >= 0.5:
            step = yield from scene.click(link)
            page = (yield from scene.known()) if step.navigated else Page(lines=step.fresh)
            answer = best_line(page, asked, must)
    if answer is None:
        return _failed(f"No text on the page answers: {goal.text}")
    text = answer.value.text
    return _told(
        f"The page says: {text}", Found(claim=f"{asked.strip(' ?')}: {text}", quote=answer.quote)
    )


def best_line(page: Page, asked: str, must: str = "") -> Reading | None:
    """The text with ``must`` that answers best; after a label or heading, what follows it."""
    lines = [line for line in main_lines(page) if line.name]
    scored = []
    for line, after in zip(lines, [*lines[1:], None], strict=False):
        control = line.mmid is not None and line.value is None
        if (
            control
            or _echoes(line.name, asked)
            or line.role in ("tablist", "tabpanel", "list")
            or coverage(must, line.name) < bool(must)
        ):
            continue
        score, answer = _score(asked, line, after)
        if answer is not None and score >= 0.6:
            scored.append((score, -line.index, answer))
    return max(scored, key=lambda each: each[:2])[2] if scored else None


def _echoes(name: str, asked: str) -> bool:
    """Whether a page only repeats what is asked, as pages with instructions do."""
    said, plain = (" ".join(words(text)) for text in (name, asked))
    return len(plain.split()) > 2 and plain in said


def _score(asked: str, line: Line, after: Line | None) -> tuple[float, Reading | None]:
    covered = coverage(asked, line.name)
    if (pair := labelled(asked, (line,))) is not None:
        return 1.5 + fit(asked, line.name.partition(":")[0]) / 10, pair
    if line.heading or line.role == "term" or line.name.endswith((":", "?")):
        leads = covered >= 0.99 and after is not None and not after.heading and after.mmid is None
        return (1.2, _said(after.name)) if leads and after is not None else (0.0, None)
    if content(line.name) <= content(asked):
        return 0.0, None
    return covered + fit(asked, line.name) / 10, _said(line.name)


def _said(text: str) -> Reading:
    return Reading(value=values.Value(text=text), quote=text)


def _told(summary: str, *facts: Found) -> Report:
    return Report(status="done", summary=summary, facts=facts)


def _failed(summary: str) -> Report:
    return Report(status="failed", summary=summary)
