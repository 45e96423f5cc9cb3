"""WebVoyager: questions for fifteen live sites, and answers that were right at some time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agent_e.benchmarks.suites.files import WEBVOYAGER_ANSWERS, WEBVOYAGER_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, TaskLimits
from agent_e.errors import ConfigError

NAME = "webvoyager"
SCREENSHOTS = 15
"""Number of last screenshots that the published judge sees."""
HOSTS = (
    "allrecipes.com", "amazon.com", "apple.com", "arxiv.org", "bbc.com", "booking.com",
    "cambridge.org", "coursera.org", "espn.com", "github.com", "google.com", "huggingface.co",
    "wolframalpha.com",
)  # fmt: skip
# An answer that was once right proves nothing against another one, so the judge decides alone.
JUDGED = (
    EvaluatorSpec.model_validate({"type": "webvoyager", "screenshots": SCREENSHOTS}),
    EvaluatorSpec(type="reference", required=False),
)
STRICTLY_JUDGED = (
    EvaluatorSpec.model_validate({"type": "webvoyager", "screenshots": SCREENSHOTS, "judges": 3}),
    EvaluatorSpec(type="human", required=False),
)


def _read_strict(options: SuiteOptions) -> list[BenchTask]:
    """Read the same questions, for the opinions of three judges, and of people beside them."""
    return [
        task.model_copy(update={"evaluators": (*STRICTLY_JUDGED, *task.evaluators[1:])})
        for task in _read(options)
    ]


def _read(options: SuiteOptions) -> list[BenchTask]:
    rows = parse_rows(read_text(WEBVOYAGER_TASKS, options, NAME), WEBVOYAGER_TASKS.path)
    answers = parse_answers(read_text(WEBVOYAGER_ANSWERS, options, NAME))
    return make_tasks(rows, answers, source="WebVoyager", licence="Apache-2.0")


def parse_rows(text: str, path: str) -> list[dict[str, str]]:
    """Parse ``{web_name, id, ques, web}``, one per line.

    Raises:
        ConfigError: a line is something else.
    """
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows.append({key: str(row[key]) for key in ("web_name", "id", "ques", "web")})
        except (ValueError, TypeError, KeyError) as error:
            raise ConfigError(
                f"{path}, line {number}: this is no task of WebVoyager. Fetch the file again."
            ) from error
    return rows


def parse_answers(text: str) -> dict[tuple[str, int], Reference]:
    """Parse the known right answers, by site and number."""
    answers = {}
    for site, known in json.loads(text).items():
        for row in known["answers"]:
            answers[site, int(row["id"])] = Reference(
                answer=row["ans"], kind=row["type"], notice=known["notice"].strip()
            )
    return answers


def split_id(task_id: str) -> tuple[str, int]:
    """Split an id such as ``Google Flights--12`` into site and number, at the last ``--``."""
    site, _, number = task_id.rpartition("--")
    return site, int(number)


def make_tasks(
    rows: Iterable[Mapping[str, str]],
    answers: Mapping[tuple[str, int], Reference],
    *,
    source: str,
    licence: str,
    tags: Mapping[str, Mapping[str, Any]] | None = None,
) -> list[BenchTask]:
    """Join questions with their answers; ``tags`` are additional ones, by id."""
    return [
        BenchTask(
            id=row["id"],
            suite=NAME,
            intent=row["ques"],
            start_url=row["web"],
            tags={"site": row["web_name"], **(tags or {}).get(row["id"], {})},
            reset="context",
            evaluators=JUDGED if split_id(row["id"]) in answers else JUDGED[:1],
            reference=answers.get(split_id(row["id"]), Reference()),
            source=source,
            licence=licence,
        )
        for row in rows
    ]


WEBVOYAGER = Suite(
    name=NAME,
    summary="643 questions for fifteen live sites, judged by a model from screenshots.",
    licence="Apache-2.0",
    read=_read,
    limits=TaskLimits(steps=15),
    files=(WEBVOYAGER_TASKS, WEBVOYAGER_ANSWERS),
    dated=True,
    hosts=HOSTS,
)
WEBVOYAGER_STRICT = replace(
    WEBVOYAGER,
    name="webvoyager-strict",
    summary="The same 643 with fixed dates and the majority of three judges (--judge A,B,C), to be "
    "compared over months.",
    read=_read_strict,
    dates="shift:2026-12-01",
)
