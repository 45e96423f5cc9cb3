"""Chooses the elements to train on; every other one has a reason."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from agent_e.configs import load_config
from agent_e.training.records import ClickRecord, Kind

from .pictures import Pictures, Seen
from .sources import Row

ALL = "all"
_SMALLEST = 4.0
_LARGEST = 0.25
_LONGEST = 30.0
_SAME = 0.7
_EDGE = 1.0
"""How far a box may reach out of the picture by its rounding, pixels."""
_TINY = 16.0
_ICON = 96.0
"""Longest side of an element without text that counts as an icon, not as a picture."""


class Reason(StrEnum):
    """Why an element is left out."""

    BROKEN = "row without picture or box"
    PLATFORM = "other platform"
    MISSING = "picture file is missing"
    UNDECODED = "picture does not decode"
    RESIZED = "picture has another size than said"
    LANGUAGE = "other language"
    OUTSIDE = "box outside the picture"
    SMALL = "box smaller than 4 px"
    LARGE = "box larger than 25 % of the picture"
    LONG = "box longer than 30 to 1"
    WORDLESS = "no words to ask by"
    DOUBLE = "double of another row"
    ALIKE = "nothing tells it from the others"


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """One element to train on.

    Attributes:
        record: with ``image`` where the data set keeps it, box and size in its own pixels.
        picture: the picture's id.
    """

    record: ClickRecord
    picture: str


@dataclass(kw_only=True, slots=True)
class Screened:
    """What was found so far.

    Attributes:
        rows: read.
        rejected: how many, by reason.
        labels: the elements of each picture, without doubles: also those that are not trained on.
    """

    rows: int = 0
    rejected: Counter[Reason] = field(default_factory=Counter)
    labels: dict[str, list[ClickRecord]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True, kw_only=True, slots=True)
class Screen:
    """The filter.

    Attributes:
        platform: the only one kept, or ``ALL``.
        languages: those kept, besides elements whose language is unknown; all where empty.
        tell: takes each row's outcome: called once a row.
    """

    platform: str
    languages: frozenset[str]
    tell: Callable[[Screened], None]

    def elements(
        self, rows: Iterable[Row], pictures: Pictures, into: Screened
    ) -> Iterator[Element]:
        """Yield the elements to keep, and write their pictures."""
        for row in rows:
            into.rows += 1
            outcome = self._outcome(row, pictures, into)
            if isinstance(outcome, Reason):
                into.rejected[outcome] += 1
            else:
                yield outcome
            self.tell(into)

    def _outcome(self, row: Row, pictures: Pictures, into: Screened) -> Element | Reason:
        record = row.record
        if record is None:
            return Reason.BROKEN
        if self.platform not in (ALL, record.platform):
            return Reason.PLATFORM
        try:
            data = row.picture.read_bytes() if isinstance(row.picture, Path) else row.picture
        except OSError:
            return Reason.MISSING
        seen = pictures.look(data)
        if seen is None:
            return Reason.UNDECODED
        size = (seen.size.width, seen.size.height)
        if (record.width or size[0], record.height or size[1]) != size:
            return Reason.RESIZED
        record = _in_picture(record, seen)
        others = into.labels[seen.id]
        if any(_overlap(record.box, other.box) > _SAME for other in others):
            return Reason.DOUBLE
        others.append(record)
        if (reason := self._unfit(record)) is not None:
            return reason
        pictures.write(seen, data)
        kept = record.model_copy(update={"image": pictures.written[seen.id]})
        return Element(record=kept, picture=seen.id)

    def _unfit(self, record: ClickRecord) -> Reason | None:
        language = record.language.casefold()
        if self.languages and language and language not in self.languages:
            return Reason.LANGUAGE
        left, top, right, bottom = record.box
        edge = _EDGE
        if left < -edge or top < -edge:
            return Reason.OUTSIDE
        if right > record.width + edge or bottom > record.height + edge:
            return Reason.OUTSIDE
        wide, high = right - left, bottom - top
        if min(wide, high) < _SMALLEST:
            return Reason.SMALL
        if wide * high > _LARGEST * record.width * record.height:
            return Reason.LARGE
        if max(wide, high) > _LONGEST * min(wide, high):
            return Reason.LONG
        fields = (record.name, record.text, record.purpose, record.expectation, record.description)
        return None if any(fields) or record.sayings else Reason.WORDLESS


def _in_picture(record: ClickRecord, seen: Seen) -> ClickRecord:
    """The record with what the picture tells: its size, a site, the element's kind."""
    update = {
        "width": seen.size.width,
        "height": seen.size.height,
        "source": record.source or seen.id,
        "kind": record.kind or _kind(record),
    }
    return record.model_copy(update=update)


def _kind(record: ClickRecord) -> Kind:
    kinds: dict[Kind, list[str]] = load_config("instructions")["kinds"]
    for kind, names in kinds.items():
        if record.role in names:
            return kind
    left, top, right, bottom = record.box
    longest = max(right - left, bottom - top)
    if longest < _TINY:
        return "tiny"
    if record.text:
        return "text"
    return "icon" if longest <= _ICON else "picture"


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Area of the intersection of two boxes over that of their union."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return both / (areas - both)
