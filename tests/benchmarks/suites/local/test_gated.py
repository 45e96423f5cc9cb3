"""How often the gate asks about steps that are right: never to look something up."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.metrics import episode_metrics
from agent_e.benchmarks.tasks.record import BenchTask

from .conftest import Try
from .tasks import tasks

pytestmark = [pytest.mark.slow, pytest.mark.browser]
TASKS = {task.id: task for task in tasks()}


async def test_a_question_is_asked_where_something_is_ordered_and_not_before(
    attempt: Try, tmp_path: Path
) -> None:
    read = next(task for task in TASKS.values() if task.tags["category"] == "retrieval")
    order = TASKS["shop-order-0"]
    for task in (read, order):
        assert (await attempt(task, "without-grants")).passed, task.id
    assert _asked(read, "without-grants", tmp_path) == 0
    assert _asked(order, "without-grants", tmp_path) >= 1


async def test_what_the_task_asks_for_is_not_asked_again(attempt: Try, tmp_path: Path) -> None:
    for name in ("shop-order-0", "shop-register-0"):
        assert (await attempt(TASKS[name], "gated")).passed
        assert _asked(TASKS[name], "gated", tmp_path) == 0


def _asked(task: BenchTask, agent: str, folder: Path) -> float:
    found = episode_metrics(task, folder / "episodes" / task.id / "1" / agent)
    return found["approvals_per_task"] or 0
