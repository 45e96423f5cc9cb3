"""The suite's tasks, made once for all modules: finding them takes a second for every few seeds."""

from __future__ import annotations

from functools import cache

from agent_e.benchmarks.suites import SuiteOptions
from agent_e.benchmarks.suites.local import LOCAL
from agent_e.benchmarks.tasks.record import BenchTask

_SEEDS = tuple(range(8))


def tasks(seeds: int = 1) -> list[BenchTask]:
    """Return the tasks of the first seeds."""
    return [task for task in _all() if task.seed is not None and task.seed < seeds]


@cache
def _all() -> list[BenchTask]:
    return LOCAL.load(SuiteOptions(seeds=_SEEDS))
