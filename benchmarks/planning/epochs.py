"""How precise a success rate will be, and how many repetitions make it as precise as wished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.statistics import intraclass_correlation, student_t
from agent_e.benchmarks.tasks.record import Record

from .pilot import Pilot

Ends = tuple[float, float]
"""Least and most; the same where the pilot shows how alike episodes are."""


class Precision(Record):
    """Widths are of the 95 % interval of the success rate, in percentage points."""

    rate: float
    """Expected: the pilot's, drawn a little towards a half as in Wilson's interval."""
    repeats_alike: float | None
    """Correlation of the repeats of a task, from 0 to 1; ``None``: the pilot does not show it."""
    tasks_alike: float | None
    """That of the tasks of one template."""
    design_effect: Ends
    """How many times as many episodes the planned ones take as independent ones."""
    width: Ends
    """Of the planned run."""
    narrowest: Ends
    """What no number of epochs gets below: tasks are a sample too."""
    wished: float | None = None
    epochs: tuple[int | None, int | None] = (None, None)
    """That the wished width takes: least and most; ``None`` where no number is enough."""


def precision(
    pilot: Pilot, suite: str, clusters: Sequence[str], epochs: int, wished: float | None
) -> Precision:
    """Tell from a pilot how precise the rate of a run will be.

    The variance is that of independent episodes times the design effect (Kish 1965), here for two
    stages: 1 + (k - 1) r + k (m - 1) s for k epochs of m tasks a template, where r and s are the
    intraclass correlations of repeats of a task and of tasks of a template. What the pilot does
    not show of them is told for both ends, 0 and 1; templates of another suite show nothing.

    Args:
        pilot: its outcomes.
        suite: of the run.
        clusters: of each task of the run.
        epochs: planned.
        wished: width, in percentage points.
    """
    counted = [each for each in pilot.episodes if each.outcome.counted]
    hits = [each.outcome is EpisodeOutcome.SUCCESS for each in counted]
    first = {each.task_id: (each.cluster, hit) for each, hit in zip(counted, hits, strict=True)}
    repeats = intraclass_correlation(hits, [each.task_id for each in counted])
    tasks = None
    if pilot.suite == suite:
        names, firsts = zip(*first.values(), strict=True) if first else ((), ())
        tasks = intraclass_correlation(firsts, names)
    rate = (sum(hits) + 2) / (len(hits) + 4)
    of = [
        _Rate(
            rate=rate,
            tasks=len(clusters),
            clusters=len(set(clusters)),
            repeats_alike=end if repeats is None else repeats,
            tasks_alike=(end if repeats is None else end * repeats) if tasks is None else tasks,
        )
        for end in (0.0, 1.0)
    ]
    return Precision(
        rate=rate,
        repeats_alike=repeats,
        tasks_alike=tasks,
        design_effect=(of[0].design_effect(epochs), of[1].design_effect(epochs)),
        width=(of[0].width(epochs), of[1].width(epochs)),
        narrowest=(of[0].width(inf), of[1].width(inf)),
        wished=wished,
        epochs=(of[0].epochs(wished), of[1].epochs(wished)) if wished else (None, None),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Rate:
    """A success rate to be measured."""

    rate: float
    tasks: int
    clusters: int
    repeats_alike: float
    tasks_alike: float

    def design_effect(self, epochs: int) -> float:
        return epochs * ((1 - self.repeats_alike) / epochs + self._shared)

    def width(self, epochs: float) -> float:
        return sqrt(self._unit * ((1 - self.repeats_alike) / epochs + self._shared))

    def epochs(self, width: float) -> int | None:
        left = width**2 / self._unit - self._shared
        # A wish that is met exactly takes no further epoch for a rounding error.
        return max(1, ceil((1 - self.repeats_alike) / left - 1e-9)) if left > 0 else None

    @property
    def _shared(self) -> float:
        """The part of the variance that repeats do not lower."""
        return self.repeats_alike + (self.tasks / self.clusters - 1) * self.tasks_alike

    @property
    def _unit(self) -> float:
        """The square of the width that independent episodes give, one a task."""
        t = student_t(max(self.clusters - 1, 1))
        return (200 * t) ** 2 * self.rate * (1 - self.rate) / self.tasks
