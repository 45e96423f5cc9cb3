"""Our own agent, in any of its architectures."""

from __future__ import annotations

from agent_e.benchmarks.runner.place import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.run import WebAgent
from agent_e.types import Task, TaskResult


async def own_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Do the task with the plan's settings, within the task's limits."""
    task, settings = place.task, plan.settings
    limits: dict[str, float | int] = {"seconds": plan.seconds(task)}
    if steps := task.limits.steps or plan.limits.steps:
        limits["max_steps"] = steps
    settings = settings.model_copy(
        update={
            "runs_dir": place.folder / "run",
            "limits": settings.limits.model_copy(update=limits),
        }
    )
    async with WebAgent(settings, opener=place.open) as agent:
        return await agent.run(
            Task(text=task.intent, start_url=task.start_url, output_schema=task.answer_schema)
        )
