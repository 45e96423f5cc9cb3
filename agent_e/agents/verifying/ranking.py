"""Which place a thing has in a list that a task wants sorted."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from .computing import current, direction
from .scene import PAGING, Mention, Record, Scene

_SPELLED = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "zweit": 2, "dritt": 3}
_NUMBERED = re.compile(
    r"\b(?:number|place|position) (\d{1,3})\b.*\b(?:sort|order)|"
    r"\b(?:sort|order)\w*\b.*\b(?:number|place|position) (\d{1,3})\b",
    re.I | re.S,
)
_ORDINAL = re.compile(
    rf"\b(?:(\d{{1,3}})(?:st|nd|rd|th)|({'|'.join(_SPELLED)})\w*)[ -]"
    r"(?:most|least|best|worst|cheap|dear|high|low|günst|billig|teuer)",
    re.I,
)
_DOWN = re.compile(r"\bmost to (?:the )?least\b|\bhigh\w* to low|\bdescending\b", re.I)
_UP = re.compile(r"\bleast to (?:the )?most\b|\blow\w* to high|\bascending\b", re.I)


def other_in_place(record: Record, scene: Scene, task: str) -> Mention | None:
    """What has the place that a task asks for, where a record of the sorted list has another one.

    Where that place was not shown, it is what comes last of what was.
    """
    rank, asked = _rank(task), direction(task)
    if not rank or asked is None or record.group < 0:
        return None
    kind, sign = asked
    sign = 1 if _DOWN.search(task) else -1 if _UP.search(task) else sign
    rows = [row for row in scene.group(record) if current(row, kind)]
    places = [current(row, kind)[0] for row in rows]
    if record not in rows or not _from_the_start(rows):
        return None
    amounts = [sign * mention.value.amount for mention in places]
    if any(one < other for one, other in itertools.pairwise(amounts)):
        return None
    there = places[min(rank, len(places)) - 1]
    mine = places[rows.index(record)]
    short = rank > len(places)
    return None if not short and mine.value.amount == there.value.amount else there


def _rank(task: str) -> int:
    found = _NUMBERED.search(task) or _ORDINAL.search(task)
    written = next((group for group in found.groups() if group), "") if found else ""
    return _SPELLED.get(written.casefold(), 0) or int(written or 0)


def _from_the_start(rows: Sequence[Record]) -> bool:
    """Whether the pages that the rows are of follow one another from the first."""
    pages = {_page(row.shown.url) for row in rows}
    return pages <= {0, 1} or sorted(pages - {0}) in (
        list(range(1, max(pages) + 1)),
        list(range(2, max(pages) + 1)) if 0 in pages else [],
    )


def _page(url: str) -> int:
    """The page of a list that an address is of; 0 where it does not say."""
    values = [value for name, value in parse_qsl(urlsplit(url).query) if name in PAGING]
    return int(values[0]) if values and values[0].isdigit() else 0
