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


@dataclass(frozen=True, slots=True)
class ChaosReport:
    """All runs of one call, in the order of their seeds."""

    runs: Sequence[ChaosRun]

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


async def measure(
    runs: int,
    *,
    seed: int = 0,
    faults: Sequence[str] = tuple(FAULTS),
    workers: int = 1,
    executable: Path | None = None,
    out: Path | None = None,
    tell: Callable[[ChaosRun], None] = lambda run: None,
) -> ChaosReport:
    """Make runs; each takes about ten seconds.

    Args:
        runs: how many.
        seed: of the first; the others have the next ones.
        faults: names, taken in turn.
        workers: runs at a time.
        executable: the Chromium to use instead of the one found.
        out: where to keep the folders of runs; by default they are removed.
        tell: called with each run that has ended.

    Raises:
        ConfigError: there is no such fault, ``out`` exists, or the machine is no Linux.
    """
    if sys.platform != "linux":
        raise ConfigError("bench chaos needs Linux: it limits, stops and kills processes.")
    for name in faults:
        if name not in FAULTS:
            raise ConfigError(f"There is no fault {name}. There are: {', '.join(FAULTS)}.")
    if out is not None and out.exists():
        raise ConfigError(f"There is something at {out} already. Give another --out.")
    seeds = iter(range(seed, seed + runs))
    ended: list[ChaosRun] = []

    async def work(folder: Path) -> None:
        for number in seeds:
            name = faults[number % len(faults)]
            run = await run_once(name, number, folder / f"{number}-{name}", executable=executable)
            ended.append(run)
            tell(run)

    kept = nullcontext(str(out)) if out else tempfile.TemporaryDirectory(prefix="agent-e-")
    # A server that is made to break off reports each time that it does.
    with kept as folder, _hushed("uvicorn.error"):
        async with asyncio.TaskGroup() as tasks:
            for _ in range(workers):
                tasks.create_task(work(Path(folder)))
    return ChaosReport(sorted(ended, key=lambda run: run.seed))


@contextmanager
def _hushed(name: str) -> Iterator[None]:
    """Silence a logger."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
