"""The runner: a queue of slots, workers that take from it, and a hard time limit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.evaluators.table import asks
from agent_e.benchmarks.judging.judge import CHECK_S
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import AgentEError, BrowserError

from .episode import blank_record
from .memory import process_tree
from .plan import HARD_LIMIT_GRACE_S, Answered, BenchPlan, Job, Slot
from .store import BenchStore, write_record

_START_S = 60.0
_STOP_S = 10.0
_WORKER_ENDED = "The worker process ended"
_MAX_LINE_LENGTH = 1 << 20

OnEpisode = Callable[[EpisodeRecord], None]


@dataclass(kw_only=True)
class Pool:
    """Runs slots over worker processes.

    Attributes:
        retries: number of retries of a slot after a fault that is not the agent's.
        on_start: called when a slot is begun; on_end: with the record of every try.
    """

    plan: BenchPlan
    store: BenchStore
    workers: int
    retries: int = 1
    on_start: Callable[[Slot], None] = lambda _slot: None
    on_end: OnEpisode = lambda _record: None
    _queue: deque[Slot] = field(default_factory=deque)
    _tries: dict[tuple[str, int], int] = field(default_factory=dict)
    _leased: set[str] = field(default_factory=set)
    _freed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _running: int = 0

    async def run(self, slots: Iterable[Slot]) -> None:
        """Run every slot; ends when all have a record, or with the first worker that cannot start.

        Raises:
            BrowserError: a worker does not start.
        """
        self._queue.extend(slots)
        count = min(self.workers, len(self._queue))
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
        process: _Process | None = None
        try:
            while (slot := await self._next()) is not None:
                try:
                    if process is None or not process.alive:
                        process = await _Process.start(self.plan, self.store.folder, number)
                    await self._try(process, slot)
                finally:
                    await self._let_go(slot)
        finally:
            if process is not None:
                await process.stop()

    async def _next(self) -> Slot | None:
        """The first slot in the queue that no running work blocks."""
        async with self._freed:
            while True:
                for slot in self._queue:
                    if _lease(slot.task) not in self._leased:
                        self._queue.remove(slot)
                        self._running += 1
                        if lease := _lease(slot.task):
                            self._leased.add(lease)
                        return slot
                if not self._queue and not self._running:
                    self._freed.notify_all()
                    return None
                # Running work may free a lease, or come back for a retry.
                await self._freed.wait()

    async def _let_go(self, slot: Slot) -> None:
        async with self._freed:
            self._running -= 1
            self._leased.discard(_lease(slot.task))
            self._freed.notify_all()

    async def _try(self, process: _Process, slot: Slot) -> None:
        attempt = self.store.next_attempt(slot)
        folder = self.store.slot_folder(slot) / str(attempt)
        self.on_start(slot)
        started = time.time()
        limit = self.plan.seconds(slot.task) + HARD_LIMIT_GRACE_S
        if self.plan.judge:  # a slow judge is no fault of the agent
            limit += CHECK_S * sum(map(asks, slot.task.evaluators))
        answer = await process.ask(
            Job(slot=slot, attempt=attempt, folder=str(folder)), limit_s=limit
        )
        if not (folder / EPISODE_FILE).exists():
            self._record_for(slot, attempt, folder, started, answer, limit)
        record = EpisodeRecord.model_validate_json((folder / EPISODE_FILE).read_text("utf-8"))
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


def _lease(task: BenchTask) -> str:
    """The resource a task needs exclusively: an external site that it changes."""
    if not task.mutating or task.sites or not task.start_url:
        return ""
    return urlsplit(task.start_url).netloc


class _Process:
    """One worker process and the pipe to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, plan: BenchPlan, folder: Path, number: int) -> _Process:
        """Start one and wait until it is ready.

        Raises:
            BrowserError: it does not start.
        """
        log = folder / "workers" / f"{number}.log"
        log.parent.mkdir(exist_ok=True)
        with log.open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "agent_e.benchmarks.runner.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                # Ctrl-C is handled by the runner.
                start_new_session=True,
                limit=_MAX_LINE_LENGTH,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        worker = cls(process)
        try:
            answer = await worker._request(plan.model_dump_json(), _START_S)
        except TimeoutError:
            answer = Answered(kind="failed")
        if answer.kind != "ready":
            await worker.kill()
            raise BrowserError(f"A worker process did not start. Its words are in {log}.")
        return worker

    @property
    def alive(self) -> bool:
        """Whether it accepts further jobs."""
        return self._process.returncode is None

    async def ask(self, job: Job, *, limit_s: float) -> Answered | None:
        """Have a job done; ``None`` when it took too long, in which case the process is killed.

        A process that ended by itself has failed, without a message.
        """
        try:
            return await self._request(job.model_dump_json(), limit_s)
        except TimeoutError:
            await self.kill()
            return None

    async def stop(self) -> None:
        """Let it shut down, or kill it."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(_STOP_S):
                await self._process.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """Kill it with everything that it started."""
        kill_tree(self._process.pid)
        await self._process.wait()

    async def _request(self, line: str, limit_s: float) -> Answered:
        """Send a line and read the answer; raises TimeoutError when none comes in time."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None, "both are pipes"
        with contextlib.suppress(ConnectionError):  # noticed by the end of its output
            stdin.write(line.encode() + b"\n")
            await stdin.drain()
        async with asyncio.timeout(limit_s):
            answer = await stdout.readline()
        if not answer:
            await self.kill()
            return Answered(kind="failed")
        return Answered.model_validate_json(answer)


def kill_tree(pid: int) -> None:
    """Kill a process with all its descendants; missing ones are no error."""
    for process in reversed(list(process_tree(pid))):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
