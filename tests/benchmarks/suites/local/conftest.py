"""What an episode takes: sites, a browser, and an agent's result turned into evidence."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EVIDENCE_FILE, Score
from agent_e.benchmarks.evaluators import js_expressions, score_episode
from agent_e.benchmarks.runner.agents.baselines import do_nothing
from agent_e.benchmarks.runner.agents.gated import gated_oracle
from agent_e.benchmarks.runner.agents.oracle import oracle
from agent_e.benchmarks.runner.capture import capture
from agent_e.benchmarks.runner.environment import Place, Sites
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.tasks.placeholders import resolve
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import BrowserSettings
from agent_e.types import Outcome
from tests.browsers import Chromium

Try = Callable[[BenchTask, str], Awaitable[Score]]
_AGENTS = {
    "oracle": oracle,
    "gated": gated_oracle,
    "without-grants": gated_oracle,
    "do-nothing": do_nothing,
}


@pytest.fixture(scope="session")
async def sites() -> AsyncIterator[Sites]:
    sites = Sites()
    yield sites
    await sites.close()


@pytest.fixture
def attempt(chromium: Chromium, sites: Sites, tmp_path: Path) -> Try:
    """Let an agent try a task, and return what the evaluators say of it."""

    async def attempt(task: BenchTask, agent: str) -> Score:
        served = await sites.use(task.sites)
        task = resolve(task, {name: site.url for name, site in served.items()}, date.today())
        folder = tmp_path / "episodes" / task.id / "1" / agent
        folder.mkdir(parents=True)
        before = {name: site.state() for name, site in served.items()}
        shared = await chromium.running()
        place = Place(task, served, shared, BrowserSettings(), folder)
        try:
            grants: Any = "none" if agent == "without-grants" else "task"
            plan = BenchPlan(suite="local", agent=agent, grants=grants)
            result = await _AGENTS[agent](place, plan)
            evidence = await capture(
                place, intent=task.intent, state_before=before, expressions=js_expressions(task)
            )
        finally:
            await place.close()
        cannot = result.outcome is Outcome.GAVE_UP
        said = {"answer": result.answer, "claim": "cannot" if cannot else "success"}
        evidence = evidence.model_copy(update={**said, "claim_source": "status"})
        (folder / EVIDENCE_FILE).write_text(evidence.model_dump_json(), encoding="utf-8")
        return await score_episode(task, folder)

    return attempt
