"""How workers share a machine: the same tasks with one worker and with several.

In ``model answers after 1 s`` our own agent asks a local model that waits before each of its four
replies, as real ones do; ``on Ray`` is the same on a cluster of this machine. In ``no model`` an
oracle never waits, so that workers beyond the machine's cores gain nothing. The two sides take
turns, in reversed order each round, so that other load on the machine affects both.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.bench import BenchRun, Watcher
from agent_e.benchmarks.runner.memory import MemoryWatch
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.scripted import scripted_server
from agent_e.config import Settings

from .record import PerfOptions, PerfReport, PerfRow
from .runner_model import measured_tasks, waiting_model
from .shared import check_repeats, known, load, telling

CASES = ("model", "oracle")
RAY = "ray"
"""``model`` once more, on a Ray cluster of this machine; only when named, as Ray is an extra."""
ROUNDS = 2
LATENCY_S = 1.0
WORKERS = 2
_EPOCHS = 6
"""Of ten tasks: the sites' start and the last episode, which runs alone, are a hundredth of it."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """Measurements of one bench run.

    Attributes:
        seconds: from the start of the first episode to the end of the last; start-up is left out.
        peak_mb: peak memory of the runner and its descendants.
    """

    records: Sequence[EpisodeRecord]
    seconds: float
    peak_mb: float

    @property
    def per_minute(self) -> float:
        """Episodes a minute."""
        return 60 * len(self.records) / self.seconds


Rounds = list[dict[int, Side]]
"""A side for each number of workers, round by round."""


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about a quarter of an hour.

    Raises:
        ConfigError: there is no such case.
        BrowserError: no worker starts.
    """
    check_repeats(options)
    cases = known("case", options.pages, (*CASES, RAY)) or CASES
    latency_s = LATENCY_S if options.latency_s is None else options.latency_s
    workers = options.workers or WORKERS
    facts: dict[str, object] = {"workers": workers, "latency_s": latency_s, "load": load()}
    rows: list[PerfRow] = []
    for case in cases:
        words = "no model" if case == "oracle" else f"model answers after {latency_s:g} s"
        words += ", on Ray" if case == RAY else ""
        async with _plan(case, latency_s, options) as plan:
            rounds = await _rounds(plan, workers, options, words, "" if case == RAY else None)
        rows += _rows(words, rounds, workers)
        facts[f"ratios, {words}"] = [
            round(turn[workers].per_minute / turn[1].per_minute, 2) for turn in rounds
        ]
    facts["load_after"] = load()
    return PerfReport(name="runner", rows=tuple(rows), facts=facts)


@asynccontextmanager
async def _plan(case: str, latency_s: float, options: PerfOptions) -> AsyncIterator[BenchPlan]:
    """Return the plan, with its model for as long as the block runs."""
    browser = {"executable": options.executable}
    if case == "oracle":
        settings = Settings.model_validate({"model": "offline", "browser": browser})
        yield BenchPlan(suite="catalog", agent="oracle", settings=settings)
        return
    async with scripted_server(waiting_model(measured_tasks(), latency_s)) as model:
        settings = Settings.model_validate(
            {"model": "openai:scripted", "models": {"base_url": model.base_url}, "browser": browser}
        )
        yield BenchPlan(suite="catalog", settings=settings)


async def _rounds(
    plan: BenchPlan, workers: int, options: PerfOptions, words: str, ray: str | None
) -> Rounds:
    tell = telling(options, words)
    rounds: Rounds = []
    for number in range(options.repeats or ROUNDS):
        turn: dict[int, Side] = {}
        for count in (1, workers) if number % 2 == 0 else (workers, 1):
            turn[count] = await _side(plan, count, ray)
            tell(f"-j {count}, {turn[count].per_minute:.1f} episodes a minute")
        rounds.append(turn)
    return rounds


async def _side(plan: BenchPlan, workers: int, ray: str | None) -> Side:
    begun: list[float] = []
    ended: list[float] = []
    watcher = Watcher(
        start=lambda _slot: begun.append(time.perf_counter()),
        end=lambda _record: ended.append(time.perf_counter()),
    )
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        bench = BenchRun(
            plan=plan,
            tasks=measured_tasks(),
            store=BenchStore(Path(folder)),
            epochs=_EPOCHS,
            workers=workers,
            ray=ray,
            retries=0,  # a retry would count as time of the first try
            facts={},
        )
        async with MemoryWatch() as memory:
            records = await bench.run(watcher)
    return Side(records=records, seconds=max(ended) - min(begun), peak_mb=memory.peak_mb)


def _rows(case: str, rounds: Rounds, workers: int) -> list[PerfRow]:
    def row(figure: str, unit: str, one: float, several: float) -> PerfRow:
        return PerfRow(
            case,
            f"{figure}, -j {workers}",
            round(several, 1),
            unit,
            peer_values={"-j 1": round(one, 1)},
        )

    sides = {count: [turn[count] for turn in rounds] for count in (1, workers)}
    overheads = {
        count: sorted(1000 * each.overhead_s for side in found for each in side.records)
        for count, found in sides.items()
    }
    rates, peaks, right = (
        {count: statistics.median(map(figure, found)) for count, found in sides.items()}
        for figure in (lambda side: side.per_minute, lambda side: side.peak_mb, _right)
    )
    return [
        row("episodes a minute", "1/min", rates[1], rates[workers]),
        row("overhead, median", "ms", *(statistics.median(overheads[n]) for n in (1, workers))),
        row("overhead, p90", "ms", *(_p90(overheads[n]) for n in (1, workers))),
        row("peak memory of all processes", "MB", peaks[1], peaks[workers]),
        row("episodes done right", "%", right[1], right[workers]),
    ]


def _p90(values: Sequence[float]) -> float:
    return values[min(len(values) - 1, int(0.9 * len(values)))]


def _right(side: Side) -> float:
    return 100 * statistics.mean(
        record.outcome is EpisodeOutcome.SUCCESS for record in side.records
    )
