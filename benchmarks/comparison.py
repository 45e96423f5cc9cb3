"""Two runs of one suite, compared episode by episode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.statistics import (
    Interval,
    bootstrap,
    bootstrap_difference,
    mcnemar,
    newcombe,
    sign_flip,
)
from agent_e.benchmarks.summary import Rate, Row, standing_rows
from agent_e.benchmarks.summary.collect import rate
from agent_e.benchmarks.summary.repeats import chances
from agent_e.benchmarks.tasks.record import Record
from agent_e.errors import ConfigError

COMPARISON_SCHEMA_VERSION = 1
SIGNIFICANT = 0.05

Change = Literal["worse", "better", "none"]


class Episode(NamedTuple):
    """What is paired."""

    task: str
    epoch: int


class Unpaired(Record):
    """An episode that cannot be compared, and why."""

    task: str
    epoch: int
    why: str


class Median(Record):
    """A figure's median in both runs over the same episodes."""

    n: int
    a: float
    b: float
    difference: float
    interval: Interval | None
    """Of the difference: paired bootstrap, by clusters."""


class Repeated(Record):
    """A chance over several tries at a task, in both runs: ``pass@3`` or ``pass^3``."""

    name: str
    a: float
    b: float
    difference: float
    interval: Interval | None
    """Of the difference: bootstrap over clusters of tasks."""


class Cells(Record):
    """How the pairs came out."""

    both: int
    only_a: int
    only_b: int
    neither: int


class Comparison(Record):
    """B against A over the episodes that both have and that count in both."""

    schema_version: int = COMPARISON_SCHEMA_VERSION
    suite: str
    pairs: int
    clusters: int
    a: Rate
    b: Rate
    cells: Cells
    difference: float
    """B's rate less A's."""
    interval: Interval | None
    interval_method: str
    p_value: float
    test: str
    mcnemar_exact: float
    mcnemar_mid_p: float
    change: Change
    """What the test shows at 5 %; ``none``: no difference is shown."""
    lost: tuple[Episode, ...]
    """A succeeded, B did not."""
    won: tuple[Episode, ...]
    seconds: Median | None
    """Of pairs in which both succeeded: who gives up soon is not quick."""
    cost_usd: Median | None
    calls: Median | None
    repeats: tuple[Repeated, ...] = ()
    """By k from 2 up to the fewest pairs of a task."""
    unpaired: tuple[Unpaired, ...]

    def regressed(self, fail_below: float | None = None) -> bool:
        """Whether B is worse: significantly, or by more than so many points of its rate."""
        points = -100 * self.difference
        # Rates are fractions: 20 points must not be more than 20 by a rounding error.
        beyond = fail_below is not None and points > fail_below + 1e-9
        return self.change == "worse" or beyond


def compare(a: Iterable[EpisodeRecord], b: Iterable[EpisodeRecord]) -> Comparison:
    """Compare B with A, pairing by task and epoch.

    Where every cluster (template or task) has one pair, the test is McNemar's with mid-p and the
    interval Newcombe's for pairs; else A and B are swapped in whole clusters, and the interval is
    a bootstrap over them.

    Raises:
        ConfigError: they are of different suites, or no episode can be paired.
    """
    rows_a, rows_b = standing_rows(a)[0], standing_rows(b)[0]
    suite = _one_suite(rows_a.values(), rows_b.values())
    unpaired = tuple(_unpaired(rows_a, rows_b))
    left_out = {(each.task, each.epoch) for each in unpaired}
    pairs = [(rows_a[key], rows_b[key]) for key in sorted(rows_a.keys() - left_out)]
    if not pairs:
        whys = ", ".join(sorted({each.why for each in unpaired})) or "both are empty"
        raise ConfigError(
            f"No episode of the two runs can be paired: {whys}. "
            "Compare two finished runs of the same tasks."
        )
    return Comparison(
        suite=suite,
        pairs=len(pairs),
        clusters=len({one.cluster for one, _ in pairs}),
        unpaired=unpaired,
        **_rates(pairs),
        lost=_flips(pairs, lambda one, other: one.success and not other.success),
        won=_flips(pairs, lambda one, other: other.success and not one.success),
        seconds=_median([p for p in pairs if p[0].success and p[1].success], lambda r: r.seconds),
        cost_usd=_median(pairs, lambda row: row.cost_usd),
        calls=_median(pairs, lambda row: row.calls if row.usage else None),
        repeats=tuple(_repeats(pairs)),
    )


