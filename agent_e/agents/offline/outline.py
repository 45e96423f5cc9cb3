"""A page as its outline shows it: lines that know their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line; ``parent`` is the index of the line above it (-1: none), ``end`` where it ends."""

    role: str
    name: str = ""
    mmid: int | None = None
    value: str | None = None
    options: tuple[str, ...] = ()
    states: str = ""
    level: int = 0
    depth: int = 0
    index: int = 0
    parent: int = -1
    end: int = 0

    @property
    def disabled(self) -> bool:
        """Whether nothing can be done with it now."""
        return "disabled" in self.states

    @property
    def checked(self) -> bool:
        """Whether it is ticked, chosen or switched on."""
        return bool(re.search(r"(?<!not )\b(?:checked|selected|pressed|on)\b", self.states))

    @property
    def heading(self) -> bool:
        """Whether it is a heading, or something to press that is one."""
        return self.role == "heading" or self.level > 0

    @property
    def field(self) -> bool:
        """Whether text can be entered."""
        typed = self.role in ("textbox", "searchbox", "spinbutton")
        return self.mmid is not None and (typed or (self.role == "combobox" and not self.options))


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page as its outline shows it.

    Attributes:
        dialog: what is said of an open JavaScript dialog.
        more: number of the outline's next page, 0 for none.
    """

    title: str = ""
    url: str = ""
    dialog: str = ""
    lines: tuple[Line, ...] = ()
    more: int = 0

    def under(self, line: Line) -> tuple[Line, ...]:
        """Everything below a line."""
        return self.lines[line.index + 1 : line.end]

    def above(self, line: Line) -> Iterator[Line]:
        """Yield the lines it stands under, nearest first."""
        while line.parent >= 0:
            line = self.lines[line.parent]
            yield line

    def within(self, line: Line, *roles: str) -> bool:
        """Whether the line stands under one of these roles."""
        return any(parent.role in roles for parent in self.above(line))

    def element(self, mmid: int | None) -> Line | None:
        """The element with this id."""
        return next((line for line in self.lines if mmid is not None and line.mmid == mmid), None)

    @property
    def headings(self) -> tuple[Line, ...]:
        """Its headings, in order."""
        return tuple(line for line in self.lines if line.heading)

    def plus(self, added: Sequence[Line]) -> Page:
        """The page with what came to it at its end; an element that was there already moves."""
        ids = {line.mmid for line in added} - {None}
        kept = [line for line in self.lines if line.mmid not in ids]
        return replace(self, lines=linked([*kept, *added]))

    def continued(self, rest: Page) -> Page:
        """The page with the next part of its outline, which repeats the lines above what is new."""
        page = self
        places = {-1: -1}
        for line in rest.lines:
            place = page._repeated(line, rest)
            if place is None:
                parent = places.get(line.parent, -1)
                place = page.lines[parent].end if parent >= 0 else len(page.lines)
                lines = [*page.lines[:place], line, *page.lines[place:]]
                page = replace(page, lines=linked(lines))
                places = {key: at + (at >= place) for key, at in places.items()}
            places[line.index] = place
        return replace(page, more=rest.more)

    def _repeated(self, line: Line, rest: Page) -> int | None:
        """Where the page has a line that the next part only repeats to say what it continues."""
        if line.end == line.index + 1:
            return None
        same = [old for old in self.lines if _key(old) == _key(line)]
        if not same or line.role not in ("item", "row", "article", "group"):
            return same[-1].index if same else None
        # Of an item that was cut in two the first line is missing in the second half.
        begins, before = (
            _key(rest.lines[line.index + 1]),
            self.lines[same[-1].index + 1 : same[-1].end][:1],
        )
        first = not any(old.role == line.role for old in rest.lines[: line.index])
        cut = bool(before) and begins[0] != before[0].role
        return same[-1].index if first and cut else None

    def with_line(self, line: Line) -> Page:
        """The page with one element as it is now."""
        found = self.element(line.mmid)
        if found is None:
            return self
        now = replace(found, name=line.name, value=line.value, states=line.states)
        return replace(self, lines=tuple(now if old is found else old for old in self.lines))

    def cut(self, line: Line) -> Page:
        """The page without a line and everything below it."""
        return replace(self, lines=linked([*self.lines[: line.index], *self.lines[line.end :]]))

    def without(self, gone: set[int]) -> Page:
        """The page without these elements."""
        return replace(self, lines=linked([line for line in self.lines if line.mmid not in gone]))


def _key(line: Line) -> tuple[str, str, int | None, int]:
    return line.role, line.name, line.mmid, line.depth


def linked(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Number the lines anew and find for each its parent and its end."""
    parents: list[int] = []
    ends = [len(lines)] * len(lines)
    path: list[int] = []
    for index, line in enumerate(lines):
        while path and lines[path[-1]].depth >= line.depth:
            ends[path.pop()] = index
        parents.append(path[-1] if path else -1)
        path.append(index)
    return tuple(
        replace(line, index=index, parent=parents[index], end=ends[index])
        for index, line in enumerate(lines)
    )
