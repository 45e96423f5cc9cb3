"""What a run was shown, as records: which values stand together, and whose they are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit

from agent_e.agents.quotes import Shown

from .values import Value, values_in
from .wording import plain, within

_RATED = re.compile(r"rating|rated|review|score|stars|bewert|\bnote\b", re.I)
_MORE = re.compile(r"… (\d+) more (?:items?|rows?|lines?)|^And (\d+) more lines", re.M)
PAGING = frozenset({"page", "p", "start", "offset", "from_row", "pg"})


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


def list_address(url: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """The address of a list, whichever page of it."""
    parts = urlsplit(url)
    query = frozenset(pair for pair in parse_qsl(parts.query) if pair[0] not in PAGING)
    return parts.netloc + parts.path, query
