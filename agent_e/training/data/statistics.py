"""Counts of a data set: what was read, what was left out and why, what was made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from agent_e.training.records import Sample
from agent_e.vision.grounding import Sent
from agent_e.vision.spec import VisionSpec

from .instructions import Ask
from .screening import Element, Screened
from .splits import Part
from .targets import Prompt

_QUANTILES = {"least": 0.0, "p10": 0.1, "median": 0.5, "p90": 0.9, "most": 1.0}
_SIZES = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A sample, and what it was made of."""

    sample: Sample
    ask: Ask
    prompt: Prompt
    sent: Sent


@dataclass(kw_only=True, slots=True)
class Statistics:
    """Counts; ``unread`` are targets that inference would not read as they are meant."""

    screened: Screened
    elements: Sequence[Element]
    row: VisionSpec
    unread: int = 0
    _parts: dict[Part, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _pictures: dict[Part, set[str]] = field(default_factory=lambda: defaultdict(set))
    _families: Counter[str] = field(default_factory=Counter)
    _prompts: Counter[str] = field(default_factory=Counter)
    _words: list[int] = field(default_factory=list)
    _sides: list[float] = field(default_factory=list)
    _largest: int = 0

    def counted(self, part: Part, example: Example) -> Example:
        """Count an example and return it."""
        sample = example.sample
        self._parts[part]["samples"] += 1
        self._parts[part]["negatives"] += sample.box is None
        self._pictures[part].add(sample.image)
        self._families[example.ask.family] += 1
        self._prompts[example.prompt] += 1
        self._largest = max(self._largest, sample.width * sample.height)
        self._words.append(len(example.ask.words.split()))
        if sample.box is not None:
            left, top, right, bottom = sample.box
            self._sides.append(min(right - left, bottom - top))
        return example

    def told(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        records = [each.record for each in self.elements]
        areas = [
            (box[2] - box[0]) * (box[3] - box[1]) / (record.width * record.height)
            for record in records
            for box in [record.box]
        ]
        sizes = Counter(f"{each.width}x{each.height}" for each in records)
        return {
            "schema_version": 1,
            "model": {**asdict(self.row), "space": str(self.row.space)},
            "rows": self.screened.rows,
            "elements": len(records),
            "rejected": dict(self.screened.rejected.most_common()),
            "unread_targets": self.unread,
            "parts": {
                part: {**counts, "pictures": len(self._pictures[part])}
                for part, counts in self._parts.items()
            },
            "kinds": dict(Counter(str(each.kind) for each in records).most_common()),
            "families": dict(self._families.most_common()),
            "prompts": dict(self._prompts.most_common()),
            "largest_picture_px": self._largest,
            "picture_sizes": dict(sizes.most_common(_SIZES)),
            "box_share_of_picture": _quantiles(areas, 6),
            "shorter_side_for_the_model_px": _quantiles(self._sides, 1),
            "words_of_instruction": _quantiles(self._words, 0),
        }


def _quantiles(values: Sequence[float], places: int) -> dict[str, float]:
    if not values:
        return {}
    found = np.quantile(values, list(_QUANTILES.values()))
    return {
        name: round(float(value), places) for name, value in zip(_QUANTILES, found, strict=True)
    }


def table(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the statistics as lines for people."""
    rejected = {reason: count for reason, count in told["rejected"].items() if count}
    yield f"{told['rows']:,} rows read, {told['elements']:,} elements kept"
    yield from _lines("rejected", rejected)
    yield f"{'part':<28}{'samples':>9}{'negatives':>11}{'pictures':>10}"
    for part, counts in told["parts"].items():
        numbers = (counts["samples"], counts["negatives"], counts["pictures"])
        yield "  {:<26}{:>9,}{:>11,}{:>10,}".format(part, *numbers)
    for title in ("kinds", "families", "prompts", "picture_sizes"):
        yield from _lines(title.replace("_", " "), told[title])
    yield f"{'':<28}" + "".join(f"{name:>10}" for name in _QUANTILES)
    for key, words in (
        ("box_share_of_picture", "box, share of the picture"),
        ("shorter_side_for_the_model_px", "its shorter side, px"),
        ("words_of_instruction", "words of an instruction"),
    ):
        yield f"  {words:<26}" + "".join(f"{value:>10g}" for value in told[key].values())
    if told["unread_targets"]:
        yield f"{told['unread_targets']:,} samples left out: inference would misread the answer"


def _lines(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    if counts:
        yield title
    for name, count in counts.items():
        yield f"  {name:<40}{count:>9,}"
