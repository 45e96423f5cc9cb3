"""Finds the item a goal means, by place, name or comparison; opens it for hidden details."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .goals import Goal
from .items import Item, Readings, choose_group, groups, read_all
from .language import Rank, coverage, fit, telling
from .page import Line, Page, Step
from .replay import Call
from .scene import Found, Moves, Scene, closing, main_lines, next_page, search_field, top_heading

_MAX_OPENED = 9
"""Items opened one by one, where each takes a click and a step back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Surveyed:
    """An item of a list with its readings; ``number`` is the requested figure."""

    item: Item
    readings: Readings
    number: float


def _survey(scene: Scene, noun: str, wanted: Sequence[str]) -> Moves[list[Surveyed]]:
    """Read attributes of the open page's items; returns those with a figure for the first one."""
    group = choose_group(scene.page, noun)
    if group is None:
        return []
    known = [read_all(wanted, item.lines, item) for item in group.items]
    if not any(wanted[0] in readings for readings in known):
        opened = yield from _open_all(scene, noun, group.items, wanted)
        known = [{**new, **old} for old, new in zip(known, opened, strict=False)]
    return [
        Surveyed(item=item, readings=readings, number=number)
        for item, readings in zip(group.items, known, strict=False)
        if wanted[0] in readings and (number := readings[wanted[0]].value.number) is not None
    ]


_Opened = tuple[Readings, Step | None]


def _open_item(scene: Scene, item: Item, wanted: Sequence[str]) -> Moves[_Opened]:
    """Open an item and read what appears: the new page, or what was added to this one."""
    if item.opener is None:
        return {}, None
    step = yield from scene.click(item.opener)
    page = (yield from scene.known()) if step.navigated else scene.page
    readings = read_all(wanted, main_lines(page) if has_left(page, item, step) else step.fresh)
    return readings, step


def has_left(page: Page, item: Item, step: Step) -> bool:
    """Whether another page replaced the list: a page that still has the opener shows both."""
    return step.navigated and item.opener is not None and page.element(item.opener.mmid) is None


def _open_all(
    scene: Scene, noun: str, items: Sequence[Item], wanted: Sequence[str]
) -> Moves[list[Readings]]:
    """Open the items in turn; those that expand in place are opened in one reply."""
    found: list[Readings] = []
    while len(found) < min(len(items), _MAX_OPENED):
        opened, step = yield from _open_item(scene, items[len(found)], wanted)
        found.append(opened)
        if step is None or (len(found) == 1 and wanted[0] not in opened):
            break
        if not (yield from _leave(scene, step)):
            openers = [item.opener for item in items[len(found) :] if item.opener is not None]
            clicks = tuple(Call(name="click", arguments={"mmid": n.mmid}) for n in openers)
            steps = (yield clicks) if clicks else []
            found += [read_all(wanted, each.fresh) for each in steps]
            break
        group = choose_group(scene.page, noun)
        items = group.items if group is not None and len(group.items) == len(items) else items
    return found


def _leave(scene: Scene, step: Step) -> Moves[bool]:
    """Go back to the list; returns whether the item had replaced or covered it."""
    if step.navigated:
        yield from scene.do("history", direction="back")
        yield from scene.known()
        return True
    if not any(line.role in ("dialog", "alertdialog") for line in step.fresh):
        return False
    if (button := closing(step.fresh)) is not None:
        yield from scene.click(button)
    else:
        yield from scene.do("press_key", key="Escape")
    return True


MAX_PAGES = 10
"""Pages of a list that are visited."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Picked:
    """The intended item with its readings; ``here``: the open page is about it."""

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
    if telling(goal.target):
        return (yield from _by_name(scene, goal.target))
    return Picked(item=Item(lines=main_lines(scene.page)), here=True)


def examine(scene: Scene, picked: Picked, wanted: Sequence[str]) -> Moves[Picked]:
    """Read attributes of the item, opening it for those that its lines lack."""
    readings = {**read_all(wanted, picked.item.lines, picked.item), **picked.readings}
    missing = [name for name in wanted if name not in readings]
    if missing and not picked.here:
        readings = {**readings, **read_all(missing, _part_about(scene.page, picked.item))}
        missing = [name for name in wanted if name not in readings]
    if missing and not picked.here:
        opened, _ = yield from _open_item(scene, picked.item, wanted)
        readings = {**opened, **readings}
    return Picked(item=picked.item, readings=readings, here=picked.here)


def _part_about(page: Page, item: Item) -> tuple[Line, ...]:
    """The part under a heading with the item's name outside its list: the item is open there."""
    for line in page.headings:
        if line not in item.lines and fit(item.title, line.name) >= 0.99:
            rest = page.lines[line.index + 1 :]
            ends = (n.index for n in rest if n.heading and n.level <= line.level)
            return page.lines[line.index : next(ends, len(page.lines))]
    return ()


def turn_page(scene: Scene) -> Moves[bool]:
    """Go to the next page of a list; returns whether there was one."""
    if (forward := next_page(scene.page)) is None:
        return False
    step = yield from scene.click(forward)
    yield from scene.known()
    return step.changed


def survey_all(scene: Scene, goal: Goal, wanted: Sequence[str]) -> Moves[list[Surveyed]]:
    """Read attributes of every item on every page of the list."""
    seen: list[Surveyed] = []
    for _ in range(MAX_PAGES):
        seen += yield from _survey(scene, goal.target, wanted)
        if not (yield from turn_page(scene)):
            break
    return seen


def _compare(scene: Scene, goal: Goal, rank: Rank) -> Moves[Picked | None]:
    seen = yield from survey_all(scene, goal, (rank.attribute, *goal.attributes))
    if not seen:
        return None
    # The first of equals wins.
    sign = -1 if rank.highest else 1
    order = sorted(seen, key=lambda each: sign * each.number)
    for each in order[:5]:
        reading = each.readings[rank.attribute]
        claim = f"{rank.attribute} of {each.item.title}: {reading.value.text}"
        scene.found.append(Found(claim=claim, quote=reading.quote))
    return Picked(item=order[0].item, readings=order[0].readings)


def _count_to(scene: Scene, goal: Goal) -> Moves[Picked | None]:
    """Go to the place in the list, turning its pages if it is further on."""
    passed = 0
    for _ in range(MAX_PAGES):
        group = choose_group(scene.page, goal.target)
        items = group.items if group else ()
        index = goal.place - 1 - passed if goal.place > 0 else len(items) + goal.place
        if 0 <= index < len(items) and (goal.place > 0 or next_page(scene.page) is None):
            return Picked(item=items[index])
        passed += len(items)
        if not (yield from turn_page(scene)):
            break
    return None


def _by_name(scene: Scene, name: str) -> Moves[Picked | None]:
    if picked := shown(scene.page, name):
        return picked
    if (line := search_field(scene.page)) is not None:
        step = yield from scene.do("enter_text", mmid=line.mmid, text=name, submit=True)
        if step.changed and (picked := shown((yield from scene.known()), name)):
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
    """How well a name fits an item, 0 when a distinctive word of it is missing there."""
    if coverage(name, item.text) < 0.99:
        return 0.0
    alike = fit(name, item.title)
    return alike if alike >= 0.4 or coverage(name, item.title) >= 0.99 else 0.0
