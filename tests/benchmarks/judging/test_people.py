from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.reading import Key
from agent_e.benchmarks.episodes.record import EpisodeOutcome, Score, Verdict
from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.judging.agreement import agreement, judge_of
from agent_e.benchmarks.judging.labels import read_labels
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


async def test_several_people_may_be_needed(folder: Folder) -> None:
    task = folder.task({"type": "human", "people": 2})
    made = folder.episode(task, outcome="unjudged")
    add_verdicts(folder.root, [said("t1", "success"), said("t1", "success", time=2.0)])
    first = (await score_episode(task, made)).verdicts[0]
    assert (first.passed, "1 of 2" in first.reason) == (None, True)
    add_verdicts(folder.root, [said("t1", "success", who="bob")])
    assert (await score_episode(task, made)).passed is True


def test_a_folder_without_episodes(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no bench run"):
        episodes_of(tmp_path)


WORDS = {True: "success", False: "failure", None: "none"}


def judged(passed: bool | None, *votes: bool | None, judge: str = "webvoyager") -> Score:
    words = tuple(WORDS[vote] for vote in votes or (passed,))
    verdict = Verdict(type=judge, version=1, score=0, passed=passed, reason="So.", votes=words)
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


def scored(folder: Folder, *scores: Score) -> Mapping[Key, Score]:
    """An episode of its own for each score."""
    for number, score in enumerate(scores):
        task = folder.task({"type": "human"}, id=f"t{number}")
        folder.episode(task, outcome="unjudged", score=score)
    return {each.key: each.record.score for each in episodes_of(folder.root) if each.record.score}


def test_judges_alone_agree_with_each_other(folder: Folder) -> None:
    votes = ((True, True, False), (False, False, False), (True, True, None))
    scores = scored(folder, *(judged(each[0], *each, judge="webjudge") for each in votes))
    found = agreement(episodes_of(folder.root), scores, [], "webjudge")
    # Of 8 votes that can be paired 4 are successes: 32 pairs could differ. Only the first episode's
    # votes do, 4 pairs of them, over its 3 votes less one.
    assert found.judges_alpha == pytest.approx(1 - (8 - 1) * (4 / 2) / 32)
    assert (found.people_alpha, found.accuracy.n) == (None, 0)
    assert agreement(episodes_of(folder.root), scores, []).judges_alpha is None


def test_which_judge_is_compared(folder: Folder) -> None:
    one, other = judged(True, judge="webjudge"), judged(False, judge="rubric")
    both = one.model_copy(update={"verdicts": (*one.verdicts, *other.verdicts)})
    scores = scored(folder, both)
    with pytest.raises(ConfigError, match="webjudge and rubric"):
        judge_of(scores)
    with pytest.raises(ConfigError, match="answer is no judge"):
        judge_of(scores, "answer")
    people = [said("t0", "failure")]
    found = [
        agreement(episodes_of(folder.root), scores, people, judge_of(scores, each)).accuracy.value
        for each in ("webjudge", "rubric")
    ]
    assert found == [0, 1]
    assert judge_of({("t0", 1, 1): other}) == "rubric"


def test_labels_of_a_file_are_opinions(folder: Folder, tmp_path: Path) -> None:
    for attempt, outcome in ((1, "infra_error"), (2, "unjudged"), (3, "infra_error")):
        task = folder.task({"type": "human"}, id="a, b")
        folder.episode(task, attempt=attempt, outcome=outcome)
    folder.episode(task, epoch=2, outcome="unjudged")
    items = episodes_of(folder.root)
    file = tmp_path / "labels.csv"
    rows = ('"a, b",1,success,x', '"a, b",1,failure,', '"a, b",2,failure', "other,1,success")
    file.write_text("\ufefftask,epoch,label,note\n" + "\n".join(rows), encoding="utf-8")
    found = read_labels(file, items)
    assert [(each.epoch, each.attempt, each.verdict) for each in found] == [
        (1, 2, "success"),
        (1, 2, "failure"),
        (2, 1, "failure"),
    ]
    assert len({each.who for each in found}) == 3
    file.write_text('label,task\nfailure,"a, b"\n', encoding="utf-8")
    assert [each.epoch for each in read_labels(file, items)] == [1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("task,epoch,label\na,1,success\na,1,maybe\n", "line 3: label"),
        ("task,epoch,label\na,one,success\n", "line 2: epoch"),
        ("id,label\na,success\n", "line 2: task"),
        ("task,label\nz,success\n", "None of the 1 labels"),
        ("", "None of the 0 labels"),
        ("task\n\udcff", "cannot be read"),
    ],
)
def test_what_is_no_label_is_said(folder: Folder, text: str, words: str) -> None:
    folder.episode(folder.task({"type": "human"}, id="a"), outcome="unjudged")
    file = folder.root / "labels.csv"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(ConfigError, match=words):
        read_labels(file, episodes_of(folder.root))


def test_the_outcome_has_no_say_in_agreement(folder: Folder) -> None:
    folder.episode(folder.task({"type": "human"}), outcome=EpisodeOutcome.SUCCESS)
    found = agreement(episodes_of(folder.root), {}, [said("t1", "success")])
    assert (found.accuracy.value, found.unjudged) == (None, 1)
