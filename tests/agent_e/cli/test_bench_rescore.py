"""Judging again, looking, and comparing, from the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from agent_e.benchmarks.episodes.record import Score, Verdict
from agent_e.benchmarks.judging.people import read_verdicts
from tests.benchmarks.evaluators.conftest import Folder

from .conftest import Call


@pytest.fixture
def run(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "bench")
    folder.root.mkdir()
    for name, answer in (("a", "$5"), ("b", "$6 \x1b[31m")):
        task = folder.task({"type": "answer", "kind": "money", "value": 5}, id=name)
        folder.episode(task, answer=answer, outcome="success", screenshots=("s.png",))
    return folder


def test_rescore(call: Call, run: Folder) -> None:
    done = call("bench", "rescore", str(run.root))
    assert done.code == 0
    assert "b epoch 1 attempt 1: success is now fail_oblivious" in done.out
    assert (
        "50.0 % of 2 episodes succeeded (95 % between 9.5 and 90.5); 1 outcome changed." in done.out
    )
    found = json.loads(call("bench", "rescore", str(run.root), "--json").out)
    assert found["success_rate"] == 0.5
    assert Path(found["file"]).exists()


def test_rescore_of_no_run(call: Call, tmp_path: Path) -> None:
    done = call("bench", "rescore", str(tmp_path))
    assert done.code == 2
    assert "no bench run" in done.err


def test_review_goes_on_where_it_stopped(
    call: Call, run: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("x\ns\nIt says $5.\nq\n"))
    done = call("bench", "review", str(run.root), "--who", "ada")
    assert done.code == 0
    assert "1 of 2 episodes" in done.err
    assert "s.png" in done.err
    assert "success is" not in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO("f\nIt says $6.\n"))
    done = call("bench", "review", str(run.root), "--who", "ada")
    assert "\x1b" not in done.err
    assert "2 of 2 episodes" in done.err
    said = [(each.task, each.verdict, each.reason) for each in read_verdicts(run.root)]
    assert said == [("a", "success", "It says $5."), ("b", "failure", "It says $6.")]


def test_verdicts_are_taken_over_once(call: Call, run: Folder, tmp_path: Path) -> None:
    lines = [
        {"task": task, "epoch": 1, "attempt": 1, "who": "bob", "verdict": "failure", "time": 1}
        for task in ("a", "nobody")
    ]
    file = tmp_path / "said.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert "1 verdicts" in call("bench", "review", str(run.root), "--import", str(file)).err
    assert "0 verdicts" in call("bench", "review", str(run.root), "--import", str(file)).err


def test_agreement(call: Call, run: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    done = call("bench", "agreement", str(run.root))
    assert done.code == 2
    assert "bench review" in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO("s\nYes.\nf\nNo.\n"))
    call("bench", "review", str(run.root), "--who", "ada")
    assert "accuracy: unknown" in call("bench", "agreement", str(run.root)).out
    found = json.loads(call("bench", "agreement", str(run.root), "--json").out)
    assert found["unjudged"] == 2


def test_agreement_with_labels_of_a_file(call: Call, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "bench")
    folder.root.mkdir()
    for name, word in (("a", "success"), ("b", "success"), ("c", "failure")):
        passed = word == "success"
        verdict = Verdict(
            type="webjudge", version=1, score=0, passed=passed, reason="So.", votes=(word, word)
        )
        score = Score(passed=passed, score=0, verdicts=(verdict,))
        folder.episode(folder.task({"type": "webjudge"}, id=name), outcome="success", score=score)
    alone = call("bench", "agreement", str(folder.root))
    assert "alpha of judges (webjudge): 1.00" in alone.out
    labels = tmp_path / "labels.csv"
    labels.write_text("task,epoch,label\na,1,success\nb,1,failure\nc,1,failure\n")
    done = call("bench", "agreement", str(folder.root), "--labels", str(labels))
    assert done.out.splitlines()[:3] == [
        "accuracy: 0.67 (0.21 to 0.94), 3 episodes",
        "kappa: 0.40 (0.00 to 1.00), 3 episodes",
        "false positive rate: 0.50 (0.09 to 0.91), 2 episodes",
    ]
    assert "b epoch 1: judge success, people failure" in done.out
    args = ("--labels", str(labels), "--evaluator", "rubric", "--json")
    other = json.loads(call("bench", "agreement", str(folder.root), *args).out)
    assert (other["judge"], other["unjudged"]) == ("rubric", 3)


@pytest.mark.slow
def test_review_as_a_page_begins_with_its_address(run: Folder) -> None:
    command = [sys.executable, "-m", "agent_e", "bench", "review", str(run.root), "--page"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            assert "It answered" in httpx.get(address, trust_env=False).text
        finally:
            process.terminate()
    assert process.returncode == 143
