"""Every task can be done, and is not done by itself."""

from __future__ import annotations

import pytest

from agent_e.benchmarks.tasks.record import BenchTask

from .conftest import Try
from .tasks import tasks

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TASKS = tasks(2)


def sample() -> list[BenchTask]:
    """One task of each site and category; the slow tests do them all."""
    kinds = {(task.tags["site"], task.tags["category"]): task for task in reversed(TASKS)}
    return list(kinds.values())


def by_id(task: BenchTask) -> str:
    return task.id


@pytest.mark.parametrize("task", sample()[::5], ids=by_id)
async def test_the_oracle_does_it_and_doing_nothing_does_not(task: BenchTask, attempt: Try) -> None:
    await check(task, attempt)


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=by_id)
async def test_every_task(task: BenchTask, attempt: Try) -> None:
    await check(task, attempt)


async def check(task: BenchTask, attempt: Try) -> None:
    done = await attempt(task, "oracle")
    assert done.passed, [verdict.reason for verdict in done.verdicts if not verdict.passed]
    left = await attempt(task, "do-nothing")
    # Who gives up at once is right where nothing can be done.
    assert left.passed is not task.feasible
