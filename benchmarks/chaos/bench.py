"""Many runs with one random fault each, and what they come to."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.benchmarks.perf.record import run_facts
from agent_e.errors import ConfigError

from .faults import FAULTS
from .one_run import ChaosRun, run_once

SCHEMA_VERSION = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class ChaosOptions:
    """The options of one call.

    Attributes:
        runs: number of runs.
        seed: of the first; the others have the next ones.
        faults: names to take in turn; all by default.
        workers: runs at a time.
        executable: the Chromium to use instead of the one found.
        out: where to keep the folders of runs; by default they are removed.
        tell: called with each run that has ended.
    """

    runs: int
    seed: int = 0
    faults: Sequence[str] = tuple(FAULTS)
    workers: int = 1
    executable: Path | None = None
    out: Path | None = None
    tell: Callable[[ChaosRun], None] = lambda run: None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChaosReport:
    """All runs of one call, in the order of their seeds."""

    runs: tuple[ChaosRun, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return all(run.sound for run in self.runs)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form of ``agent-e bench chaos --json``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "runs": len(self.runs),
            "typed_outcomes": sum(not run.untyped for run in self.runs),
            "repeated_side_effects": sum(max(run.orders - 1, 0) for run in self.runs),
            "orphan_processes": sum(len(run.orphans) for run in self.runs),
            "lost_journals": sum(bool(run.lost) for run in self.runs),
            "not_struck": sum(not run.struck for run in self.runs),
            "outcomes": dict(Counter(run.outcome for run in self.runs).most_common()),
            "found": [run.to_json() for run in self.runs if not run.sound],
            "run": run_facts(),
        }


async def measure(options: ChaosOptions) -> ChaosReport:
    """Make the runs; each takes some seconds.

    Raises:
        ConfigError: there is no such fault, or the machine is no Linux.
    """
    if sys.platform != "linux":
        raise ConfigError("bench chaos needs Linux: it stops, limits and kills processes there.")
    for name in options.faults:
        if name not in FAULTS:
            raise ConfigError(f"There is no fault {name}. There are: {', '.join(FAULTS)}.")
    seeds = iter(range(options.seed, options.seed + options.runs))
    kept = nullcontext(str(options.out)) if options.out else tempfile.TemporaryDirectory()
    runs: list[ChaosRun] = []

    async def work(folder: Path, seeds: Iterator[int]) -> None:
        for seed in seeds:
            name = options.faults[seed % len(options.faults)]
            run = await run_once(
                name, seed, folder / f"{seed}-{name}", executable=options.executable
            )
            runs.append(run)
            options.tell(run)

    with kept as folder, _hushed("uvicorn.error"):
        async with asyncio.TaskGroup() as workers:
            for _ in range(options.workers):
                workers.create_task(work(Path(folder), seeds))
    return ChaosReport(runs=tuple(sorted(runs, key=lambda run: run.seed)))


@contextmanager
def _hushed(name: str) -> Iterator[None]:
    """Silence a logger: a server that is made to break off reports each time that it does."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
