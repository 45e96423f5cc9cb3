"""Tasks on live sites that a model judges: Odysseys and Online-Mind2Web, in one format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.benchmarks.suites.files import ODYSSEYS_TASKS, ONLINE_MIND2WEB_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TaskLimits
from agent_e.errors import ConfigError

ODYSSEYS_NAME = "odysseys"
ONLINE_NAME = "online-mind2web"
ONLINE_COUNT = 300


def _read_odysseys(options: SuiteOptions) -> list[BenchTask]:
    rows = json.loads(read_text(ODYSSEYS_TASKS, options, ODYSSEYS_NAME))
    return _of_level(make_odysseys(rows), options.split)


def _read_online(options: SuiteOptions) -> list[BenchTask]:
    text = read_text(ONLINE_MIND2WEB_TASKS, options, ONLINE_NAME)
    try:
        tasks = make_online(json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise ConfigError(
            f"{ONLINE_MIND2WEB_TASKS.path} is not the file of Online-Mind2Web: {error!r}. Get it "
            f"from {ONLINE_MIND2WEB_TASKS.source}."
        ) from error
    if len(tasks) != ONLINE_COUNT:
        raise ConfigError(
            f"{ONLINE_MIND2WEB_TASKS.path} has {len(tasks)} tasks, and Online-Mind2Web has "
            f"{ONLINE_COUNT}. Get the whole file, and choose tasks with --tasks or --limit."
        )
    return _of_level(tasks, options.split)


def _of_level(tasks: Sequence[BenchTask], level: str | None) -> list[BenchTask]:
    return [task for task in tasks if level in (None, task.tags["level"])]


def make_odysseys(rows: Sequence[Mapping[str, Any]]) -> list[BenchTask]:
    """Convert the rows of Odysseys, whose rubric is points that each count the same."""
    return [_odyssey(row) for row in rows]


def _odyssey(row: Mapping[str, Any]) -> BenchTask:
    points = [
        {"requirement": each["requirement"], "verification": each["verification"]}
        for each in row["rubrics"].values()
    ]
    check = {"type": "rubric", "points": points}
    return _task(
        row,
        ODYSSEYS_NAME,
        check,
        tags={"points": len(points), "categories": row.get("categories", [])},
        source="Odysseys",
        licence="MIT",
    )


def make_online(rows: Sequence[Mapping[str, Any]]) -> list[BenchTask]:
    """Convert the rows of Online-Mind2Web, judged by its authors' WebJudge."""
    return [
        _task(
            row,
            ONLINE_NAME,
            {"type": "webjudge"},
            tags={},
            source="Online-Mind2Web",
            licence="CC-BY-4.0",
        )
        for row in rows
    ]


def _task(
    row: Mapping[str, Any],
    suite: str,
    check: dict[str, Any],
    *,
    tags: dict[str, Any],
    source: str,
    licence: str,
) -> BenchTask:
    return BenchTask(
        id=row["task_id"],
        suite=suite,
        intent=row["confirmed_task"],
        start_url=row["website"],
        tags={"level": row["level"], "reference_length": row["reference_length"], **tags},
        reset="context",
        evaluators=(EvaluatorSpec.model_validate(check),),
        source=source,
        licence=licence,
    )


ODYSSEYS = Suite(
    name=ODYSSEYS_NAME,
    summary="200 long tasks over several live sites, with points of a rubric each, judged by a "
    "model.",
    licence="MIT",
    read=_read_odysseys,
    limits=TaskLimits(steps=100, seconds=3600),
    files=(ODYSSEYS_TASKS,),
    splits=(("easy", 45), ("medium", 46), ("hard", 109)),
)
ONLINE_MIND2WEB = Suite(
    name=ONLINE_NAME,
    summary="300 tasks on 136 live sites, judged by a model from chosen screenshots.",
    licence="CC-BY-4.0",
    read=_read_online,
    files=(ONLINE_MIND2WEB_TASKS,),
    dated=True,
)
