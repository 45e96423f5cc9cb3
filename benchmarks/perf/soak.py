"""Whether memory grows: in a run of 500 steps, over 100 runs, and over a suite's 1,000 episodes.

An episode only opens its page and gives up, so that whatever is left behind is the harness's own.
A worker restarts its browser after a hundred episodes, so for browser and driver the minimum
counts of every stretch in which each worker restarts one, and for the rest
every figure once caches are full.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psutil

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.bench import BenchRun, Watcher
from agent_e.benchmarks.runner.memory import MB, held, process_tree
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.suites.catalog import SEEDS, make_tasks
from agent_e.config import Settings

from .long_runs import many_runs, one_long_run
from .record import PerfOptions, PerfReport, PerfRow
from .shared import known, load, telling

EPISODES = 1_000
WORKERS = 2
LIMIT_MB = 20.0
"""Growth over a thousand episodes that counts as none: allocators retain about that."""
_BLOCK = 100
_WARM = 200
"""Episodes until a worker's caches, all of them bounded, are full: they hold about 22 MB."""
_KINDS = ("runner", "workers", "driver and browser")
Sample = dict[str, float]


CASES = ("episodes", "steps", "runs")


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about half an hour with two workers.

    Raises:
        ConfigError: there is no such case.
        BrowserError: no browser or worker starts.
    """
    cases = known("case", options.pages, CASES) or CASES
    facts: dict[str, object] = {"load": load()}
    rows: list[PerfRow] = []
    if "steps" in cases:
        rows += await one_long_run(options)
    if "runs" in cases:
        rows += await many_runs(options)
    if "episodes" in cases:
        more, counted = await _episodes(options)
        rows += more
        facts |= counted
    return PerfReport(name="soak", rows=tuple(rows), facts={**facts, "load_after": load()})


async def _episodes(options: PerfOptions) -> tuple[list[PerfRow], dict[str, object]]:
    """Run the episodes of a suite; ten to twenty minutes."""
    tasks = [task for seed in SEEDS for task in make_tasks(seed)]
    total = options.repeats or EPISODES
    epochs = -(-total // len(tasks))
    workers = options.workers or WORKERS
    tell = telling(options, "do-nothing")
    settings = Settings.model_validate(
        {"model": "offline", "browser": {"executable": options.executable}}
    )
    samples: list[Sample] = []
    ended: list[EpisodeRecord] = []
    looks: set[asyncio.Task[None]] = set()

    async def look() -> None:
        samples.append(await asyncio.to_thread(_held_now))

    def end(record: EpisodeRecord) -> None:
        ended.append(record)
        looks.add(asyncio.ensure_future(look()))
        if len(ended) % _BLOCK == 0:
            tell(f"{len(ended)} episodes")

    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        bench = BenchRun(
            plan=BenchPlan(suite="catalog", agent="do-nothing", settings=settings),
            tasks=tasks,
            store=BenchStore(Path(folder)),
            epochs=epochs,
            workers=workers,
            retries=0,
            facts={},
        )
        records = await bench.run(Watcher(end=end))
        await asyncio.gather(*looks)
    faults = sum(record.outcome is EpisodeOutcome.INFRA_ERROR for record in records)
    facts: dict[str, object] = {"episodes": len(records), "faults": faults, "workers": workers}
    return _rows(samples, workers), facts


def growth(values: Sequence[float]) -> float:
    """Least-squares growth over a thousand episodes, of figures per episode."""
    if len(values) < 2:
        return 0.0
    return 1_000 * statistics.linear_regression(range(len(values)), values).slope


def _rows(samples: Sequence[Sample], workers: int) -> list[PerfRow]:
    steady = samples[_WARM * workers :] or samples
    # Long enough for every worker to restart its browser once: shorter blocks vary by that.
    size = _BLOCK * workers
    rows = []
    for kind in _KINDS:
        values = [sample[kind] for sample in steady]
        if kind == "driver and browser":
            values = [sample[kind] for sample in samples]
            blocks = [values[at : at + size] for at in range(0, len(values), size)]
            lows = [min(block) for block in blocks if len(block) == size] or values
            grown = growth(lows) / (size if len(lows) < len(values) else 1)
        else:
            grown = growth(values)
        rows.append(
            PerfRow(
                kind,
                "growth over 1,000 episodes",
                round(grown, 1),
                "MB",
                peer_values={"limit": LIMIT_MB},
                note=f"{values[0]:.0f} MB first, {values[-1]:.0f} last, {max(values):.0f} most",
            )
        )
    return rows


def _held_now() -> Sample:
    """MB of this process, of the workers, and of their descendants."""
    sums = dict.fromkeys(_KINDS, 0.0)
    for process in process_tree(os.getpid()):
        sums[_kind(process)] += held(process) / MB
    return sums


def _kind(process: psutil.Process) -> str:
    if process.pid == os.getpid():
        return "runner"
    try:
        return "workers" if "python" in process.name() else "driver and browser"
    except psutil.Error:
        return "driver and browser"