Pairs = Sequence[tuple[Row, Row]]


def _rates(pairs: Pairs) -> dict[str, object]:
    n = len(pairs)
    cells = Cells(
        both=sum(one.success and other.success for one, other in pairs),
        only_a=sum(one.success and not other.success for one, other in pairs),
        only_b=sum(other.success and not one.success for one, other in pairs),
        neither=sum(not one.success and not other.success for one, other in pairs),
    )
    difference = (cells.only_b - cells.only_a) / n
    tested = mcnemar(cells.only_a, cells.only_b)
    clusters = [one.cluster for one, _ in pairs]
    if len(set(clusters)) == n:
        p_value, test, method = tested.mid_p, "McNemar, mid-p", "Newcombe, paired"
        interval = newcombe(cells.both, cells.only_a, cells.only_b, cells.neither)
    else:
        differences = [float(other.success) - float(one.success) for one, other in pairs]
        p_value, test = sign_flip(differences, clusters), "A and B swapped in whole clusters"
        method = "bootstrap over clusters"
        interval = bootstrap(differences, clusters)
    return {
        "a": rate([one.success for one, _ in pairs], clusters),
        "b": rate([other.success for _, other in pairs], clusters),
        "cells": cells,
        "difference": difference,
        "interval": interval,
        "interval_method": method,
        "p_value": p_value,
        "test": test,
        "mcnemar_exact": tested.exact,
        "mcnemar_mid_p": tested.mid_p,
        "change": _change(difference, p_value),
    }


def _change(difference: float, p_value: float) -> Change:
    if p_value >= SIGNIFICANT or not difference:
        return "none"
    return "worse" if difference < 0 else "better"


def _one_suite(a: Iterable[Row], b: Iterable[Row]) -> str:
    suites_a, suites_b = {row.suite for row in a}, {row.suite for row in b}
    if suites_a and suites_b and suites_a.isdisjoint(suites_b):
        raise ConfigError(
            f"One run is of the suite {', '.join(sorted(suites_a))}, the other of "
            f"{', '.join(sorted(suites_b))}. Compare two runs of one suite."
        )
    return ", ".join(sorted(suites_a & suites_b))


def _unpaired(
    a: Mapping[tuple[str, int], Row], b: Mapping[tuple[str, int], Row]
) -> Iterable[Unpaired]:
    for task, epoch in sorted(a.keys() | b.keys()):
        one, other = a.get((task, epoch)), b.get((task, epoch))
        if one is None or other is None:
            yield Unpaired(task=task, epoch=epoch, why=f"only in {'A' if other is None else 'B'}")
        elif not (one.counted and other.counted):
            said = {"A": one, "B": other}
            whys = [f"{row.outcome} in {name}" for name, row in said.items() if not row.counted]
            yield Unpaired(task=task, epoch=epoch, why=" and ".join(whys))


def _flips(pairs: Pairs, flipped: Callable[[Row, Row], bool]) -> tuple[Episode, ...]:
    return tuple(Episode(one.task_id, one.epoch) for one, other in pairs if flipped(one, other))


def _repeats(pairs: Pairs) -> Iterable[Repeated]:
    both = zip(*(chances(side) for side in zip(*pairs, strict=True)), strict=True)
    for a, b in both:
        if a.k > 1:
            interval = bootstrap_difference(a.values, b.values, a.clusters, np.mean)
            yield Repeated(
                name=a.name, a=a.mean, b=b.mean, difference=b.mean - a.mean, interval=interval
            )


def _median(pairs: Pairs, figure: Callable[[Row], float | None]) -> Median | None:
    known = []
    for one, other in pairs:
        a, b = figure(one), figure(other)
        if a is not None and b is not None:
            known.append((a, b, one.cluster))
    if not known:
        return None
    before, after, clusters = zip(*known, strict=True)
    a, b = float(np.median(before)), float(np.median(after))
    interval = bootstrap_difference(before, after, clusters, np.median)
    return Median(n=len(known), a=a, b=b, difference=b - a, interval=interval)
