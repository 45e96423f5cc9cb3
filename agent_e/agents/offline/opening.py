"""Opens items to read what a list does not tell: linked pages, panels, dialogs, folded parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .attributes import Reading, Readings, read_all
from .changes import Step
from .items import Item, choose_group
from .language import fit
from .outline import Page
from .parts import main_lines
from .replay import Call
from .scene import Moves, Scene, closing

_MOST_OPENED = 9
"""Items opened one by one, where each takes a click and a way back."""
_MORE = re.compile(
    r"\b(?:specifications?|specs|details|technical|features|information|more)\b", re.I
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Surveyed:
    """An item of a list with what was read of it, and where it is to be found again."""

    item: Item
    index: int
    readings: Readings
    document: int
    url: str

    def reading(self, attribute: str) -> Reading:
        """Return what was read of an attribute."""
        return self.readings[attribute]

    def number(self, attribute: str) -> float:
        """Return an attribute's figure; 0 when it has none."""
        return self.readings[attribute].value.number or 0.0


def survey(scene: Scene, noun: str, wanted: Sequence[str]) -> Moves[list[Surveyed]]:
    """Read attributes of the open page's items; gives those with a figure for the first of them."""
    group = choose_group(scene.page, noun)
    if group is None:
        return []
    url, document = scene.page.url, scene.document
    told = [read_all(wanted, item.lines, item) for item in group.items]
    if not any(wanted[0] in readings for readings in told):
        opened = yield from _open_all(scene, noun, group.items, wanted)
        told = [joined(old, new) for old, new in zip(told, opened, strict=False)]
    return [
        Surveyed(item=item, index=index, readings=readings, document=document, url=url)
        for index, (item, readings) in enumerate(zip(group.items, told, strict=False))
        if wanted[0] in readings and readings[wanted[0]].value.number is not None
    ]


def open_item(
    scene: Scene, item: Item, wanted: Sequence[str]
) -> Moves[tuple[Readings, Step | None]]:
    """Open an item and read what appears: the new page, or what came to this one."""
    if item.opener is None:
        return {}, None
    before = {(line.role, line.name) for line in scene.page.lines}
    step = yield from scene.click(item.opener)
    readings = {} if step.navigated else _shown_by(step, wanted)
    if not readings and (step.changed or step.partly):
        page = yield from scene.known() if step.navigated else scene.look()
        new = [line for line in page.lines if (line.role, line.name) not in before]
        readings = read_all(wanted, main_lines(page) if has_left(page, item, step) else new)
    return readings, step


def has_left(page: Page, item: Item, step: Step) -> bool:
    """Whether another page came for the list: on one that has the opener still, it is there too."""
    return step.navigated and item.opener is not None and page.element(item.opener.mmid) is None


def open_parts(scene: Scene, wanted: Sequence[str]) -> Moves[Readings]:
    """Open tabs and folded parts of the page until they tell what is missing."""
    found: Readings = {}
    folded = [
        line
        for line in main_lines(scene.page)
        if line.mmid is not None
        if "collapsed" in line.states
        or (line.role == "tab" and not line.checked)
        or _MORE.search(line.name)
    ]
    folded.sort(key=lambda line: -fit(" ".join(wanted), line.name) - bool(_MORE.search(line.name)))
    for line in folded[:4]:
        step = yield from scene.click(line)
        found |= _shown_by(step, [name for name in wanted if name not in found])
        if step.navigated or all(name in found for name in wanted):
            break
    return found


def joined(listed: Readings, opened: Readings) -> Readings:
    """What list and opened item tell; of a name that the list runs on, the shorter form."""
    both = {**opened, **listed}
    for name in listed.keys() & opened.keys():
        if listed[name].value.text.startswith(opened[name].value.text):
            both[name] = opened[name]
    return both


def _open_all(
    scene: Scene, noun: str, items: Sequence[Item], wanted: Sequence[str]
) -> Moves[list[Readings]]:
    """Open the items in turn; those that show themselves in place are opened in one reply."""
    found: list[Readings] = []
    while len(found) < min(len(items), _MOST_OPENED):
        listing = scene.page
        opened, step = yield from open_item(scene, items[len(found)], wanted)
        found.append(opened)
        if step is None or (len(found) == 1 and wanted[0] not in opened):
            break
        if not (yield from _leave(scene, step, listing)):
            openers = [item.opener for item in items[len(found) :]]
            clicks = [
                Call(name="click", arguments={"mmid": n.mmid}) for n in openers if n is not None
            ]
            steps = (yield tuple(clicks)) if clicks else []
            found += [_shown_by(each, wanted) for each in steps]
            break
        group = choose_group(scene.page, noun)
        items = group.items if group is not None and len(group.items) == len(items) else items
    return found


def _shown_by(step: Step, wanted: Sequence[str]) -> Readings:
    """What an item that opened in place tells: in what is new, or around it."""
    return {**read_all(wanted, step.around), **read_all(wanted, step.fresh)}


def _leave(scene: Scene, step: Step, listing: Page) -> Moves[bool]:
    """Go back to the list; returns whether the item had taken its place or covered it."""
    if step.navigated:
        back = yield from scene.do("history", direction="back")
        if listing.url and (back.error or scene.page.url != listing.url):
            yield from scene.do("open_url", url=listing.url)
        yield from scene.known()
        return True
    if not any(line.role in ("dialog", "alertdialog") for line in step.fresh):
        return False
    button = closing(step.fresh)
    if button is not None:
        yield from scene.do("click", mmid=button.mmid)
    else:
        yield from scene.do("press_key", key="Escape")
    return True
