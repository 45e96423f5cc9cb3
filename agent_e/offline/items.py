"""Repeated groups on a page, and the contents of their items."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import values
from .language import content, coverage, fit
from .page import Line, Page
from .scene import SIDES
from .values import Value

_NOT_AN_OPENER = re.compile(
    r"\b(?:add|buy|remove|delete|compare|save|edit|wish ?list|share|order|reviews?)\b", re.I
)
_OPENER = re.compile(r"detail|view|more|open|show|see|info|read", re.I)
_ACTION = re.compile(
    rf"{_NOT_AN_OPENER.pattern}|\b(?:details?|view|more|open|show|see|read|choose|select|info|book)\b",
    re.I,
)
_CONTROLS = frozenset({"link", "button", "menuitem", "tab", "option"})
_WRAPPERS = frozenset({"item", "row", "article", "group", "figure", "region"})
_SINGLE = frozenset({"item", "article"})
"""Roles that make a list even when there is only one."""
_Shape = tuple[str, int, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One of several things of a kind."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """Its complete text."""
        return " ".join(line.name for line in self.lines)

    @property
    def title(self) -> str:
        """Its name: its heading, else its link or button, else its first words."""
        order = {"link": 1, "button": 2, "tab": 2, "menuitem": 2}
        called = [
            (0 if line.heading else order[line.role], line.index, line.name)
            for line in self.lines
            if content(line.name)
            if line.heading or (line.role in order and not _ACTION.search(line.name))
        ]
        if called:
            return min(called)[2]
        words = (_stripped(line.name) for line in self.lines if line.mmid is None)
        plain = [each for each in words if re.search(r"[^\W\d_]{2}", each)]
        return next(iter([*plain, *(line.name for line in self.lines if line.name)]), "")

    @property
    def opener(self) -> Line | None:
        """The element that opens it: one with its name, else a "more" link, else any other."""
        usable = (n for n in self.lines if n.mmid is not None and not n.disabled)
        controls = [n for n in usable if n.role in _CONTROLS]
        harmless = [line for line in controls if not _NOT_AN_OPENER.search(line.name)]
        named = [line for line in harmless if fit(self.title, line.name) >= 0.6]
        saying = [line for line in controls if _OPENER.search(line.name)]
        return next(iter([*named, *saying, *harmless]), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Sibling items of one shape, their label on the page, and whether they are navigation."""

    items: tuple[Item, ...]
    label: str = ""
    side: bool = False


def choose_group(page: Page, noun: str) -> Group | None:
    """The group that fits the noun best: by its label, else the richest in the main part."""
    scored = [(_score(group, noun), -number, group) for number, group in enumerate(groups(page))]
    best = max(scored, key=lambda each: each[:2], default=None)
    return best[2] if best and best[0] > 0 else None


def groups(page: Page) -> list[Group]:
    """Every repeated group of the page, in document order."""
    children: dict[int, list[Line]] = defaultdict(list)
    for line in page.lines:
        children[line.parent].append(line)
    return [
        _group(page, page.lines[parent] if parent >= 0 else None, below, leaders)
        for parent, below in children.items()
        for leaders in _leaders(below)
    ]


def _group(
    page: Page, holder: Line | None, below: Sequence[Line], leaders: Sequence[Line]
) -> Group:
    ends = [*(line.index for line in leaders[1:]), below[-1].end]
    wrapped = leaders[0].role in _WRAPPERS
    items = [
        Item(lines=page.lines[leader.index : leader.end if wrapped else end])
        for leader, end in zip(leaders, ends, strict=True)
    ]
    if wrapped and not _has_data(items[0]) and any(map(_has_data, items[1:])):
        items = items[1:]  # the header row of a table is not an item
    side = holder is not None and (holder.role in SIDES or page.within(holder, *SIDES))
    label = _label(page, holder, leaders[0])
    return Group(items=tuple(items), label=label, side=side)


def _score(group: Group, noun: str) -> float:
    count = len(group.items)
    valued = sum(bool(values.price(item.text) or values.rating(item.text)) for item in group.items)
    rich = sum(len(item.lines) for item in group.items) / count
    called = fit(noun, group.label)
    leading = sum(item.lines[0].mmid is not None or len(item.lines) > 1 for item in group.items)
    score = min(count, 12) / 12 + min(rich, 8) / 8 + (2 * valued + leading) / count + 4 * called
    return score - 6 if group.side and called < 0.6 else score


