"""Our suites as tasks of Inspect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite
from agent_e.benchmarks.tasks.record import BenchTask

from .scorer import evaluators
from .solver import TASK, web_agent


@task
def suite(
    suite: str = "catalog",
    model: str | None = None,
    architecture: str | None = None,
    settings: Mapping[str, Any] | None = None,
    split: str | None = None,
    seeds: int | None = None,
    dates: str = "shift",
    data: str | None = None,
    judge: str | None = None,
    browsers: int = 1,
) -> Task:
    """A suite of ours, or a file of tasks; the options are those of ``agent-e bench run``.

    Raises:
        ConfigError: there is no such suite or part, or its data is missing.
    """
    source = find_suite(SUITES, suite)
    options = SuiteOptions(
        data_dir=Path(data) if data else None,
        dates=dates,
        seeds=tuple(range(seeds)) if seeds else None,
        split=split,
    )
    return Task(
        dataset=MemoryDataset([_sample(each) for each in source.load(options)], name=source.name),
        solver=web_agent(model, architecture, settings, browsers),
        scorer=evaluators(judge),
        epochs=source.epochs,
        name=source.name,
    )


def _sample(task: BenchTask) -> Sample:
    return Sample(
        id=task.id,
        input=task.intent,
        target=json.dumps(task.reference.answer),
        metadata={TASK: task.model_dump(mode="json"), "cluster": task.cluster, **task.tags},
    )
