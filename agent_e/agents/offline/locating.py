"""Finds the item a goal means: by its place, by its name, or by comparing all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .attributes import Readings, read_all
from .goals import Goal
from .items import Item, choose_group, groups
from .language import coverage, fit, singular, telling
from .opening import Surveyed, has_left, joined, open_item, open_parts, survey
from .outline import Line, Page
from .parts import main_lines, next_page, search_field, top_heading
from .phrases import Rank
from .scene import Found, Moves, Scene

MOST_PAGES = 10
"""Pages of a list that are looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Picked:
    """The item meant, with what was read of it; ``here``: the open page is about it."""

    item: Item
    readings: Readings = field(default_factory=dict)
    here: bool = False


def locate(scene: Scene, goal: Goal) -> Moves[Picked | None]:
    """Find the item; searches and turns pages when the open page does not show it."""
    yield from scene.known()
    if goal.rank is not None:
        return (yield from _compare(scene, goal, goal.rank))
    if goal.place:
        return (yield from _count_to(scene, goal))
    if not telling(goal.target):
        return Picked(item=Item(lines=main_lines(scene.page)), here=True)
    return (yield from _by_name(scene, goal.target))


def examine(scene: Scene, picked: Picked, wanted: Sequence[str]) -> Moves[Picked]:
    """Read attributes of the item, opening it for those that its lines do not tell."""
    readings = {**read_all(wanted, picked.item.lines, picked.item), **picked.readings}
    missing = [name for name in wanted if name not in readings]
    if missing and not picked.here:
        readings = {**readings, **read_all(missing, _part_about(scene.page, picked.item))}
        missing = [name for name in wanted if name not in readings]
    here = picked.here
    if missing and not here:
        opened, step = yield from open_item(scene, picked.item, wanted)
        readings = joined(readings, opened)
        missing = [name for name in wanted if name not in readings]
        here = step is not None and has_left(scene.page, picked.item, step)
    if missing and here:
        readings |= yield from open_parts(scene, missing)
    return Picked(item=picked.item, readings=readings, here=picked.here)


def _part_about(page: Page, item: Item) -> tuple[Line, ...]:
    """What stands under a heading with the item's name outside of its list: it is open there."""
    mine = {line.index for line in item.lines}
    for line in page.headings:
        if line.index in mine or fit(item.title, line.name) < 0.99:
            continue
        rest = page.lines[line.index + 1 :]
        end = next((n.index for n in rest if n.heading and n.level <= line.level), len(page.lines))
        return page.lines[line.index : end]
    return ()


def turn_page(scene: Scene, goal: Goal) -> Moves[bool]:
    """Go to the next page of a list; says whether there was one."""
    forward = None if goal.this_page_only else next_page(scene.page)
    step = None if forward is None else (yield from scene.click(forward))
    if step is None or not step.changed:
        return False
    # What came in place is told without its place on the page.
    yield from scene.known() if step.navigated else scene.look()
    return True


def survey_all(scene: Scene, goal: Goal, wanted: Sequence[str]) -> Moves[list[Surveyed]]:
    """Read attributes of every item on every page of the list."""
    seen: list[Surveyed] = []
    for _ in range(MOST_PAGES):
        seen += yield from survey(scene, goal.target, wanted)
        if not (yield from turn_page(scene, goal)):
            break
    return seen


def _compare(scene: Scene, goal: Goal, rank: Rank) -> Moves[Picked | None]:
    seen = yield from survey_all(scene, goal, (rank.attribute, *goal.attributes))
    if not seen:
        return None
    # Of equals the first one wins.
    sign = -1 if rank.highest else 1
    order = sorted(seen, key=lambda each: sign * each.number(rank.attribute))
    for each in order[:5]:
        reading = each.reading(rank.attribute)
        claim = f"{rank.attribute} of {each.item.title}: {reading.value.text}"
        scene.found.append(Found(claim=claim, quote=reading.quote))
    best = order[0]
    if best.document == scene.document:
        return Picked(item=best.item, readings=best.readings)
    if best.url != scene.page.url:
        yield from scene.do("open_url", url=best.url)
        yield from scene.known()
    group = choose_group(scene.page, goal.target)
    item = group.items[best.index] if group and best.index < len(group.items) else best.item
    return Picked(item=item, readings=best.readings)


def _count_to(scene: Scene, goal: Goal) -> Moves[Picked | None]:
    """Go to the place in the list, over its pages when it is further on."""
    passed = 0
    for _ in range(MOST_PAGES):
        group = choose_group(scene.page, goal.target)
        if group is None:
            return None
        number = len(group.items)
        index = goal.place - 1 - passed if goal.place > 0 else number + goal.place
        ends = goal.place > 0 or goal.this_page_only or next_page(scene.page) is None
        if 0 <= index < number and ends:
            return Picked(item=group.items[index])
        passed += number
        if not (yield from turn_page(scene, goal)):
            return None
    return None


def _by_name(scene: Scene, name: str) -> Moves[Picked | None]:
    if picked := shown(scene.page, name):
        return picked
    for words in dict.fromkeys((name, singular(name))):
        line = search_field(scene.page)
        if line is not None:
            step = yield from scene.do("enter_text", mmid=line.mmid, text=words, submit=True)
            if step.changed and (picked := shown((yield from scene.known()), name)):
                return picked
    for _ in range(MOST_PAGES):
        forward = next_page(scene.page)
        if forward is None or not (yield from scene.click(forward)).changed:
            break
        if picked := shown((yield from scene.known()), name):
            return picked
    return None


def shown(page: Page, name: str) -> Picked | None:
    """The item of that name on the page, or the page itself when it is about it."""
    items = [item for group in groups(page) for item in group.items]
    fits = [(_title_fit(name, item), len(item.lines), -at) for at, item in enumerate(items)]
    alike, _size, at = max(fits, default=(0.0, 0, 0))
    top = top_heading(page)
    listing = re.search(r"\b(?:results?|search|found)\b", top, re.I)
    about = fit(name, top) if coverage(name, top) >= 0.99 and not listing else 0.0
    if about >= 0.6 and about > alike:
        return Picked(item=Item(lines=main_lines(page)), here=True)
    return Picked(item=items[-at]) if alike else None


def _title_fit(name: str, item: Item) -> float:
    """How well a name means an item, 0 when a telling word of it is missing there."""
    if coverage(name, item.text) < 0.99:
        return 0.0
    alike = fit(name, item.title)
    return alike if alike >= 0.4 or coverage(name, item.title) >= 0.99 else 0.0
