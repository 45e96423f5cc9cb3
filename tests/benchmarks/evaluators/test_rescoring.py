from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import Score, Verdict
from agent_e.benchmarks.evaluators.rescoring import Rescoring, read_scores, rescore
from agent_e.benchmarks.judging.people import PersonVerdict, add_verdicts
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

from ..judging.test_judge import judge_of, png, says
from .conftest import Folder

FIVE = {"type": "answer", "kind": "money", "value": 5}


def score(*verdicts: tuple[str, bool | None]) -> Score:
    return Score(
        passed=False,
        score=0,
        verdicts=tuple(
            Verdict(type=name, version=1, score=0, passed=passed, reason="So.")
            for name, passed in verdicts
        ),
    )


def outcomes(done: Rescoring) -> list[str]:
    return [row.outcome.value for row in done.rows]


@pytest.fixture
def run(folder: Folder) -> Folder:
    """Six episodes whose outcomes are not what today's checks say."""
    old = score(("answer", False))
    folder.episode(folder.task(FIVE, id="a"), answer="$5", outcome="fail_oblivious", score=old)
    folder.episode(folder.task(FIVE, id="b"), answer="$6", outcome="success", score=old)
    folder.episode(folder.task(FIVE, id="c"), outcome="fail_limit", score=old, claim="none")
    task = folder.task(FIVE, id="d")
    folder.episode(task, answer="$5", outcome="infra_error", score=old)
    folder.episode(task, answer="I cannot find it.", attempt=2, claim="cannot", outcome="unjudged")
    folder.episode(folder.task(FIVE, id="e"), answer="$5", outcome="infra_error")
    return folder


async def test_rescoring_says_what_changed(run: Folder) -> None:
    done = await rescore(run.root)
    assert outcomes(done) == [
        "success",
        "fail_oblivious",
        "fail_limit",
        "infra_error",
        "fail_self_aware",
        "success",
    ]
    assert [(key[0], old, new) for key, old, new in done.changed] == [
        ("a", "fail_oblivious", "success"),
        ("b", "success", "fail_oblivious"),
        ("d", "unjudged", "fail_self_aware"),
        ("e", "infra_error", "success"),
    ]
    assert done.rate == pytest.approx(2 / 5)
    assert done.n == 5
    assert read_scores(done.file) == list(done.rows)


async def test_rescoring_twice_writes_the_same(run: Folder) -> None:
    first = await rescore(run.root)
    text = first.file.read_bytes()
    second = await rescore(run.root)
    assert (second.file, second.file.read_bytes()) == (first.file, text)
    assert list(first.file.parent.iterdir()) == [first.file]


async def test_other_checks_are_other_scores(run: Folder) -> None:
    first = await rescore(run.root)
    run.task({**FIVE, "value": 6}, id="b")
    second = await rescore(run.root)
    assert second.file != first.file
    assert outcomes(second)[1] == "success"


async def test_only_some_checks_are_done_again(folder: Folder) -> None:
    task = folder.task(FIVE, {"type": "status", "claim": "success"})
    old = score(("answer", False), ("status", False))
    folder.episode(task, answer="$5", outcome="fail_oblivious", score=old)
    done = await rescore(folder.root, types=["status"])
    assert [each.passed for each in done.rows[0].score.verdicts] == [False, True]  # type: ignore[union-attr]
    assert outcomes(done) == ["fail_oblivious"]
    assert outcomes(await rescore(folder.root)) == ["success"]
    with pytest.raises(ConfigError, match="no evaluator guess"):
        await rescore(folder.root, types=["guess"])


async def test_a_judge_is_not_asked_the_same_again(folder: Folder) -> None:
    task = folder.task({"type": "webvoyager"})
    for epoch in (1, 2):
        made = folder.episode(
            task, epoch=epoch, answer="$5", outcome="unjudged", screenshots=("a.png",)
        )
        (made / "a.png").write_bytes(png())
    async with judge_of(says("success"), says("unclear"), says("failure")) as (judge, server):
        first = await rescore(folder.root, judge=judge)
        assert outcomes(first) == ["success", "unjudged"]
        second = await rescore(folder.root, judge=judge)
        assert outcomes(second) == ["success", "fail_oblivious"]
        assert outcomes(await rescore(folder.root, judge=judge)) == outcomes(second)
    assert len(server.requests) == 3
    assert first.file == second.file
    assert outcomes(await rescore(folder.root)) == ["unjudged", "unjudged"]


async def test_a_person_s_verdict_counts_at_once(folder: Folder) -> None:
    folder.episode(folder.task({"type": "human"}), answer="$5", outcome="unjudged")
    assert outcomes(await rescore(folder.root)) == ["unjudged"]
    verdict = PersonVerdict(task="t1", epoch=1, attempt=1, who="ada", verdict="success", time=1)
    add_verdicts(folder.root, [verdict])
    assert outcomes(await rescore(folder.root)) == ["success"]


async def test_addresses_are_those_of_each_episode(folder: Folder) -> None:
    task = folder.task({"type": "url", "host": "{shop}", "path": "/b"}, sites=({"name": "shop"},))
    for epoch, port in ((1, 4001), (2, 4002)):
        home = f"http://127.0.0.1:{port}"
        folder.episode(
            task, epoch=epoch, outcome="unjudged", pages={f"{home}/b": ""}, sites={"shop": home}
        )
    assert outcomes(await rescore(folder.root)) == ["success", "success"]


async def test_damage_is_said(folder: Folder, tmp_path: Path) -> None:
    task = folder.task({"type": "network", "url": "/"})
    made = folder.episode(task, outcome="success", score=score(("network", True)))
    (made / "network.jsonl").unlink()
    done = await rescore(folder.root)
    assert outcomes(done) == ["infra_error"]
    assert "requests" in done.rows[0].error
    assert json.loads(json.dumps(done.to_json()))["errors"][0]["task"] == "t1"
    done.file.write_text("{\n")
    with pytest.raises(ConfigError, match="damaged"):
        await rescore(folder.root)
    (tmp_path / "tasks.jsonl").write_text("[]\n")
    with pytest.raises(ConfigError, match="damaged"):
        await rescore(folder.root)
    (tmp_path / "tasks.jsonl").unlink()
    with pytest.raises(ConfigError, match="no bench run"):
        await rescore(folder.root)


async def test_an_episode_of_no_task_is_said(folder: Folder) -> None:
    folder.task(FIVE, id="a")
    stray = BenchTask(id="z", suite="s", intent="Do it.")
    folder.episode(stray, outcome="success")
    with pytest.raises(ConfigError, match="task z"):
        await rescore(folder.root)
