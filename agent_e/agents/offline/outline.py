"""A page as lines that know their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent_e.types import Dialog


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line; ``parent`` is the index of the line above it (-1: none), ``end`` where it ends.

    ``hint`` is what the page says of a field beside its name: help, or what is wrong with it.
    """

    role: str
    name: str = ""
    mmid: int | None = None
    value: str | None = None
    options: tuple[str, ...] = ()
    states: str = ""
    hint: str = ""
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
    """A page; ``dialog`` is the JavaScript dialog that is open, if one is."""

    title: str = ""
    url: str = ""
    dialog: Dialog | None = None
    lines: tuple[Line, ...] = ()

    def under(self, line: Line) -> tuple[Line, ...]:
        """Everything below a line."""
        return self.lines[line.index + 1 : line.end]

    def above(self, line: Line) -> Iterator[Line]:
        """Yield the lines it stands under, nearest first."""
        # A line that a result told of may come from a page that had more.
        while 0 <= line.parent < len(self.lines):
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

    def with_line(self, line: Line) -> Page:
        """The page with one element as it is now."""
        found = self.element(line.mmid)
        if found is None:
            return self
        now = replace(
            line, name=line.name or found.name, depth=found.depth, index=found.index,
            parent=found.parent, end=found.end,
        )  # fmt: skip
        return replace(self, lines=tuple(now if old is found else old for old in self.lines))


def linked(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Number the lines and find for each its parent and its end."""
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
