"""Chances over several tries at a task, from repeated episodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean

from agent_e.benchmarks.statistics import Interval, pass_at_k, pass_hat_k, rate_interval

from .rows import Row


@dataclass(frozen=True, kw_only=True, slots=True)
class Chance:
    """The chance that one of k tries at a task succeeds, or that all do.

    Attributes:
        every: whether all must.
        values: of each task, in the order of their ids.
        clusters: of each task.
    """

    k: int
    every: bool
    values: tuple[float, ...]
    clusters: tuple[str, ...]

    @property
    def name(self) -> str:
        """As in papers: ``pass@3``, ``pass^3``."""
        return f"pass{'^' if self.every else '@'}{self.k}"

    @property
    def mean(self) -> float:
        """The figure of the suite."""
        return fmean(self.values)

    @property
    def interval(self) -> Interval | None:
        """Its 95 % interval, in which tasks of one template are alike."""
        return rate_interval(self.values, self.clusters)


def chances(rows: Iterable[Row]) -> tuple[Chance, ...]:
    """Return both chances for every k up to the fewest tries at a task."""
    tries: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        tries[row.task_id].append(row)
    return tuple(_chances([tries[task] for task in sorted(tries)]))


def _chances(tasks: list[list[Row]]) -> Iterator[Chance]:
    clusters = tuple(each[0].cluster for each in tasks)
    counts = [(len(each), sum(row.success for row in each)) for each in tasks]
    for k in range(1, min((n for n, _ in counts), default=0) + 1):
        for every, chance in ((False, pass_at_k), (True, pass_hat_k)):
            values = tuple(chance(n, successes, k) for n, successes in counts)
            yield Chance(k=k, every=every, values=values, clusters=clusters)
