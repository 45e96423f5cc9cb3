"""Reads the outline of a page, whole or in part, into lines that know their place. Never raises."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

_ROLES = (
    "banner main navigation complementary contentinfo region form search article section list item "
    "listitem table row rowgroup grid group radiogroup dialog alertdialog alert status log heading "
    "tree menu menubar tablist tabpanel toolbar frame figure img image feed note term definition "
    "cell columnheader rowheader caption paragraph blockquote"
)
_STRUCTURES = frozenset(_ROLES.split())
_SPAN = re.compile(r"\s\(over (?:\d+ rows)?(?:, )?(?:(?P<columns>\d+) columns)?\)$")
_MOST_COLUMNS = 50
_HEADER = re.compile(r"(Page|URL|Scroll|Focus|Dialog|Note|View|Tabs?): ?(.*)")
_HOLDER = re.compile(
    r"(?:\[(?P<mmid>\d{1,9})\] )?(?P<role>item|article|row|cell)"
    r"(?: \((?P<states>[^()]*)\))?: (?P<in>.+)"
)
_LINE = re.compile(
    r"(?:\[(?P<mmid>\d{1,9})\]\s+)?(?P<role>[A-Za-z][\w-]*)(?: (?P<level>\d))?(?: '(?P<name>.*?)')?"
    r"(?: value='(?P<value>.*?)')?(?: options: (?P<options>.*?)(?: \(\+\d+ more\))?)?"
    r"(?: \((?P<states>.*)\))?(?: → \S+)?",
    re.A,
)
_RUN = re.compile(
    r"(?P<role>[a-z]+)s '(?P<first>\d+)' to '(?P<last>\d+)': \[(?P<low>\d+)\] to \[(?P<high>\d+)\]",
    re.A,
)
_LONGEST_RUN = 100
_CELL = re.compile(r"(?:^|\s)\|(?=\s|$)")
_STATE = (
    r"heading \d|hint:|invalid|(?:not |partly )?(?:checked|selected|pressed)|expanded|collapsed|"
    r"on|off|disabled|required|read-only|current|covered|off-screen|sorted|modal|busy|opens|draggable|bold"
)
_AFTER = r"(?=[\s.,;:!?)\]|…]|$)"
_ELEMENT = re.compile(
    rf"\[\d{{1,9}}\] [a-z][\w-]*(?: '.*?'{_AFTER})?(?: value='.*?'{_AFTER})?"
    r"(?: options: .*?(?=; \[|; [^;]*$| \[\d|$))?"
    rf"(?: \((?:{_STATE})(?:\b|(?<=:))[^()]*(?:\([^()]*\)[^()]*)*\))?"
    r"(?: → \S+)?",
    re.A,
)
"""An element on a line with other things."""
_BEGIN = re.compile(r"\[\d{1,9}\] [a-z]", re.A)
_REPEATED = re.compile(r"(?<!\S)…(?!\S)")
_MORE = re.compile(r"get_dom\b.*\bpage\s*=\s*(\d{1,4})|\bpage\s*=\s*(\d{1,4})\b.*get_dom", re.A)
_COUNTING = re.compile(r"… |Part \d+ of \d+ of this outline:")
_LEAST_TITLE = 8
_LONGEST = 2_000
"""A line is read as far as this: what a page makes longer is no name."""


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
        return replace(self, lines=_linked([*kept, *added]))

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
                page = replace(page, lines=_linked(lines))
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
        return replace(self, lines=_linked([*self.lines[: line.index], *self.lines[line.end :]]))

    def without(self, gone: set[int]) -> Page:
        """The page without these elements."""
        return replace(self, lines=_linked([line for line in self.lines if line.mmid not in gone]))


def _key(line: Line) -> tuple[str, str, int | None, int]:
    return line.role, line.name, line.mmid, line.depth


def parse_page(text: str) -> Page:
    """Read an outline with or without its header; every other line is taken for text."""
    header: dict[str, str] = {}
    rows = text.splitlines()
    while rows and (found := _HEADER.fullmatch(rows[0].rstrip())):
        header.setdefault(found[1], found[2].strip())
        rows.pop(0)
    more = [
        found
        for row in rows[-3:]
        if row.lstrip().startswith("…")
        for found in [_MORE.search(row)]
        if found
    ]
    return Page(
        title=header.get("Page", ""),
        url=header.get("URL", ""),
        dialog=header.get("Dialog", ""),
        lines=parse_lines(rows),
        more=int(more[-1][1] or more[-1][2]) if more else 0,
    )


def parse_lines(rows: Iterable[str]) -> tuple[Line, ...]:
    """Read the lines of a tree, two spaces a level; what counts left-out lines is skipped."""
    found: list[Line] = []
    for row in rows:
        plain = row.expandtabs(2)
        body = plain.strip()[:_LONGEST]
        if body and not _COUNTING.match(body):
            body = _RUN.sub(_spread, body)
            found.extend(_read(body, (len(plain) - len(plain.lstrip())) // 2))
    return _linked(found)


def _spread(run: re.Match[str]) -> str:
    """The elements that the outline tells in one go because they are numbered throughout."""
    first, last, low, high = (int(run[name]) for name in ("first", "last", "low", "high"))
    if not 0 < last - first == high - low < _LONGEST_RUN:
        return run[0]
    steps = range(last - first + 1)
    return " ".join(f"[{low + step}] {run['role']} '{first + step}'" for step in steps)


def _read(body: str, depth: int) -> list[Line]:
    holder = _HOLDER.fullmatch(body)
    if not holder:
        return _parts(body, depth) if not body.startswith("text: ") else [_read_one(body, depth)]
    number = int(holder["mmid"]) if holder["mmid"] else None
    top = Line(role=holder["role"], mmid=number, states=holder["states"] or "", depth=depth)
    if holder["role"] != "row":
        return [top, *_titled(_parts(holder["in"].strip(), depth + 1, divided=True))]
    cells = [_over_columns(cell) for cell in _CELL.split(holder["in"])]
    # A cell over two columns stands for a cell in each of them.
    return [
        top,
        *(
            line
            for cell, columns in cells
            for _ in range(min(columns, _MOST_COLUMNS))
            for line in _read_cell(cell, depth + 1)
        ),
    ]


def _parts(body: str, depth: int, *, divided: bool = False) -> list[Line]:
    """The texts and elements of one line; ``divided`` when "; " stands between some of them."""
    starts = _BEGIN.findall(body)
    alone = len(starts) == 1 and _BEGIN.match(body) and _LINE.fullmatch(body)
    if alone or (not starts and not divided):
        return [_read_one(body, depth)]
    found: list[Line] = []
    at = 0
    for element in [*_ELEMENT.finditer(body), None]:
        text = body[at : element.start() if element else len(body)]
        said = (part.strip() for part in (text.split("; ") if divided else [text]))
        found += [
            _read_one(part, depth)
            for part in said
            if re.search(r"[^\W_]", part) or (part and len(body) == len(part))
        ]
        if element:
            found.append(_read_one(element[0], depth))
            at = element.end()
    return found


def _titled(lines: list[Line]) -> list[Line]:
    """Fill in the item's title where the names of its other elements only hint at it."""
    names = [line.name for line in lines if line.heading]
    names += [line.name for line in lines if line.mmid is not None]
    title = next((name for name in names if len(name) >= _LEAST_TITLE), "…")
    return [replace(line, name=_REPEATED.sub(lambda _: title, line.name)) for line in lines]


