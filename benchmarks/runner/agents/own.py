"""Our own agent, in any of its architectures, with models of whatever kind."""

from __future__ import annotations

from pathlib import Path

from agent_e.benchmarks.episodes.reading import read_slot, standing
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
    kept = standing(read_slot(there), lambda each: each.record)
    if not kept or not kept[0].record.run:
        raise ConfigError(f"There is no run of ours in {there} to replay.")
    model = f"replay:{kept[0].folder / kept[0].record.run}"
    return await _run(place, plan, plan.settings.model_copy(update={"model": model}))


async def _run(place: Place, plan: BenchPlan, settings: Settings) -> TaskResult:
    task = place.task
    asked = {
        "max_steps": plan.steps(task),
        "max_calls": plan.limits.llm_calls or task.limits.llm_calls,
        "max_cost": plan.limits.usd or task.limits.usd,
    }
    limits: dict[str, float] = {"seconds": plan.seconds(task)}
    limits |= {name: most for name, most in asked.items() if most}
    sites = [site.url for site in place.sites.values()]
    settings = settings.model_copy(
        update={
            "runs_dir": place.folder / "run",
            # What somebody keeps of themselves is no part of a task.
            "profile": False,
            # Nobody is there to be asked.
            "safety": settings.safety.trusting(sites if plan.trusting else ()).granting(sites),
            "limits": settings.limits.model_copy(update=limits),
        }
    )
    async with WebAgent(settings, opener=place.open) as agent:
        return await agent.run(
            Task(text=task.intent, start_url=task.start_url, output_schema=task.answer_schema)
        )
