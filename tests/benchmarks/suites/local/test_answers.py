"""Right answers are right in the words of people, and the answers to other questions are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue

from agent_e.benchmarks.episodes.record import EVIDENCE_FILE, Evidence
from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.tasks.record import BenchTask

from .tasks import tasks

TASKS = tasks(4)
PICKY = {"money", "date", "time", "duration"}
"""Kinds of which an answer may name one only; a number may be one that the question named."""

QUESTIONS = [task for task in TASKS if task.tags["category"] == "retrieval"]


async def passes(task: BenchTask, answer: str, folder: Path) -> bool:
    """Whether this answer would be right if the sites were left as they were."""
    untouched: dict[str, JsonValue] = {use.name: {} for use in task.sites}
    evidence = Evidence(
        answer=answer,
        claim="success",
        claim_source="status",
        intent=task.intent,
        state_before=untouched,
        state=untouched,
    )
    (folder / EVIDENCE_FILE).write_text(evidence.model_dump_json(), encoding="utf-8")
    return (await score_episode(task, folder)).passed is True


@pytest.mark.parametrize("task", QUESTIONS, ids=lambda task: task.id)
async def test_only_its_own_answer_is_right(task: BenchTask, tmp_path: Path) -> None:
    right = str(task.reference.answer)
    assert await passes(task, right, tmp_path)
    assert await passes(task, f"I looked it up on the site: {right}.", tmp_path)
    assert not await passes(task, "I could not find it.", tmp_path)
    wrong = {str(other.reference.answer) for other in QUESTIONS if alike(task, other)} - {right}
    for answer in wrong:
        assert not await passes(task, answer, tmp_path), answer
        if kinds(task) & PICKY:
            assert not await passes(task, f"Either {right} or {answer}.", tmp_path), answer


def alike(task: BenchTask, other: BenchTask) -> bool:
    return task.template_id == other.template_id and kinds(task) == kinds(other)


def kinds(task: BenchTask) -> set[str]:
    return {spec.own["kind"] for spec in task.evaluators if spec.type == "answer"}
