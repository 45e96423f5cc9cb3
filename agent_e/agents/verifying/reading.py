"""Reading what was shown into records.

An outline gives a line to each item and row, or a heading line with lines below it. What stands in
none of them belongs to the page, whose headings say what it is about. A change in place keeps the
headings of the page it was made on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from agent_e.agents.quotes import Shown

from .scene import Record, Scene
from .values import values_in
from .wording import plain

_OLD = re.compile(r"'([^'\n]+)' is now '([^'\n]+)'")
_REPLACED = re.compile(r"'[^\n]*?' is now (?=')")
_WAS = re.compile(r" \(was '[^'\n]*'\)")
_NOISE = re.compile(
    r" options: .*| \(over [^)]*\)| \(from \S+ to \S+\)| \(hint: [^\n]*?\)(?=$|;| \|)"
    r"|\[\d+\] |(?<=') \(heading \d[^)]*\)|\bheading \d (?=')|https?://\S+"
)
"""What is no word of the page: choices that nobody made, numbers and roles of the outline."""
_LINE = re.compile(r"^(?P<role>item|row|article)(?: \([^)]*\))?: ?(?P<rest>.*)$")
_HEAD = re.compile(
    r"^(?P<within>In )?(?P<role>article|item|row|listitem)(?: '(?P<name>.*)')?(?: \([^)]*\))?:?$"
)
_NAMED = re.compile(
    r"(?:\[\d+\] (?:link|button|checkbox|radio)|heading \d) '([^'\n]*(?:'\w[^'\n]*)*)'"
)
_HEADING = re.compile(
    r"^\s*heading ([12]) '(.+?)'(?=$|;| \|)|^\s*\[\d+\] \w+ '(.+?)' \(heading ([12])", re.M
)
_CLOSED = re.compile(r"^The dialog '.*' closed", re.M)
_PAGE = re.compile(r"(?:^Page: |now \"|Now open: \")([^\"\n]+)", re.M)
_FRESH = re.compile(r"^Page: |The page changed: now|The page was loaded again|^Now open: ", re.M)
_CHROME = re.compile(r"^(?:banner|navigation|contentinfo|search)\b")
_GONE = re.compile(r"^(?:Gone: .*|The address is now .*|And \d+ more .*)$")


def scene_of(shown: Sequence[Shown]) -> Scene:
    """Read everything that was shown."""
    scene = Scene(texts=[each.text for each in shown])
    told: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    for order, each in enumerate(shown):
        told = _heads(each.text, told)
        heads = told[0] | told[1]
        # A thing's address often names it, and stays when its headings are not told again.
        slug = plain(re.sub(r"[-_/+]", " ", urlsplit(each.url).path))
        _read(scene, each, order, heads | ({slug} if slug else set()))
        scene.names.update(plain(name) for name in _NAMED.findall(each.text))
        scene.names.update(heads)
    scene.names = {name for name in scene.names if len(name) > 2}
    return scene


def _heads(
    text: str, before: tuple[frozenset[str], frozenset[str]]
) -> tuple[frozenset[str], frozenset[str]]:
    """What a page is about after a text: as its title and first headings say, and its second ones.

    A new second heading, as of a panel or a dialog, takes the place of the one before.
    """
    moved = "The address is now " in text and "heading 1 '" in text
    first, second = before
    if moved or _FRESH.search(text):
        first = second = frozenset()
    swapped = {plain(old): plain(new) for old, new in _OLD.findall(text)}
    first = frozenset(swapped.get(name, name) for name in first)
    second = frozenset(swapped.get(name, name) for name in second)
    found = [
        (level, plain(name)) for levels in _HEADING.findall(text) for level, name in _pairs(levels)
    ]
    first |= {name for level, name in found if level == "1"}
    first |= {plain(name) for name in _PAGE.findall(text)}
    inner = frozenset(name for level, name in found if level == "2")
    return first, inner or (frozenset() if _CLOSED.search(text) else second)


def _pairs(found: tuple[str, str, str, str]) -> list[tuple[str, str]]:
    level, name, other, other_level = found
    return [(level, name)] if name else [(other_level, other)]


def _read(scene: Scene, shown: Shown, order: int, heads: frozenset[str]) -> None:
    raw = [line for line in shown.text.split("\n")]
    lines = [(len(line) - len(line.lstrip()), _cleaned(line)) for line in raw]
    page: list[tuple[str, str]] = []
    columns: list[str] = []
    group, at, depth_of_list = 0, 0, -1
    while at < len(lines):
        depth, line = lines[at]
        begin = at
        at += 1
        if not line or _CHROME.match(line):
            below = _below(lines, at, depth)
            page += [(inner, "") for _, inner in lines[at:below] if inner]
            at = below
            continue
        flat, head = _LINE.match(line), _HEAD.match(line)
        if flat is None and head is None:
            if depth != depth_of_list:
                columns = []
            group, depth_of_list = group + 1, -1
            label, _, _ = line.partition(": ")
            page.append((line, label if _ else (page[-1][0] if page else "")))
            continue
        if depth != depth_of_list:
            group, depth_of_list, columns = group + 1, depth, []
        cells = _cells(flat["rest"]) if flat else [head["name"] or ""] if head else []
        below = _below(lines, at, depth)
        cells += [cell for _, inner in lines[at:below] for cell in _cells(inner)]
        at = below
        is_row = line.startswith("row")
        if is_row and not columns and len(cells) > 1 and not any(map(values_in, cells)):
            columns = cells
            continue
        labels = columns if is_row and len(columns) == len(cells) else [""] * len(cells)
        told = "\n".join(raw[begin:at])
        # What came into an item is all that is told of it: it stands for itself, in no list.
        place = -1 if head and head["within"] else group
        scene.records.append(_record(shown, order, heads, cells, labels, place, told))
    if page:
        scene.records.append(Record(shown=shown, order=order, segments=tuple(page), heads=heads))


def _record(
    shown: Shown,
    order: int,
    heads: frozenset[str],
    cells: Sequence[str],
    labels: Sequence[str],
    group: int,
    raw: str,
) -> Record:
    named = [plain(name) for name in _NAMED.findall(raw)]
    headed = re.match(r"\s*(?:In )?(?:article|item|listitem) '(.+?)'(?::| \(|$)", raw, re.M)
    own = plain(headed[1]) if headed else next((name for name in named if len(name) > 2), "")
    linked = re.search(r"\[\d+\] link '", raw) is not None
    first = next((cell for cell in cells if cell.strip()), "")
    # A cell reads on from the row's first, which says what the row is about.
    segments = tuple(
        (cell, " ".join(filter(None, [label, first if cell != first else ""])))
        for cell, label in zip(cells, labels, strict=True)
    )
    return Record(
        shown=shown, order=order, segments=segments, heads=heads, group=group,
        title=own or plain(first), own=bool(own), linked=linked,
    )  # fmt: skip


def _below(lines: Sequence[tuple[int, str]], at: int, depth: int) -> int:
    while at < len(lines) and (lines[at][0] > depth and lines[at][1]):
        at += 1
    return at


def _cells(line: str) -> list[str]:
    flat = _LINE.match(line)
    return [cell.strip() for cell in re.split(r" \| |; ", flat["rest"] if flat else line)]


def _cleaned(line: str) -> str:
    line = _NOISE.sub("", _WAS.sub("", _REPLACED.sub("", line.strip()))).strip()
    return "" if _GONE.match(line) else line
