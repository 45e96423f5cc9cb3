"""``bench plan`` on the terminal, told from runs written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks.records import episode
from tests.benchmarks.reporting.bench_folder import place

from .conftest import Call


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """A run of ten tasks of the catalogue, each done twice."""
    for at in range(10):
        for epoch in (1, 2):
            usage = {"navigator": {"calls": 4, "input_tokens": 8000 + 400 * at}}
            record = episode(
                f"t{at}",
                "ok" if at % 2 or epoch == 2 else "aware",
                epoch=epoch,
                suite="catalog",
                architecture="hierarchical",
                model="offline",
                usage=usage,
                seconds=20.0,
            )
            place(tmp_path / "earlier", record)
    return tmp_path / "earlier"


def test_a_plan_is_a_small_table(call: Call, earlier: Path) -> None:
    words = ("catalog", "--model", "gpt-4.1-mini", "--from", str(earlier))
    ended = call("bench", "plan", *words, "-j", "2", "--epochs", "3", "--width", "30")
    assert ended.code == 0
    assert ended.out.splitlines()[:2] == [
        "catalog: hierarchical gpt-4.1-mini, 70 tasks, 3 epochs: 210 episodes",
        "told from 20 episodes of 10 tasks: catalog, hierarchical offline, 1970-01-01",
    ]
    rows = {line[:15].strip(): line[15:].split() for line in ended.out.splitlines()[3:10]}
    assert rows["input tokens"][:2] == ["9,800", "2,058,000"]
    # 0.40 dollars a million.
    assert rows["cost"][:2] == ["$0.0039", "$0.82"]
    assert rows["cost of the jud"][1:3] == ["$0", "$0"]
    assert rows["time at -j 2"][:2] == ["20", "s"]
    assert "$0.4 input, $0.1 cached, $1.6 output a million tokens" in ended.out
    assert "success rate about 71 %, its 95 % interval" in ended.out
    assert "30 points wide: 1 epoch" in ended.out
    assert "no interval counts how gpt-4.1-mini differs from it" in ended.err


def test_the_same_as_json(call: Call, earlier: Path) -> None:
    words = ("catalog", "--model", "offline", "--from", str(earlier), "--price", "1,10", "--json")
    found = json.loads(call("bench", "plan", *words).out)
    assert (found["schema_version"], found["episodes"], found["slots"]) == (1, 70, 1)
    assert found["cost_usd"]["total"] == pytest.approx(70 * 0.0098)
    low, high = found["cost_usd"]["interval"]
    assert 0 < low < found["cost_usd"]["total"] < high
    assert found["prices"]["offline"]["cached"] == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "to do 20 tasks first: at most $0, should each"),
        (["--model", "gpt-4.1-mini"], "to do 20 tasks first: at most $"),
        (["--model", "openai:moon"], "--price INPUT,OUTPUT gives it, in US dollars per million"),
        (["--pilot", "5", "--from", "x"], "--from and --pilot are two ways to tell the same"),
        (["--from", "nowhere"], "nowhere holds no bench run"),
        (["--price", "cheap"], "cheap is no price"),
        (["--architecture", "link", "--model", "gpt-4.1-mini", "--from", "EARLIER"],
         "is of hierarchical, the plan of link: its tokens say nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_planned_is_one_sentence(
    call: Call, earlier: Path, options: list[str], complaint: str
) -> None:
    given = [str(earlier) if each == "EARLIER" else each for each in options]
    model = [] if "--model" in given else ["--model", "offline"]
    ended = call("bench", "plan", "catalog", *model, *given)
    assert (ended.code, ended.out) == (2, "")
    assert complaint in ended.err
    assert ended.err.count("\n") == 1