def _leaders(below: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the children that begin items, for each shape that occurs more than once."""
    names = Counter((line.role, line.name) for line in below)
    shapes: dict[_Shape, list[Line]] = defaultdict(list)
    for line in below:
        marks = line.mmid is not None or line.name.endswith(":")
        same = line.name if names[line.role, line.name] > 1 and marks else ""
        if line.role == "button" and (does := _ACTION.match(line.name)):
            # "Book for $130" and "Book for $155" do the same to different things.
            same = does[0]
        shapes[line.role, line.level, same].append(line)
    repeated = {key: lines for key, lines in shapes.items() if len(lines) > 1 or key[0] in _SINGLE}
    for shape, lines in repeated.items():
        if not any(_leads(one, repeated[one], shape, lines) for one in repeated if one != shape):
            yield lines


def _leads(one: _Shape, lines: Sequence[Line], other: _Shape, parts: Sequence[Line]) -> bool:
    """Whether one shape begins the items of which the other is only a part."""
    if len(lines) < 2 or lines[0].index > parts[0].index:
        return False
    if one[0] == "text" and other[0] != "text" and not other[2]:
        return False
    places = {line.index for line in parts}
    gaps = zip(lines, lines[1:], strict=False)
    return all(not places.isdisjoint(range(a.index, b.index)) for a, b in gaps)


def _label(page: Page, holder: Line | None, first: Line) -> str:
    """The page's label of a group: the name above it, else the heading before it."""
    if holder is not None and holder.name:
        return holder.name
    before = [line for line in page.headings if line.index < first.index]
    if first.role == "heading":
        before = [line for line in before if line.level < first.level]
    return before[-1].name if before else page.title


def _has_data(item: Item) -> bool:
    return any(line.mmid is not None or re.search(r"\d", line.name) for line in item.lines[1:])


def _stripped(text: str) -> str:
    """Cut a text off before its price, its rating, or a dash or colon."""
    cuts = [text.index(found.text) for found in (values.price(text), values.rating(text)) if found]
    cuts += [hit.start() for hit in re.finditer(r"\s[–—|·-]\s|[:;] ", text)]
    cut = min([len(text), *cuts])
    return text[:cut].strip(" –—|·,-:(") if cut > 1 else text.strip()


_KINDS = {"price": values.price, "rating": values.rating, "duration": values.duration}
_OTHER_PRICES = content("total shipping delivery old")
_ALONE = frozenset({"text", "cell", "term", "heading", "item"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A value, and the words of the page that contain it."""

    value: Value
    quote: str


Readings = dict[str, Reading]
"""By attribute, as the task names it."""


def read_all(wanted: Sequence[str], lines: Sequence[Line], item: Item | None = None) -> Readings:
    """Read each attribute found in the lines."""
    found = {name: read(name, lines, item) for name in wanted}
    return {name: reading for name, reading in found.items() if reading is not None}


def read(attribute: str, lines: Sequence[Line], item: Item | None = None) -> Reading | None:
    """Find the value of one attribute: ``price``, ``rating``, ``name`` or a label."""
    wanted = content(attribute)
    if wanted & {"name", "title"}:
        title = item.title if item else next((n.name for n in lines if n.heading), "")
        return _measured(title, title) if title else labelled(attribute, lines)
    return _by_kind(wanted, lines) or labelled(attribute, lines)


def _measured(text: str, quote: str) -> Reading:
    return Reading(value=values.measure(text), quote=quote)


def _by_kind(wanted: frozenset[str], lines: Sequence[Line]) -> Reading | None:
    kind = next((reader for word, reader in _KINDS.items() if word in wanted), None)
    if kind is None or wanted & _OTHER_PRICES:
        return None
    hits = [(line, value) for line in lines if (value := kind(line.name))]
    if kind is values.price:
        current = [hit for hit in hits if not values.is_former_price(hit[0].name)]
        named = [hit for hit in current if "price" in content(hit[0].name)]
        hits = named or current or hits
    return Reading(value=hits[0][1], quote=hits[0][0].name) if hits else None


def labelled(label: str, lines: Sequence[Line]) -> Reading | None:
    """Find ``Label: value`` in one line, a field's value, or what follows a line with the label."""
    for line, after in zip(lines, [*lines[1:], None], strict=False):
        head, _mark, tail = line.name.partition(":")
        alike = fit(label, head)
        if tail.strip() and alike >= 0.6:
            return _measured(tail, line.name)
        follows = after is not None and after.name and after.mmid is None
        if follows and line.role in _ALONE and alike >= 0.8 and coverage(label, head) >= 0.99:
            return _measured(after.name, after.name) if after is not None else None
    return None
