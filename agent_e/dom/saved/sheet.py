"""The sheet that a walk writes on: rows, and the line of text in the making."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .tree import Element
from .words import clean

_LONGEST = 50_000
_DEEPEST = 24
_TAB = "    "
_ENDS_WITH_WAS = re.compile(r"\bwas:? *$| out: *$", re.IGNORECASE)
_BEGINS_WITH_WAS = re.compile(r"\s*was\b", re.IGNORECASE)
_TIME = re.compile(r"\s*\d{1,2}[:.]\d\d\b")
"""A time of day that is crossed out is one that cannot be had, not one of before."""


@dataclass(slots=True, eq=False)
class Row:
    """A line to be: a piece of text (no element), a structure, or an element to act on.

    ``why`` says why it is one to act on, "" if it is none; ``kind`` what it is when it turns out
    not to be one, "" for nothing. ``lifted`` rows are gone and what was
    inside them moved up; other ``dropped`` rows are just gone.
    """

    role: str
    element: Element | None
    parent: Row | None
    depth: int
    frame: int
    glue: str | None
    name: str = ""
    why: str = ""
    kind: str = ""
    level: int = 0
    href: str | None = None
    dropped: bool = False
    lifted: bool = False


class Sheet:
    """Rows in document order.

    Rows know what they are inside of: a row that goes moves nothing else, however deep a page is.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._line: list[str] = []
        self._blank = False
        self._indent = ""
        self._at: tuple[Row | None, int] = (None, 0)
        # Whether the line goes on after a row that is no text, and whether a blank stands there.
        self._open = False
        self._gap = False

    def push(self, role: str, element: Element | None, parent: Row | None, frame: int) -> int:
        """Add a row after or in the line in the making; return its index."""
        glue = (" " if self._gap else "") if self._open else None
        depth = parent.depth + 1 if parent else 0
        self.rows.append(Row(role, element, parent, depth, frame, glue))
        return len(self.rows) - 1

    def flush(self) -> None:
        """End the piece of text in the making."""
        line = "".join(self._line)
        self._line.clear()
        self._blank = False
        text = line.strip(" ")
        self._gap = self._gap or line.startswith(" ")
        if text:
            more = len(text) - _LONGEST
            told = f"{text[:_LONGEST]}… ({more} more characters)" if more > 0 else text
            self.rows[self.push("text", None, *self._at)].name = self._indent + told
            self._indent = ""
            self._open = True
            self._gap = line.endswith(" ")

    def boundary(self) -> None:
        """End the line."""
        self.flush()
        self._open = self._gap = False
        self._indent = ""

    def write(self, text: str, parent: Row | None, frame: int) -> None:
        """Add to the line, which then stands where it was begun."""
        if not self._line:
            self._at = (parent, frame)
        if self._blank:
            text = text.lstrip(" ")
        if text:
            self._line.append(text)
            self._blank = text.endswith(" ")

    def write_text(self, data: str, parent: Row | None, frame: int, keeps_lines: bool) -> None:
        """Add a text as the page has it."""
        if not keeps_lines or "\n" not in data:
            self.write(clean(data), parent, frame)
            return
        for index, part in enumerate(data.split("\n")):
            if index:
                self.boundary()
                blanks = part[: len(part) - len(part.lstrip(" \t"))]
                self._indent = blanks.replace("\t", _TAB)[:_DEEPEST]
            self.write(clean(part), parent, frame)

    def write_was(self, words: str, parent: Row | None, frame: int) -> None:
        """Say that these words, which come next, are crossed out, such as a price of before."""
        if _ENDS_WITH_WAS.search("".join(self._line[-3:])[-8:]) or _BEGINS_WITH_WAS.match(words):
            return
        before = any(map(str.isdigit, words)) and not _TIME.match(words)
        self.write(" was " if before else " crossed out: ", parent, frame)

    def in_line(self) -> bool:
        """Whether the line has something already."""
        return self._open or any(part.strip(" ") for part in self._line)

    def resume(self, inline: bool, blank: bool) -> None:
        """Say whether the line goes on after a row, and whether after a blank."""
        self._open, self._gap = inline, blank

    def inside(self, index: int) -> Iterator[Row]:
        """Rows after this one that are still there: while it is open, those inside it."""
        for at in range(index + 1, len(self.rows)):
            if not self.rows[at].dropped:
                yield self.rows[at]

    def drop(self, index: int) -> None:
        """Take a row out; what is inside moves up."""
        self.rows[index].dropped = self.rows[index].lifted = True
        # Boxes in empty boxes would be looked at again and again.
        while self.rows and self.rows[-1].dropped:
            self.rows.pop()

    def settle(self) -> list[Row]:
        """Return what is left, each row with the depth that it then has."""
        for row in self.rows:
            up = row.parent
            row.depth = 0 if up is None else up.depth + (not up.lifted)
        return [row for row in self.rows if not row.dropped]
