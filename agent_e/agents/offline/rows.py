"""Reads the outline of a page, whole or in part, row by row. Never raises."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .outline import Line, Page, linked

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
    return linked(found)


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
