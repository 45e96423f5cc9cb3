"""The runner: a queue of slots, workers that take from it, and a hard time limit."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.evaluators.table import asks
from agent_e.benchmarks.judging.judge import CHECK_S
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import AgentEError

from .episode import blank_record
from .plan import HARD_LIMIT_GRACE_S, Answered, BenchPlan, Job, Slot
from .store import BenchStore, write_record

_WORKER_ENDED = "The worker process ended"
_LOSSES = 5
"""Workers that may be lost over one slot before it counts as a fault."""

OnEpisode = Callable[[EpisodeRecord], None]


class WorkerLost(Exception):
    """A worker is gone with its machine: its job is as good as not begun."""


class Worker(Protocol):
    """Does one job after another."""

    @property
    def alive(self) -> bool:
        """Whether it accepts further jobs."""
        ...

    async def ask(self, job: Job, *, limit_s: float) -> Answered | None:
        """Have a job done in its folder; ``None`` when it took too long, which ends the worker.

        Raises:
            WorkerLost: nothing of the job is there, or will be.
        """
        ...

    async def stop(self) -> None:
        """End it."""


class Workers(Protocol):
    """Starts workers of one kind."""

    async def start(self, number: int) -> Worker:
        """Start the worker of this number, however long there is no room for it.

        Raises:
            BrowserError: it does not start.
        """
        ...

    async def close(self) -> None:
        """Release what they shared."""


@dataclass(kw_only=True)
class Pool:
    """Runs slots over workers.

    Attributes:
        workers: starts them; ``count``: at most so many.
        retries: number of retries of a slot after a fault that is not the agent's.
        on_start: called when a slot is begun; on_end: with the record of every try.
        keep: called with the folder of every try before ``on_end``.
    """

    plan: BenchPlan
    store: BenchStore
    workers: Workers
    count: int
    retries: int = 1
    on_start: Callable[[Slot], None] = lambda _slot: None
    on_end: OnEpisode = lambda _record: None
    keep: Callable[[Path], None] = lambda _folder: None
    _queue: deque[Slot] = field(default_factory=deque)
    _tries: dict[tuple[str, int], int] = field(default_factory=dict)
    _losses: dict[tuple[str, int], int] = field(default_factory=dict)
    _leased: set[str] = field(default_factory=set)
    _freed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    _running: int = 0

    async def run(self, slots: Iterable[Slot]) -> None:
        """Run every slot; ends when all have a record, or with the first worker that cannot start.

        Raises:
            BrowserError: a worker does not start.
        """
        self._queue.extend(slots)
        count = min(self.count, len(self._queue))
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(count):
                    group.create_task(self._serve(number))
        except ExceptionGroup as errors:
            known = errors.subgroup(AgentEError)
            if known is None:
                raise
            # Every worker fails for the same reason; one message suffices.
            raise known.exceptions[0] from errors

    async def _serve(self, number: int) -> None:
        """Take slots for one worker until none is left."""
        worker: Worker | None = None
        try:
            while (worker := await self._ready(worker, number)) and (slot := await self._next()):
                try:
                    await self._try(worker, slot)
                finally:
                    await self._let_go(slot)
        finally:
            if worker is not None:
                await worker.stop()

    async def _ready(self, worker: Worker | None, number: int) -> Worker | None:
        """The worker, or a new one for one that is gone; ``None`` if all work ends meanwhile."""
        if worker is not None:
            if worker.alive:
                return worker
            await worker.stop()
        starting = asyncio.create_task(self.workers.start(number))
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait({starting, ended}, return_when=asyncio.FIRST_COMPLETED)
            return starting.result() if starting.done() else None
        finally:
            ended.cancel()
            if not starting.done():
                starting.cancel()
                await asyncio.wait({starting})

    async def _next(self) -> Slot | None:
        """The first slot in the queue that no running work blocks."""
        async with self._freed:
            while True:
                for slot in self._queue:
                    if _lease(slot.task, self.plan) not in self._leased:
                        self._queue.remove(slot)
                        self._running += 1
                        if lease := _lease(slot.task, self.plan):
                            self._leased.add(lease)
                        return slot
                if not self._queue and not self._running:
                    self._ended.set()
                    self._freed.notify_all()
                    return None
                # Running work may free a lease, or come back for a retry.
                await self._freed.wait()

    async def _let_go(self, slot: Slot) -> None:
        async with self._freed:
            self._running -= 1
            self._leased.discard(_lease(slot.task, self.plan))
            self._freed.notify_all()

    async def _try(self, worker: Worker, slot: Slot) -> None:
        attempt = self.store.next_attempt(slot)
        folder = self.store.slot_folder(slot) / str(attempt)
        self.on_start(slot)
        started = time.time()
        limit = self.plan.seconds(slot.task) + HARD_LIMIT_GRACE_S
        if self.plan.judge:  # a slow judge is no fault of the agent
            limit += CHECK_S * sum(map(asks, slot.task.evaluators))
        try:
            job = Job(slot=slot, attempt=attempt, folder=str(folder))
            answer = await worker.ask(job, limit_s=limit)
        except WorkerLost as lost:
            key = slot.task.id, slot.epoch
            self._losses[key] = self._losses.get(key, 0) + 1
            if self._losses[key] < _LOSSES:
                self._queue.append(slot)
                return
            answer = Answered(kind="failed", message=f"{_LOSSES} workers were lost over it: {lost}")
        if not (folder / EPISODE_FILE).exists():
            self._record_for(slot, attempt, folder, started, answer, limit)
        record = EpisodeRecord.model_validate_json((folder / EPISODE_FILE).read_text("utf-8"))
        await asyncio.to_thread(self.keep, folder)
        self.on_end(record)
        if record.outcome is EpisodeOutcome.INFRA_ERROR:
            self._again(slot)

    def _record_for(
        self,
        slot: Slot,
        attempt: int,
        folder: Path,
        started: float,
        answer: Answered | None,
        limit: float,
    ) -> None:
        """Write the record of an episode whose worker could not."""
        folder.mkdir(parents=True, exist_ok=True)
        outcome, message = EpisodeOutcome.INFRA_ERROR, f"{_WORKER_ENDED} in the middle of it."
        if answer is None:
            outcome = EpisodeOutcome.FAIL_LIMIT
            message = f"It did not end within {limit:g} s and was ended from outside."
        elif answer.message:
            message = answer.message
        record = blank_record(self.plan, slot, attempt).model_copy(
            update={
                "outcome": outcome,
                "message": message,
                "started": started,
                "seconds": time.time() - started,
            }
        )
        write_record(folder, EPISODE_FILE, record)

    def _again(self, slot: Slot) -> None:
        key = slot.task.id, slot.epoch
        self._tries[key] = self._tries.get(key, 0) + 1
        if self._tries[key] <= self.retries:
            self._queue.append(slot)


def _lease(task: BenchTask, plan: BenchPlan) -> str:
    """The resource a task needs exclusively: a site that it changes and that is no copy of ours."""
    given = [plan.sites[use.name] for use in task.sites if use.name in plan.sites]
    if not task.mutating or not (given or task.start_url) or (task.sites and not given):
        return ""
    return urlsplit(given[0] if given else str(task.start_url)).netloc
