"""What the episodes of a pilot took: tokens, money at the prices of today, and time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean

from agent_e.benchmarks.episodes.reading import read_standing
from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord, EpisodeUsage
from agent_e.benchmarks.evaluators import EVALUATORS
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError
from agent_e.types import Usage

FEWEST_TASKS = 5
Price = Callable[[str, Usage], float | None]
"""From a role and its use to US dollars; ``None`` where the price is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pilot:
    """Episodes of which others are told; faults of the infrastructure are left out.

    Attributes:
        by_task: the episodes of each task.
        faults: episodes left out.
        day: of its first episode, as ``2026-11-28``.
    """

    by_task: Mapping[str, Sequence[EpisodeRecord]]
    faults: int
    suite: str
    architecture: str
    model: str
    day: str

    @property
    def episodes(self) -> list[EpisodeRecord]:
        """All of them."""
        return [each for episodes in self.by_task.values() for each in episodes]

    @property
    def repeats(self) -> float:
        """Episodes a task, in the mean."""
        return len(self.episodes) / len(self.by_task)

    def means(self, figure: Callable[[EpisodeRecord], float]) -> list[float]:
        """A figure's mean over the episodes of each task."""
        return [fmean(map(figure, episodes)) for episodes in self.by_task.values()]


def read_pilot(folder: Path, architecture: str) -> Pilot:
    """Read a pilot of an architecture from the folder of a bench run.

    Raises:
        ConfigError: it holds too few tasks, or is of another architecture or agent.
    """
    records = [each.record for each in read_standing(folder)]
    by_task: dict[str, list[EpisodeRecord]] = defaultdict(list)
    for record in records:
        if record.outcome is not EpisodeOutcome.INFRA_ERROR:
            by_task[record.task_id].append(record)
    if len(by_task) < FEWEST_TASKS:
        raise ConfigError(
            f"The run in {folder} has {len(by_task)} tasks that ended without a fault; a pilot "
            f"needs {FEWEST_TASKS}. Give another with --from, or make one with --pilot 20."
        )
    first = records[0]
    if first.architecture != architecture:
        raise ConfigError(
            f"The run in {folder} is of {first.architecture or first.agent}, the plan of "
            f"{architecture}: its tokens say nothing. Give one with --architecture {architecture}."
        )
    return Pilot(
        by_task=by_task,
        faults=len(records) - sum(map(len, by_task.values())),
        suite=first.suite,
        architecture=first.architecture,
        model=first.model,
        day=datetime.fromtimestamp(min(r.started for r in records), UTC).date().isoformat(),
    )


def tokens(record: EpisodeRecord) -> Usage:
    """The use of all roles of an episode."""
    return sum(map(_usage, record.usage.values()), Usage())


def cost(record: EpisodeRecord, price: Price) -> float | None:
    """An episode's cost by these prices, whatever its model cost; never a judge's.

    Returns:
        US dollars; ``None`` where a price is not known.
    """
    return _sum(price(role, _usage(used)) for role, used in record.usage.items())


def judge_cost(record: EpisodeRecord) -> float | None:
    """What judging an episode cost when it was done; ``None`` where a price is not known."""
    verdicts = record.score.verdicts if record.score else ()
    return _sum(verdict.cost_usd for verdict in verdicts)


def asks_judge(tasks: Iterable[BenchTask]) -> bool:
    """Whether a check of any of these tasks may ask a model."""
    types = {spec.type for task in tasks for spec in task.evaluators}
    return any(each in EVALUATORS and EVALUATORS[each].asks for each in types)


def asked_judge(record: EpisodeRecord) -> bool:
    """Whether a model judged this episode."""
    verdicts = record.score.verdicts if record.score else ()
    return any(verdict.votes or verdict.cost_usd != 0 for verdict in verdicts)


def choose(tasks: Sequence[BenchTask], count: int, seed: int = 1) -> list[BenchTask]:
    """Draw tasks for a pilot: one at random from each of ``count`` stretches of the clusters.

    Not every n-th: a step through a suite's order could hit the same kind of question each time.
    The same tasks give the same draw; other tasks another one, so that an unlucky one is not
    repeated in every suite of the same shape.
    """
    ordered = sorted(tasks, key=lambda task: task.cluster)
    chance = Random(f"{seed} {[task.id for task in ordered]}")
    count = min(count, len(ordered))
    edges = [round(at * len(ordered) / count) for at in range(count + 1)]
    return [ordered[chance.randrange(*stretch)] for stretch in pairwise(edges)]


def _usage(used: EpisodeUsage) -> Usage:
    return Usage(**used.model_dump())


def _sum(costs: Iterable[float | None]) -> float | None:
    every = list(costs)
    known = [each for each in every if each is not None]
    return sum(known) if len(known) == len(every) else None
