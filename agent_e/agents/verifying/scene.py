"""What a run was shown, as records: which values stand together, and whose they are.

An outline gives a line to each item and row, or a heading line with lines below it. What stands in
none of them belongs to the page, whose headings say what it is about. A change in place keeps the
headings of the page it was made on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit

from agent_e.agents.quotes import Shown
from agent_e.configs import load_config

from .values import Value, values_in

_OLD = re.compile(r"'([^'\n]+)' is now '([^'\n]+)'")
_REPLACED = re.compile(r"'[^\n]*?' is now (?=')")
_WAS = re.compile(r" \(was '[^'\n]*'\)")
_NOISE = re.compile(
    r" options: .*| \(over [^)]*\)| \(from \S+ to \S+\)| \(hint: [^\n]*?\)(?=$|;| \|)"
    r"|\[\d+\] |(?<=') \(heading \d[^)]*\)|\bheading \d (?=')|https?://\S+"
)
"""What is no word of the page: choices that nobody made, numbers and roles of the outline."""
_MARK = re.compile(r"\[\d+\] ")
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
_RATED = re.compile(r"rating|rated|review|score|stars|bewert|\bnote\b", re.I)
_MORE = re.compile(r"… (\d+) more (?:items?|rows?|lines?)|^And (\d+) more lines", re.M)
PAGING = frozenset({"page", "p", "start", "offset", "from_row", "pg"})
_WORD = re.compile(r"\w+")
STOP_WORDS = frozenset(load_config("verifying")["stop_words"].split())


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """A value where it stands: its own part of a record, and that with what it is labelled with."""

    value: Value
    label: str
    segment: str
    record: Record


@dataclass(frozen=True, kw_only=True)
class Record:
    """What stands together: an item, a row, or what a page has outside of these.

    Attributes:
        title: its name, ``""`` without one; ``own``: whether that is a link or a heading, not just
            a row's first words; ``linked``: whether it is a link, to a page about this alone.
        segments: its parts, each with the words it is labelled with.
        heads: what the page it stands on is about.
        group: of the list or table it belongs to; -1 for a page.
    """

    shown: Shown
    order: int
    segments: tuple[tuple[str, str], ...]
    heads: frozenset[str]
    title: str = ""
    own: bool = False
    linked: bool = False
    group: int = -1

    @cached_property
    def text(self) -> str:
        """All of it, as texts are compared."""
        return plain(" ; ".join(part for part, _ in self.segments))

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Its values."""
        return tuple(
            Mention(
                value=_rated(value, segment),
                label=plain(f"{label} {segment}"),
                segment=plain(segment),
                record=self,
            )
            for segment, label in self.segments
            for value in values_in(segment)
            # "Two hands" is no count on a page as it is one in an answer.
            if value.text[0].isdigit() or value.kind != "number"
        )

    def about(self, subject: str) -> bool:
        """Whether it is about the subject: it says so itself, or else its page is about it."""
        if within(subject, self.text):
            return True
        return not self.linked and any(within(subject, head) for head in self.heads)


@dataclass(kw_only=True)
class Scene:
    """All records of a run, in order; ``names`` are those of links, buttons, items and pages."""

    records: list[Record] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)

    def with_value(self, value: Value, *, about: bool = False) -> list[Mention]:
        """Where this value stands."""
        from .values import same

        return [
            mention
            for record in self.records
            for mention in record.mentions
            if same(value, mention.value, about=about)
        ]

    def left_out(self) -> bool:
        """Whether the texts say that there are more items than they tell, and no later one does."""
        for text in reversed(self.texts):
            if _MORE.search(text):
                return True
            if text.startswith("Page: "):
                return False
        return False

    def group(self, record: Record) -> list[Record]:
        """The records it can be compared with: of its list, further pages of that included."""
        if record.group < 0:
            return self._panels(record)
        mine = list_address(record.shown.url)
        by_name: dict[str, Record] = {}
        for other in self.records:
            same_list = other.order == record.order and other.group == record.group
            further = other.group >= 0 and other.own and list_address(other.shown.url) == mine
            if same_list or (further and record.own and not record.heads.isdisjoint(other.heads)):
                by_name[other.title or other.text] = other
        return list(by_name.values())

    def _panels(self, record: Record) -> list[Record]:
        """Pages of the same site that are about one thing each, by what they are about."""
        host = urlsplit(record.shown.url).netloc
        pages: dict[object, Record] = {}
        for other in self.records:
            if other.group < 0 and urlsplit(other.shown.url).netloc == host and other.mentions:
                pages[other.title or other.heads] = other
        return list(pages.values())


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


def _rated(value: Value, segment: str) -> Value:
    """A number with a decimal behind a word such as Score is a rating, whatever it is out of."""
    before = segment[: value.start]
    if (
        value.kind == "number"
        and "." in value.text
        and value.amount <= 10
        and _RATED.search(before)
    ):
        return replace(value, kind="rating")
    return value


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


def list_address(url: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """The address of a list, whichever page of it."""
    parts = urlsplit(url)
    query = frozenset(pair for pair in parse_qsl(parts.query) if pair[0] not in PAGING)
    return parts.netloc + parts.path, query


def plain(text: str) -> str:
    """The text as texts are compared: case, spacing, marks of outlines and quotes do not count."""
    text = unicodedata.normalize("NFKC", _MARK.sub("", text)).casefold().replace("−", "-")
    text = re.sub(r"\b(?:link|button|heading \d|text|img|cell) (?=')", "", text)
    text = re.sub(r"[\"'“”‘’`´*]|\(heading \d[^)]*\)", " ", text)
    return " ".join(text.split()).strip(" .,;:")


def within(part: str, whole: str) -> bool:
    """Whether the words of one, both plain, stand in the other one after another."""
    at = whole.find(part)
    while at >= 0:
        end = at + len(part)
        before, after = whole[at - 1 : at], whole[end : end + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = whole.find(part, at + 1)
    return False


def stems(text: str) -> frozenset[str]:
    """The telling words of a text, cut so that forms of a word are one."""
    words = _WORD.findall(plain(text))
    return frozenset(
        word[:5]
        for word in words
        if len(word) > 2 and word not in STOP_WORDS and not word.isdigit()
    )


def named_in(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Of the names, those that a plain text has; one that is part of another is left out."""
    there = [name for name in names if within(name, text)]
    longest = sorted(set(there), key=len, reverse=True)
    kept: list[str] = []
    for name in longest:
        if not any(within(name, other) for other in kept):
            kept.append(name)
    return tuple(kept)
