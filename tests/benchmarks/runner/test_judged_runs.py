"""A run whose episode is judged by a model: what it is shown of real work, and who pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.runner import pool
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.benchmarks.tasks.record import EvaluatorSpec, TaskLimits

from ..evaluators.test_webjudge import kind, pictures, reply, unfenced, user
from .benching import run, tasks
from .test_model_calls import MODEL, asking, play, price, sums

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

TASK = tasks("price-of-nth--1")[0].model_copy(
    update={"evaluators": (EvaluatorSpec(type="webjudge"),)}
)
REPLIES = {
    "required": reply(key_points=["The price of the product."]),
    "rated": reply(reason="A product.", score=4),
    "decided": reply(thoughts="It was opened.", verdict="success"),
}


def agent_and_judge(body: Mapping[str, Any]) -> Scripted:
    """The same model is both; only the agent is offered tools."""
    return play(body) if body.get("tools") else REPLIES[kind(body)]


async def test_a_slow_judge_is_no_fault_of_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "HARD_LIMIT_GRACE_S", 1.0)

    def slow(body: Mapping[str, Any]) -> Scripted:
        return replace(REPLIES[kind(body)], delay_s=5)

    limits = TaskLimits(seconds=10)
    async with scripted_server(slow) as server:
        settings = asking(server)
        (record,) = await run(tmp_path, [TASK], settings=settings, judge=MODEL, limits=limits)
    assert record.outcome is EpisodeOutcome.SUCCESS, record
    assert len(server.requests) == 3


async def test_a_judge_sees_the_work_and_is_no_cost_of_the_agent(tmp_path: Path) -> None:
    async with scripted_server(agent_and_judge) as server:
        (record,) = await run(tmp_path, [TASK], agent="own", settings=asking(server), judge=MODEL)
    assert record.outcome is EpisodeOutcome.SUCCESS, record
    assert record.score is not None
    own = [body for body in server.requests if body.get("tools")]
    judging = [body for body in server.requests if not body.get("tools")]
    used = sums([record])
    assert used["calls"] == len(own)
    assert record.cost_usd == pytest.approx(price(used))
    assert record.score.verdicts[0].cost_usd
    (last,) = (body for body in judging if kind(body) == "decided")
    assert "click link '" in user(last)
    assert "click" not in unfenced(last)
    assert len(pictures(last)) == len(judging) - 2 > 0
