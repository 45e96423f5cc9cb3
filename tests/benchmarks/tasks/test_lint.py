"""Tasks that could not be done, or not be judged, are found before anybody does them."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.tasks.lint import lint
from agent_e.benchmarks.tasks.record import BenchTask

ANSWER = {"type": "answer", "kind": "exact", "value": "x"}


def task(**values: Any) -> BenchTask:
    standard = {"id": "a", "suite": "s", "intent": "Do it.", "evaluators": [ANSWER]}
    return BenchTask.model_validate(standard | values)


def messages(*tasks: BenchTask, **options: Any) -> list[str]:
    return [problem.message for problem in lint(tasks, **options)]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"start_url": "https://www.arxiv.org/a"},
        {"start_url": "about:blank"},
        {"start_url": "{shop}/x", "sites": [{"name": "shop"}]},
        {"feasible": False, "evaluators": [{"type": "status", "claim": "cannot"}]},
        {"evaluators": [{"type": "reference"}], "reference": {"answer": "x"}},
    ],
)
def test_sound_tasks_are_sound(values: dict[str, Any]) -> None:
    assert messages(task(**values), known_sites={"shop"}, hosts=("arxiv.org",)) == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"intent": "  "}, "its intent is empty"),
        (
            {"evaluators": [ANSWER | {"required": False}]},
            "No check is required, so nothing could fail.",
        ),
        (
            {"evaluators": [{"type": "answr"}]},
            "There is no evaluator answr. Did you mean answer?",
        ),
        (
            {"evaluators": [{"type": "reference"}]},
            "The check reference has no answer to compare with.",
        ),
        (
            {"evaluators": [{"type": "reference"}], "reference": {"answer": ""}},
            "The check reference has no answer to compare with.",
        ),
        (
            {"evaluators": [ANSWER | {"valeu": "y"}]},
            "The check answer has a wrong valeu: Extra inputs are not permitted.",
        ),
        (
            {"feasible": False},
            "it cannot be done, and no evaluator status asks whether the agent said so",
        ),
        ({"start_url": "https://b.org/"}, "it starts on b.org, which is none of the suite's hosts"),
        (
            {"start_url": "https://notarxiv.org/"},
            "it starts on notarxiv.org, which is none of the suite's hosts",
        ),
        ({"start_url": "file:///etc"}, "it starts at file:///etc, which is no address of the web"),
        ({"sites": [{"name": "moon"}]}, "there is no site moon"),
        ({"intent": "Go to {shop}."}, "{shop} is an address, but shop is not among its sites"),
        ({"intent": "On {today+1x}."}, "the date {today+1x} cannot be read"),
    ],
)  # fmt: skip
def test_each_trouble_is_said(values: dict[str, Any], message: str) -> None:
    assert messages(task(**values), known_sites={"shop"}, hosts=("arxiv.org",)) == [message]


def test_an_id_is_used_once() -> None:
    found = lint([task(), task(id="b"), task()])
    assert [(problem.task, problem.message) for problem in found] == [
        ("a", "its id is used 2 times"),
        ("a", "its id is used 2 times"),
    ]


def test_a_task_without_a_check_is_told_what_a_check_is() -> None:
    (said,) = messages(task(evaluators=[]))
    assert said.startswith(
        "It has no check, so nothing can judge it. Give it evaluators, such as ["
    )
    assert "types are url, text, " in said
