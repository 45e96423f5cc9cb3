"""WebVoyager as changed by Skyvern, and the sample of fifty that WebSight was measured on.

Their list is under the AGPL: it is read or fetched on demand, and never distributed by us.
"""

from __future__ import annotations

from typing import Any

from agent_e.benchmarks.suites.files import (
    SKYVERN_ANSWERS,
    SKYVERN_OUTDATED,
    SKYVERN_SAMPLE,
    SKYVERN_TASKS,
)
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.suites.webvoyager import HOSTS, make_tasks, parse_answers, parse_rows
from agent_e.benchmarks.tasks.fetch import DataFile
from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits

NAME = "webvoyager-skyvern"
SAMPLE = "webvoyager-skyvern-50"
LICENCE = "AGPL-3.0"
WEBSIGHT_LIMIT_S = 600.0


def _read(options: SuiteOptions) -> list[BenchTask]:
    outdated = options.split == "outdated"
    return _tasks(SKYVERN_OUTDATED if outdated else SKYVERN_TASKS, options, NAME)


def _read_sample(options: SuiteOptions) -> list[BenchTask]:
    """Read the fifty and tag each with its relation to the 635.

    The sample is older than the list: some questions are still WebVoyager's, some have other dates,
    and some were since dropped from the list.
    """
    current = _questions(SKYVERN_TASKS, options)
    dropped = _questions(SKYVERN_OUTDATED, options)
    tags: dict[str, dict[str, Any]] = {}
    for task_id, question in _questions(SKYVERN_SAMPLE, options).items():
        if task_id in dropped:
            tags[task_id] = {"in_list": "dropped"}
        else:
            same = current.get(task_id) == question
            tags[task_id] = {"in_list": "same" if same else "reworded"}
    return _tasks(SKYVERN_SAMPLE, options, SAMPLE, tags)


def _questions(file: DataFile, options: SuiteOptions) -> dict[str, str]:
    rows = parse_rows(read_text(file, options, SAMPLE), file.path)
    return {row["id"]: row["ques"] for row in rows}


def _tasks(
    file: DataFile, options: SuiteOptions, suite: str, tags: dict[str, dict[str, Any]] | None = None
) -> list[BenchTask]:
    rows = parse_rows(read_text(file, options, suite), file.path)
    answers = parse_answers(read_text(SKYVERN_ANSWERS, options, suite))
    return make_tasks(rows, answers, source="Skyvern's WebVoyager", licence=LICENCE, tags=tags)


WEBVOYAGER_SKYVERN = Suite(
    name=NAME,
    summary="635 of WebVoyager's questions, 92 of them reworded by Skyvern.",
    licence=LICENCE,
    read=_read,
    limits=TaskLimits(steps=15),
    files=(SKYVERN_TASKS, SKYVERN_OUTDATED, SKYVERN_ANSWERS),
    dated=True,
    splits=(("outdated", 8),),
    hosts=HOSTS,
)
WEBVOYAGER_SKYVERN_50 = Suite(
    name=SAMPLE,
    summary="Skyvern's sample of fifty, ten minutes each, that WebSight was measured on.",
    licence=LICENCE,
    read=_read_sample,
    limits=TaskLimits(seconds=WEBSIGHT_LIMIT_S),
    files=(SKYVERN_SAMPLE, SKYVERN_TASKS, SKYVERN_OUTDATED, SKYVERN_ANSWERS),
    dated=True,
    hosts=HOSTS,
)
