"""The solver: an episode of our runner for each sample, in a browser of its own."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inspect_ai.model import ModelOutput, ModelUsage
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import concurrency

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord, read_episode
from agent_e.benchmarks.runner.plan import BenchPlan, Job, Slot
from agent_e.benchmarks.runner.worker import Worker
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import load_settings
from agent_e.errors import RunError
from agent_e.models.factory import default_spec, environment

TASK, FOLDER = "task", "folder"
"""Keys of a sample's metadata: its task of ours as JSON, and where its episode was kept."""


@solver
def web_agent(
    model: str | None = None,
    architecture: str | None = None,
    settings: Mapping[str, Any] | None = None,
    browsers: int = 1,
) -> Solver:
    """Have agent-e do the task of a sample that ``suite`` made.

    The models are agent-e's own, not those of Inspect: it counts and prices their use by itself.

    Args:
        model: as ``provider:model`` or ``offline``; the person's default without one.
        architecture: of the agent; the person's default without one.
        settings: others of agent-e's settings, by section and name.
        browsers: how many episodes are under way at a time.
    """
    named = {"model": model, "architecture": architecture}
    flags = {**(settings or {}), **{key: value for key, value in named.items() if value}}
    loaded = load_settings(flags).settings
    chosen = loaded.model_copy(update={"model": loaded.model or default_spec(environment())[0]})

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        task = BenchTask.model_validate(state.metadata[TASK])
        plan = BenchPlan(suite=task.suite, settings=chosen)
        async with concurrency("agent-e", browsers):
            folder = _folder(chosen.runs_dir, task, state.epoch)
            record = await _episode(plan, task, state.epoch, folder)
        if record.outcome is EpisodeOutcome.INFRA_ERROR:
            # Inspect counts errors apart and tries again; a score would blame the agent.
            raise RunError(record.message)
        state.metadata |= {FOLDER: str(folder), "episode": record.model_dump(mode="json")}
        state.output = _output(record)
        return state

    return solve


def _folder(runs_dir: Path, task: BenchTask, epoch: int) -> Path:
    above = runs_dir / "inspect"
    above.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(dir=above, prefix=f"{quote(task.id, safe='')}-{epoch}-")).resolve()


async def _episode(plan: BenchPlan, task: BenchTask, epoch: int, folder: Path) -> EpisodeRecord:
    worker = Worker(plan)
    try:
        await worker.work(Job(slot=Slot(task=task, epoch=epoch), attempt=1, folder=str(folder)))
    finally:
        await worker.close()
    return read_episode(folder)


def _output(record: EpisodeRecord) -> ModelOutput:
    used = record.usage.values()
    answer = record.answer if isinstance(record.answer, str) else json.dumps(record.answer)
    output = ModelOutput.from_content(model=record.model, content=answer)
    sums = {
        "input_tokens": sum(each.input_tokens - each.cached_tokens for each in used),
        "output_tokens": sum(each.output_tokens for each in used),
        "input_tokens_cache_read": sum(each.cached_tokens for each in used),
    }
    output.usage = ModelUsage(**sums, total_tokens=sum(sums.values()), total_cost=record.cost_usd)
    output.time = record.seconds
    return output
