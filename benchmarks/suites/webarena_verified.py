"""WebArena-Verified: the same 812 tasks audited; answers are JSON, requests prove what was done."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.benchmarks.suites.files import WEBARENA_VERIFIED_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.suites.webarena import place_sites, with_other_pages
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, SiteUse, TaskLimits

NAME = "webarena-verified"
ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "task_type": {
            "enum": ["RETRIEVE", "MUTATE", "NAVIGATE"],
            "description": "What the task asks for: data, a change, or a page to be open.",
        },
        "status": {
            "enum": [
                "SUCCESS",
                "ACTION_NOT_ALLOWED_ERROR",
                "PERMISSION_DENIED_ERROR",
                "NOT_FOUND_ERROR",
                "DATA_VALIDATION_ERROR",
                "UNKNOWN_ERROR",
            ],
            "description": "Whether it was done; else why it cannot be: the site does not offer "
            "it, this account may not, what it is about does not exist, its data are not "
            "accepted, or another reason.",
        },
        "retrieved_data": {
            "type": ["array", "null"],
            "description": "For RETRIEVE the values asked for, all of one type; else null.",
        },
        "error_details": {"type": ["string", "null"]},
    },
    "required": ["task_type", "status", "retrieved_data"],
}
"""The form of an answer that the authors ask for; what it holds is said in the task."""


def _read(options: SuiteOptions) -> list[BenchTask]:
    rows = json.loads(read_text(WEBARENA_VERIFIED_TASKS, options, NAME))
    kind = options.split
    return [task for task in make_tasks(rows) if kind in (None, task.tags["kind"])]


def make_tasks(rows: Sequence[Mapping[str, Any]]) -> list[BenchTask]:
    """Convert the authors' rows."""
    return [_task(place_sites(row)) for row in rows]


def _task(row: Mapping[str, Any]) -> BenchTask:
    start, expected = row["start_urls"], row["eval"][0]["expected"]
    check = {"type": "webarena_verified", "task": row["task_id"]}
    return BenchTask(
        id=str(row["task_id"]),
        suite=NAME,
        revision=row["revision"],
        intent=with_other_pages(row["intent"], row["sites"], start),
        start_url=start[0],
        sites=tuple(SiteUse(name=site) for site in row["sites"]),
        template_id=str(row["intent_template_id"]),
        params=row["instantiation_dict"],
        tags={
            "sites": "+".join(sorted(row["sites"])),
            "kind": expected["task_type"],
            "status": expected["status"],
            "mutating": expected["task_type"] == "mutate",
        },
        answer_schema=ANSWER,
        evaluators=(EvaluatorSpec.model_validate(check),),
        reference=Reference(answer=expected),
        source="WebArena-Verified",
        licence="Apache-2.0",
    )


WEBARENA_VERIFIED = Suite(
    name=NAME,
    summary="WebArena's 812 tasks, audited, with JSON answers and proof by requests, judged by the "
    "authors' program.",
    licence="Apache-2.0",
    read=_read,
    limits=TaskLimits(steps=30),
    files=(WEBARENA_VERIFIED_TASKS,),
    splits=(("retrieve", 325), ("mutate", 374), ("navigate", 113)),
)
