"""Questions of the kind of GAIA, from a file that people have got themselves.

Its authors ask not to publish it again, so that no model learns its answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from agent_e.benchmarks.suites.files import GAIA_QUESTIONS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TaskLimits
from agent_e.errors import ConfigError

NAME = "gaia"
_FORM = (
    "Answer with nothing but a number, as few words as possible, or a list of these separated by "
    "commas."
)
_SECRET = "?"
"""The answer in files whose answers are not published."""


def _read(options: SuiteOptions) -> list[BenchTask]:
    return make_tasks(read_text(GAIA_QUESTIONS, options, NAME).splitlines())


def make_tasks(lines: Iterable[str]) -> list[BenchTask]:
    """Convert questions; those about an attached file are left out, as a browser has no use of it.

    Raises:
        ConfigError: a line is something else.
    """
    tasks = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = {key.lower().replace(" ", "_"): each for key, each in json.loads(line).items()}
            if not row["file_name"]:
                tasks.append(_task(row, number))
        except (ValueError, AttributeError, KeyError) as error:
            raise ConfigError(
                f"{GAIA_QUESTIONS.path}, line {number}: this is no question of GAIA ({error!r}). "
                f"Get the file from {GAIA_QUESTIONS.source}."
            ) from error
    return tasks


def _task(row: Mapping[str, Any], number: int) -> BenchTask:
    answer = str(row["final_answer"] if "final_answer" in row else row["answer"])
    check = {"type": "human"} if answer == _SECRET else {"type": "gaia", "answer": answer}
    return BenchTask(
        id=str(row.get("task_id", number)),
        suite=NAME,
        intent=f"{row['question']}\n\n{_FORM}",
        tags={"level": str(row["level"])},
        reset="context",
        evaluators=(EvaluatorSpec.model_validate(check),),
        source="GAIA",
        licence="gated",
    )


GAIA = Suite(
    name=NAME,
    summary="Questions to look up anywhere, with one short answer each; none about a file.",
    licence="gated: not to be published again",
    read=_read,
    limits=TaskLimits(steps=60, seconds=1800),
    files=(GAIA_QUESTIONS,),
)