def _over_columns(cell: str) -> tuple[str, int]:
    """A cell without the note of what it spans, and the number of columns."""
    found = _SPAN.search(cell)
    if not found:
        return cell, 1
    return cell[: found.start()], int(found["columns"] or 1)


def _read_cell(cell: str, depth: int) -> list[Line]:
    """A cell's own words, and below it the elements inside."""
    parts = _parts(cell.strip(), depth + 1, divided=True)
    texts = [part.name for part in parts if part.mmid is None]
    return [
        Line(role="cell", name="; ".join(texts), depth=depth),
        *(p for p in parts if p.mmid is not None),
    ]


def _read_one(body: str, depth: int) -> Line:
    found = _LINE.fullmatch(body)
    if not found or (not found["mmid"] and found["role"] not in _STRUCTURES):
        return Line(role="text", name=body.removeprefix("text: "), depth=depth)
    listed = found["options"] or ""
    options = listed.split(" | ") if " | " in listed else listed.split(", ")
    states = found["states"] or ""
    level = found["level"] or next(iter(re.findall(r"\bheading (\d)\b", states, re.A)), 0)
    return Line(
        role="item" if found["role"] == "listitem" else found["role"],
        name=found["name"] or "",
        mmid=int(found["mmid"]) if found["mmid"] else None,
        value=found["value"],
        options=tuple(part.strip() for part in options if part.strip()),
        states=states,
        level=int(level),
        depth=depth,
    )


def _linked(lines: Sequence[Line]) -> tuple[Line, ...]:
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
