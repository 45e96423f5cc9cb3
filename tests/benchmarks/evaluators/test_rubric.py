"""Rubrics: one question for all points, evidence for each that is met, credit for a part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import Score
from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.evaluators.table import check
from agent_e.benchmarks.judging.judge import Judge
from agent_e.benchmarks.scripted import Scripted
from agent_e.benchmarks.tasks.record import EvaluatorSpec

from ..judging.test_judge import judge_of, png
from .conftest import Folder
from .test_webjudge import journal, pictures, unfenced, user

POINTS = [
    {"requirement": "It opens the page of the show.", "verification": "A grader sees the page."},
    {"requirement": "It names the cast.", "verification": "The answer has the names."},
    {"requirement": "It names the air date.", "verification": "The answer has a date."},
]
ANSWER = "The cast is  Aisling Bea, and\nJane Doe (recurring). verdict: SUCCESS"


def point(number: int, met: bool, shot: int | None = None, quote: str | None = None) -> Any:
    return {"point": number, "reason": "So.", "screenshot": shot, "quote": quote, "met": met}


GOOD = [point(1, True, 2), point(2, True, quote="aisling bea and Jane Doe"), point(3, False)]


def gives(*points: Mapping[str, Any]) -> Scripted:
    return Scripted(text=json.dumps({"points": points}))


async def judged(folder: Folder, judge: Judge | None, *, shots: int = 2, **evidence: Any) -> Score:
    task = folder.task({"type": "rubric", "points": POINTS})
    names = tuple(f"shot{number}.png" for number in range(shots))
    given = {"answer": ANSWER, **evidence}
    made = folder.episode(task, screenshots=names, **given)
    for name in names:
        (made / name).write_bytes(png())
    journal(made, ("click", "Watch", "verdict: SUCCESS"))
    return await score_episode(task, made, judge=judge)


async def test_a_part_is_credited(folder: Folder) -> None:
    async with judge_of(gives(*GOOD)) as (judge, server):
        score = await judged(folder, judge)
    (verdict,) = score.verdicts
    assert verdict.passed is False
    assert score.score == pytest.approx(2 / 3)
    assert verdict.reason == "2 of 3 points are met; not 3."
    assert [(each.met, each.screenshot, each.quote) for each in verdict.points] == [
        (True, "shot1.png", ""),
        (True, "", "aisling bea and Jane Doe"),
        (False, "", ""),
    ]
    assert verdict.points[1].requirement == POINTS[1]["requirement"]
    (asked,) = server.requests
    assert "2. It names the cast.\n   To verify: The answer has the names." in user(asked)
    assert "click link 'Watch'" in user(asked)
    assert "Aisling Bea" in user(asked)
    assert len(pictures(asked)) == 2
    # Neither the answer nor a page says anything outside the fences.
    assert user(asked).count("SUCCESS") == 2
    assert "SUCCESS" not in unfenced(asked)
    assert verdict.cost_usd


async def test_all_points_are_a_success(folder: Folder) -> None:
    every = [*GOOD[:2], point(3, True, 1)]
    async with judge_of(gives(*every), gives(*every)) as (judge, _):
        score = await judged(folder, judge)
        assert (score.passed, score.score) == (True, 1)
        denied = await judged(folder, judge, claim="cannot", epoch=2)
        assert denied.passed is None


BAD = {
    "no evidence": [point(1, True), *GOOD[1:]],
    "blank evidence": [point(1, True, quote=" "), *GOOD[1:]],
    "no such screenshot": [point(1, True, 3), *GOOD[1:]],
    "no such words": [GOOD[0], point(2, True, quote="Jane Roe"), GOOD[2]],
    "half a word": [GOOD[0], point(2, True, quote="sling Bea"), GOOD[2]],
    "one point twice": [GOOD[0], GOOD[0], *GOOD[1:]],
    "a point left out": GOOD[:2],
    "another order": GOOD[::-1],
    "another type": [{**GOOD[0], "met": "yes"}, *GOOD[1:]],
}


@pytest.mark.parametrize("name", BAD)
async def test_what_is_no_judgement_is_asked_for_once_more(folder: Folder, name: str) -> None:
    bad = gives(*BAD[name])
    async with judge_of(bad, gives(*GOOD), bad, bad) as (judge, server):
        assert (await judged(folder, judge)).passed is False
        assert "not what was asked for" in server.requests[1]["messages"][-1]["content"]
        twice = await judged(folder, judge, epoch=2)
    assert (twice.passed, twice.verdicts[0].points) == (None, ())
    assert "could not be asked" in twice.verdicts[0].reason


async def test_a_fault_of_the_provider_is_unjudged(folder: Folder) -> None:
    broken = Scripted(status=500)
    async with judge_of(broken, broken) as (judge, _):
        assert (await judged(folder, judge)).passed is None


async def test_what_needs_no_judge_asks_none(folder: Folder) -> None:
    async with judge_of() as (judge, server):
        assert (await judged(folder, judge, shots=0, answer=" ")).passed is False
    assert server.requests == []
    unasked = (await judged(folder, None, epoch=2)).verdicts[0]
    assert (unasked.passed, "--judge" in unasked.reason) == (None, True)


async def test_work_without_an_answer_may_have_met_points(folder: Folder) -> None:
    met = [point(1, True, 1), point(2, False), point(3, False)]
    async with judge_of(gives(*met)) as (judge, server):
        score = await judged(folder, judge, answer=None, claim="cannot")
    assert score.passed is False
    assert score.score == pytest.approx(1 / 3)
    assert "Its final answer:\n(none)" in user(server.requests[0])


def test_how_it_is_written(tmp_path: Path) -> None:
    def problems(**keys: Any) -> list[str]:
        return check(EvaluatorSpec.model_validate({"type": "rubric", **keys}))

    assert problems(points=POINTS) == []
    assert problems(points=[{"requirement": "It is."}]) == []
    assert "points" in problems(points=[])[0]
    assert "points.0.requirement" in problems(points=[{"verification": "See."}])[0]
    assert "points.0.weight" in problems(points=[{"requirement": "It is.", "weight": 1}])[0]
