"""Repeated groups on a page: lists, table rows, cards, runs of headings or links."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from . import values
from .language import content, fit
from .outline import Line, Page
from .parts import SIDES

_NOT_AN_OPENER = re.compile(
    r"\b(?:add|buy|remove|delete|compare|save|edit|wish ?list|share|like|reply|order|reserve|"
    r"reviews?)\b",
    re.I,
)
_OPENER = re.compile(r"detail|view|more|open|show|see|info|expand|read", re.I)
_ACTION = re.compile(
    rf"{_NOT_AN_OPENER.pattern}|\b(?:details?|view|more|open|show|see|read|expand|quick|choose|select|"
    r"info|book|up ?vote)\b",
    re.I,
)
_CONTROLS = frozenset({"link", "button", "menuitem", "tab", "treeitem", "option", "switch"})
_WRAPPERS = frozenset({"item", "row", "article", "group", "figure", "region"})
_LOOSE = frozenset({"text", "link", "button", "img", "image", "combobox", "spinbutton"})
_TURNING = re.compile(r"(?:next|previous|prev|back|home|all)\b", re.I)
_SINGLE = frozenset({"item", "article"})
"""Roles that make a list even when there is but one."""

_Shape = tuple[str, int, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One of several things of a kind; ``headers`` names cells, by index, after their column."""

    lines: tuple[Line, ...]
    headers: Mapping[int, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(line.name for line in self.lines)

    @property
    def title(self) -> str:
        """What it is called: its heading, else its link or button, else its first words."""
        order = {"link": 1, "button": 2, "tab": 2, "menuitem": 2}
        called = [
            (0 if line.heading else order[line.role], line.index, line.name)
            for line in self.lines
            if content(line.name)
            if line.heading or (line.role in order and not _ACTION.search(line.name))
        ]
        if called:
            return min(called)[2]
        plain = [
            _stripped(n.name)
            for n in self.lines
            if n.mmid is None and re.search(r"[^\W\d_]{2}", _stripped(n.name))
        ]
        return next(iter([*plain, *(line.name for line in self.lines if line.name)]), "")

    @property
    def opener(self) -> Line | None:
        """The element that shows more of it: of its name, else one that says so, else any other."""
        controls = [
            n for n in self.lines if n.mmid is not None and n.role in _CONTROLS and not n.disabled
        ]
        harmless = [line for line in controls if not _NOT_AN_OPENER.search(line.name)]
        named = [line for line in harmless if fit(self.title, line.name) >= 0.6]
        return next(
            iter([*named, *(n for n in controls if _OPENER.search(n.name)), *harmless]), None
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Sibling items of one shape, what the page calls them, and whether they are navigation."""

    items: tuple[Item, ...]
    label: str = ""
    side: bool = False


def choose_group(page: Page, noun: str) -> Group | None:
    """The group that fits the noun best: by its label, else the richest in the page's main part."""
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
    ends = [*(line.index for line in leaders[1:]), _end(below, leaders[-1])]
    wrapped = leaders[0].role in _WRAPPERS
    items = [
        Item(lines=page.lines[leader.index : leader.end if wrapped else end])
        for leader, end in zip(leaders, ends, strict=True)
    ]
    side = holder is not None and (holder.role in SIDES or page.within(holder, *SIDES))
    label = _label(page, holder, leaders[0])
    return Group(items=tuple(_with_headers(items)), label=label, side=side)


def _score(group: Group, noun: str) -> float:
    count = len(group.items)
    valued = sum(bool(values.price(item.text) or values.rating(item.text)) for item in group.items)
    rich = sum(len(item.lines) for item in group.items) / count
    called = fit(noun, group.label)
    leading = sum(item.lines[0].mmid is not None or len(item.lines) > 1 for item in group.items)
    score = min(count, 12) / 12 + min(rich, 8) / 8 + 2 * valued / count + 4 * called
    score += leading / count
    return score - 6 if group.side and called < 0.6 else score


def _leaders(below: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the children that begin the items, for each shape that comes more than once."""
    names = Counter((line.role, line.name) for line in below)
    shapes: dict[_Shape, list[Line]] = defaultdict(list)
    for line in below:
        marks = line.mmid is not None or line.name.endswith(":")
        same = line.name if names[line.role, line.name] > 1 and marks else ""
        if line.role == "button" and (does := _ACTION.match(line.name)):
            # "Book for $130" and "Book for $155" do the same to different things.
            same = does[0]
        shapes[line.role, line.level, same].append(line)
    kept = {
        shape: lines for shape, lines in shapes.items() if len(lines) > 1 or shape[0] in _SINGLE
    }
    for shape, lines in kept.items():
        if not any(_leads(one, kept[one], shape, lines) for one in kept if one != shape):
            yield lines


def _leads(one: _Shape, lines: Sequence[Line], other: _Shape, parts: Sequence[Line]) -> bool:
    """Whether one shape begins the items that the other is only a part of."""
    if len(lines) < 2 or lines[0].index > parts[0].index:
        return False
    if one[0] == "text" and other[0] != "text" and not other[2]:
        return False
    places = {line.index for line in parts}
    gaps = zip(lines, lines[1:], strict=False)
    return all(not places.isdisjoint(range(a.index, b.index)) for a, b in gaps)


def _end(below: Sequence[Line], last: Line) -> int:
    """Where the last item without a wrapper ends: at the next sibling that cannot be part of it."""
    end = last.end
    for line in below:
        if line.index >= end:
            if line.role not in _LOOSE or (line.role == "link" and _TURNING.match(line.name)):
                break
            end = line.end
    return end


def _label(page: Page, holder: Line | None, first: Line) -> str:
    """What the page calls a group: the name above it, else the heading before it."""
    if holder is not None and holder.name:
        return holder.name
    before = [line for line in page.headings if line.index < first.index]
    if first.role == "heading":
        before = [line for line in before if line.level < first.level]
    return before[-1].name if before else page.title


def _with_headers(items: list[Item]) -> list[Item]:
    """Take a table's first row as header when only the others have figures or elements in them."""
    first, others = items[0], items[1:]
    if first.lines[0].role != "row" or _has_data(first) or not any(map(_has_data, others)):
        return items
    rows = [[n for n in item.lines if n.parent == item.lines[0].index] for item in items]
    heads = [line.name for line in rows[0]]
    return [
        Item(lines=item.lines, headers={n.index: head for n, head in zip(row, heads, strict=False)})
        for item, row in zip(others, rows[1:], strict=True)
    ]


def _has_data(item: Item) -> bool:
    return any(line.mmid is not None or re.search(r"\d", line.name) for line in item.lines[1:])


def _stripped(text: str) -> str:
    """Cut a text off before its price, rating or what a dash or colon sets apart."""
    cuts = [text.index(found.text) for found in (values.price(text), values.rating(text)) if found]
    cuts += [hit.start() for hit in re.finditer(r"\s[–—|·-]\s|[:;] ", text)]
    cut = min([len(text), *cuts])
    return text[:cut].strip(" –—|·,-:(") if cut > 1 else text.strip()
