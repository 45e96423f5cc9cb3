"""Which worker does what, and what becomes of a job whose worker is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.episode import blank_record
from agent_e.benchmarks.runner.plan import Answered, BenchPlan, Job, Slot
from agent_e.benchmarks.runner.pool import Pool, Worker, WorkerLost, Workers
from agent_e.benchmarks.runner.store import BenchStore, write_record
from agent_e.benchmarks.tasks.record import BenchTask

PLAN = BenchPlan(suite="none", agent="oracle")


class Clerk(Worker):
    """Writes a record for each job, unless its task is one over which workers are lost."""

    def __init__(self, losses: dict[str, int]) -> None:
        self._losses = losses
        self._alive = True

    @property
    def alive(self) -> bool:
        return self._alive

    async def ask(self, job: Job, *, limit_s: float) -> Answered | None:
        if self._losses.get(job.slot.task.id, 0) > 0:
            self._losses[job.slot.task.id] -= 1
            self._alive = False
            raise WorkerLost("the node is gone.")
        record = blank_record(PLAN, job.slot, job.attempt)
        done = record.model_copy(update={"outcome": EpisodeOutcome.SUCCESS})
        write_record(Path(job.folder), EPISODE_FILE, done)
        return Answered(kind="done")

    async def stop(self) -> None:
        self._alive = False


class Office(Workers):
    """Starts clerks; ``full`` are the numbers for which there is no room."""

    def __init__(self, losses: Mapping[str, int] = {}, full: frozenset[int] = frozenset()) -> None:
        self.started: list[int] = []
        self._losses = dict(losses)
        self._full = full

    async def start(self, number: int) -> Worker:
        if number in self._full:
            await asyncio.get_running_loop().create_future()
        self.started.append(number)
        return Clerk(self._losses)

    async def close(self) -> None:
        pass


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., list[EpisodeRecord]]:
    """Run tasks of these ids and return the records in the order that they ended."""

    def run(office: Office, ids: str, count: int = 2) -> list[EpisodeRecord]:
        ended: list[EpisodeRecord] = []
        pool = Pool(
            plan=PLAN,
            store=BenchStore(tmp_path),
            workers=office,
            count=count,
            retries=0,
            on_end=ended.append,
        )
        slots = [Slot(task=BenchTask(id=each, suite="none", intent="x"), epoch=1) for each in ids]
        asyncio.run(asyncio.wait_for(pool.run(slots), 20))
        return ended

    return run


def test_a_job_whose_worker_is_lost_is_done_by_another_in_the_same_attempt(
    run: Callable[..., list[EpisodeRecord]],
) -> None:
    office = Office({"b": 2})
    ended = run(office, "abc")
    assert sorted(each.task_id for each in ended) == ["a", "b", "c"]
    assert {(each.outcome.value, each.attempt) for each in ended} == {("success", 1)}
    assert len(office.started) == 4


def test_a_job_over_which_every_worker_is_lost_ends_as_a_fault(
    run: Callable[..., list[EpisodeRecord]],
) -> None:
    ended = {each.task_id: each for each in run(Office({"b": 99}), "abc")}
    assert ended["b"].outcome is EpisodeOutcome.INFRA_ERROR
    assert ended["b"].message == "5 workers were lost over it: the node is gone."
    assert ended["a"].outcome is ended["c"].outcome is EpisodeOutcome.SUCCESS


def test_workers_for_which_there_is_no_room_are_not_waited_for(
    run: Callable[..., list[EpisodeRecord]],
) -> None:
    office = Office(full=frozenset({1, 2}))
    assert len(run(office, "abcd", count=3)) == 4
    assert office.started == [0]
