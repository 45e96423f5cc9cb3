from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome, Score, Verdict
from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.judging.agreement import agreement
from agent_e.benchmarks.judging.people import (
    VERDICTS_FILE,
    PersonVerdict,
    add_verdicts,
    episodes_of,
    read_verdicts,
    to_review,
)
from agent_e.errors import ConfigError

from ..evaluators.conftest import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def said(task: str, verdict: str, who: str = "ada", **more: object) -> PersonVerdict:
    given = {"epoch": 1, "attempt": 1, "time": 1.0, "reason": "Seen.", **more}
    return PersonVerdict.model_validate({"task": task, "who": who, "verdict": verdict, **given})


async def test_people_decide(folder: Folder) -> None:
    task = folder.task({"type": "human"})
    made = folder.episode(task, outcome="unjudged")

    async def passed() -> bool | None:
        return (await score_episode(task, made)).passed

    assert await passed() is None
    add_verdicts(folder.root, [said("t1", "skip")])
    assert await passed() is None
    add_verdicts(folder.root, [said("t1", "success", time=2.0), said("t2", "failure")])
    assert await passed() is True
    add_verdicts(folder.root, [said("t1", "failure", who="bob")])
    assert await passed() is None
    add_verdicts(folder.root, [said("t1", "failure", time=3.0)])
    assert await passed() is False


async def test_a_torn_line_is_skipped_and_swallows_nothing(folder: Folder) -> None:
    add_verdicts(folder.root, [said("t1", "success")])
    path = folder.root / VERDICTS_FILE
    path.write_text(path.read_text() + '{"task": "t2", "epo')
    assert read_verdicts(folder.root) == [said("t1", "success")]
    assert add_verdicts(folder.root, [said("t1", "success")]) == 0
    path.write_text('{"torn\n' + path.read_text())
    with pytest.raises(ConfigError, match="line 1"):
        read_verdicts(folder.root)


def test_the_queue_is_what_one_has_not_seen(folder: Folder) -> None:
    for number in range(3):
        folder.episode(folder.task({"type": "human"}, id=f"t{number}"), outcome="unjudged")
    folder.episode(folder.task({"type": "human"}, id="t9"))
    items = episodes_of(folder.root)
    assert [item.key for item in items] == [("t0", 1, 1), ("t1", 1, 1), ("t2", 1, 1)]
    seen = [said("t1", "success"), said("t0", "success", who="bob")]
    assert [item.key[0] for item in to_review(items, seen, "ada")] == ["t0", "t2"]


def test_a_folder_without_episodes(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no bench run"):
        episodes_of(tmp_path)


def judged(passed: bool | None) -> Score:
    word = {True: "success", False: "failure", None: "none"}[passed]
    verdict = Verdict(
        type="webvoyager", version=1, score=0, passed=passed, reason="So.", votes=(word,)
    )
    return Score(passed=passed, score=0, verdicts=(verdict,))


def test_agreement_counted_by_hand(folder: Folder) -> None:
    judges = [True] * 5 + [False] * 3 + [True, False, None]
    people = ["success"] * 5 + ["failure"] * 3 + ["failure", "success", "success"]
    for number, judge in enumerate(judges):
        task = folder.task({"type": "webvoyager"}, id=f"t{number:02}")
        folder.episode(task, outcome="unjudged", score=judged(judge))
    items = episodes_of(folder.root)
    scores = {item.key: item.record.score for item in items if item.record.score}
    verdicts = [said(f"t{number:02}", word) for number, word in enumerate(people)]
    found = agreement(items, scores, verdicts)
    assert found.accuracy.value == pytest.approx(8 / 10)
    assert found.accuracy.n == 10
    # Chance agrees in 6/10 * 6/10 + 4/10 * 4/10.
    assert found.kappa.value == pytest.approx((0.8 - 0.52) / 0.48)
    assert found.kappa.interval is not None
    assert found.false_positives.value == pytest.approx(1 / 4)
    assert found.false_positives.interval is not None
    assert found.unjudged == 1
    assert [each[0][0] for each in found.disagreed] == ["t08", "t09"]
    assert found.alpha is not None
    split = [*verdicts, *(said(each.task, "failure", who="bob") for each in verdicts)]
    # Where two people disagree there is nothing to compare with.
    assert agreement(items, scores, split).accuracy.n == 4
    skipped = [*verdicts, said("t00", "skip", time=9.0)]
    assert agreement(items, scores, skipped).accuracy.n == 9


def test_the_outcome_has_no_say_in_agreement(folder: Folder) -> None:
    folder.episode(folder.task({"type": "human"}), outcome=EpisodeOutcome.SUCCESS)
    found = agreement(episodes_of(folder.root), {}, [said("t1", "success")])
    assert (found.accuracy.value, found.unjudged) == (None, 1)
