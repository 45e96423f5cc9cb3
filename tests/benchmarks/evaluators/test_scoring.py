from __future__ import annotations

import pytest

from agent_e.benchmarks.episodes.record import Verdict
from agent_e.benchmarks.evaluators import EvaluationError, check_task, score_episode
from agent_e.benchmarks.evaluators.reference import match_parts, parts_of
from agent_e.benchmarks.evaluators.scoring import together

from .conftest import Folder, Judged


def verdict(passed: bool | None, *, required: bool = True, weight: float = 1.0) -> Verdict:
    return Verdict(
        type="x",
        version=1,
        score=float(bool(passed)),
        passed=passed,
        reason="So.",
        required=required,
        weight=weight,
    )


@pytest.mark.parametrize(
    ("verdicts", "passed", "score"),
    [
        ([verdict(True), verdict(True)], True, 1.0),
        ([verdict(True), verdict(False)], False, 0.5),
        ([verdict(True), verdict(None)], None, 1.0),
        ([verdict(False), verdict(None)], False, 0.0),
        ([verdict(True), verdict(False, required=False, weight=3)], True, 0.25),
        ([verdict(True), verdict(None, required=False)], True, 1.0),
        ([verdict(True, required=False)], None, 1.0),
        ([verdict(None)], None, 0.0),
    ],
)
def test_together(verdicts: list[Verdict], passed: bool | None, score: float) -> None:
    found = together(verdicts)
    assert (found.passed, found.score) == (passed, score)


async def test_an_empty_episode_passes_nothing(folder: Folder) -> None:
    checks = (
        {"type": "url", "path": "/"},
        {"type": "text", "contains": "x"},
        {"type": "selector", "selector": "p", "exists": False},
        {"type": "network", "url": "/"},
        {"type": "download", "min_size": 0},
        {"type": "answer", "kind": "number", "value": 0},
        {"type": "status", "claim": "success"},
        {"type": "reference"},
        {"type": "webvoyager"},
    )
    task = folder.task(*checks, reference={"answer": "0"})
    score = await score_episode(task, folder.episode(task, claim="none"))
    assert [each.passed for each in score.verdicts] == [False] * len(checks)
    assert score.passed is False


async def test_faults_of_the_harness_are_said_as_such(folder: Folder) -> None:
    task = folder.task({"type": "text", "contains": "x"})
    made = folder.episode(task, pages={"https://a.example/": "x"})
    (made / "pages/0.html").unlink()
    with pytest.raises(EvaluationError, match=r"0\.html"):
        await score_episode(task, made)
    (made / "evidence.json").write_text("{")
    with pytest.raises(EvaluationError, match="evidence"):
        await score_episode(task, made)
    with pytest.raises(EvaluationError, match="no check"):
        await score_episode(folder.task(), made)
    with pytest.raises(EvaluationError, match="no evaluator guess"):
        await score_episode(folder.task({"type": "guess"}), folder.episode(task, attempt=2))


async def test_evidence_cannot_point_out_of_its_folder(folder: Folder) -> None:
    task = folder.task({"type": "text", "contains": "x"})
    tab = {"url": "https://a.example/", "html": "../../../../tasks.jsonl", "active": True}
    made = folder.episode(task, attempt=3)
    text = (made / "evidence.json").read_text().replace('"tabs":[]', f'"tabs":[{_json(tab)}]')
    (made / "evidence.json").write_text(text)
    with pytest.raises(EvaluationError, match="names no file"):
        await score_episode(task, made)


def _json(value: object) -> str:
    import json

    return json.dumps(value)


async def test_damaged_requests_are_a_fault(folder: Folder) -> None:
    task = folder.task({"type": "network", "url": "/"})
    made = folder.episode(task)
    (made / "network.jsonl").write_text('{"method": "GET"}\n')
    with pytest.raises(EvaluationError, match="requests"):
        await score_episode(task, made)


def test_tasks_whose_checks_could_not_work(folder: Folder) -> None:
    state = {"type": "state", "site": "shop", "path": "", "changed": False}
    assert "has not" in check_task(folder.task(state))[0]
    assert check_task(folder.task(state, sites=({"name": "shop"},))) == []
    assert "It has no check, so nothing can judge it" in check_task(folder.task())[0]
    assert "no answer" in check_task(folder.task({"type": "reference"}))[0]


@pytest.mark.parametrize(
    ("reference", "answer", "passed"),
    [
        ("35; 12", "35; 12", True),
        ("35; 12", "35 and 12", True),
        ("35; 12", "35", False),
        ("35; 12", "1, 12, 20, 35, 50", None),
        ("around 39.2", "It is 39.2.", True),
        ("around 39.2", "It is 39.3.", False),
        ("$9/month; Pro Account", "The Pro Account costs $9/month", True),
        ("Qatar; Argentina", "It was in Qatar; France won", False),
        ("Brazil", "Brazil's neighbour is not Brazil", True),
        ("Jrue Holiday", "It was Jrue Holiday.", True),
        ("Jrue Holiday", "It was not Jrue Holiday.", False),
        ("'A B' or 'C D'", "C D", True),
        ("'A B' or 'C D'", "E F", False),
        ("The agent may do this or that in many ways", "Other words", None),
        ("Swedish Meatballs; <Ingredients>", "Swedish Meatballs: meat", None),
        ("-----", "anything", None),
    ],
)
def test_reference_by_its_words(reference: str, answer: str, passed: bool | None) -> None:
    assert match_parts(answer, parts_of(reference), "").passed is passed


async def test_a_possible_answer_fails_nobody(judged: Judged) -> None:
    possible = {"answer": "35", "kind": "possible"}
    assert (await judged({"type": "reference"}, reference=possible, answer="36")).passed is None
    assert (await judged({"type": "reference"}, reference=possible, answer="35")).passed is True
    golden = {"answer": "35"}
    assert (await judged({"type": "reference"}, reference=golden, answer="36")).passed is False
    assert (await judged({"type": "reference"}, reference=golden, answer=35)).passed is True
    assert (await judged({"type": "reference"}, answer="36")).passed is None


async def test_without_a_judge_nothing_is_looked_at(judged: Judged) -> None:
    assert (await judged({"type": "webvoyager"}, answer="x")).passed is None
    assert (await judged({"type": "webvoyager"}, answer=" ")).passed is False
