"""Our own agent, in any of its architectures, with models of whatever kind."""

from __future__ import annotations

from pathlib import Path

from agent_e.benchmarks.runner.place import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.config import Settings
from agent_e.errors import ConfigError
from agent_e.run import WebAgent
from agent_e.types import Task, TaskResult

REPLAY = "replay:"


async def own_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Do the task with the plan's settings, within the task's limits."""
    return await _run(place, plan, plan.settings)


async def foreign_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Let whoever answers at the plan's address decide, one action after another.

    The green side of the white-agent seed: it looks, asks, acts and writes down; the other side has
    no browser and is told nothing but the task and the page.
    """
    reactive = plan.settings.reactive.model_copy(update={"agent_url": plan.agent})
    # No model of ours is asked; without a name the person's default would be looked for.
    settings = {"architecture": "reactive", "reactive": reactive, "model": "offline"}
    return await _run(place, plan, plan.settings.model_copy(update=settings))


async def replaying_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Answer as the models of another run's episode of this task did.

    Raises:
        ConfigError: that run has no such episode of our own agent.
    """
    there = (
        Path(plan.agent.removeprefix(REPLAY))
        / place.folder.relative_to(place.folder.parents[3]).parent
    )
    runs = sorted(there.glob("*/run/*/run.json"))
    if not runs:
        raise ConfigError(f"There is no run of ours in {there} to replay.")
    model = f"replay:{runs[-1].parent}"
    return await _run(place, plan, plan.settings.model_copy(update={"model": model}))


async def _run(place: Place, plan: BenchPlan, settings: Settings) -> TaskResult:
    task = place.task
    limits: dict[str, float] = {"seconds": plan.seconds(task)}
    if steps := plan.steps(task):
        limits["max_steps"] = steps
    settings = settings.model_copy(
        update={
            "runs_dir": place.folder / "run",
            "limits": settings.limits.model_copy(update=limits),
            "safety": settings.safety.granting(site.url for site in place.sites.values()),
        }
    )
    async with WebAgent(settings, opener=place.open) as agent:
        return await agent.run(
            Task(text=task.intent, start_url=task.start_url, output_schema=task.answer_schema)
        )
