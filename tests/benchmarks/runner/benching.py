"""Whole runs of the suite ``catalog`` for tests: real workers, real browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.runner.bench import BenchRun, Watcher, chosen
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import Settings

OFFLINE = Settings(model="offline")


def tasks(glob: str = "price-of-nth--*", limit: int = 3) -> list[BenchTask]:
    return chosen(SUITES["catalog"].load(SuiteOptions()), [glob], limit)


async def run(
    folder: Path,
    some: list[BenchTask],
    *,
    agent: str = "oracle",
    workers: int = 1,
    retries: int = 1,
    watcher: Watcher | None = None,
    settings: Settings = OFFLINE,
    **plan: Any,
) -> list[EpisodeRecord]:
    bench = BenchRun(
        plan=BenchPlan(suite="catalog", agent=agent, settings=settings, **plan),
        tasks=some,
        store=BenchStore(folder),
        workers=workers,
        retries=retries,
        facts={},
    )
    return await bench.run(watcher or Watcher())
