"""``bench list`` and ``bench fetch``."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from agent_e.benchmarks.tasks.dates import apply_dates, parse_date_rule
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.cli.bench_list import unsaved_lines
from agent_e.cli.bench_run import format_unsaved

from .conftest import Call


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No public data anywhere."""
    folder = tmp_path / "data"
    monkeypatch.setenv("AGENT_E_BENCH_DATA", str(folder))
    return folder


def test_suites_are_listed_with_the_state_of_their_data(call: Call) -> None:
    ended = call("bench", "list", "--json")
    assert ended.code == 0
    suites = {row["name"]: row for row in json.loads(ended.out)["suites"]}
    assert suites["catalog"]["tasks"] == 70
    assert suites["catalog"]["data"] == "built in"
    assert suites["mind2web3"]["epochs"] == 3
    assert suites["webvoyager"]["tasks"] is None
    assert suites["webvoyager"]["data"] == "to fetch"
    assert suites["gaia"]["data"] == "to get"
    assert suites["gaia"]["sources"] == ["huggingface.co/datasets/gaia-benchmark/GAIA"]
    assert suites["miniwob"]["splits"] == {"train": 62, "test": 63}
    table = call("bench", "list")
    assert "webvoyager-skyvern-50" in table.out
    assert "AGPL-3.0" in table.out
    assert "github.com/web-arena-x/webarena" in table.out.replace("\n", "")
    assert table.err == (
        "Fetch data with `agent-e bench fetch SUITE`, or point --data at a folder of it.\n"
        "What is to get, its authors give to you alone: bench fetch says where it goes.\n"
    )


def test_tasks_are_listed_a_line_each(call: Call) -> None:
    ended = call("bench", "list", "mind2web3", "--split", "navigation")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()] == [
        "outdoor-by-price",
        "arc-lamp-page",
        "last-page",
        "blanket-details",
    ]


def test_tasks_as_json_can_be_read_again(call: Call, tmp_path: Path) -> None:
    value = json.loads(call("bench", "list", "catalog", "--json", "--check").out)
    assert (value["suite"], len(value["tasks"]), value["problems"]) == ("catalog", 70, [])
    mine = tmp_path / "mine.jsonl"
    mine.write_text("\n".join(map(json.dumps, value["tasks"])), encoding="utf-8")
    again = call("bench", "list", str(mine), "--check")
    assert (again.code, len(again.out.splitlines())) == (0, 70)
    assert again.err == "mine: 70 tasks, no problems\n"


def test_what_is_wrong_is_said_and_is_an_exit_code(call: Call, tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    mine.write_text('{"id": "a", "intent": "Go to {shop}."}\n', encoding="utf-8")
    ended = call("bench", "list", str(mine), "--check")
    assert ended.code == 1
    shop, check, count = ended.err.splitlines()
    assert shop == "mine a: {shop} is an address, but shop is not among its sites"
    assert check.startswith("mine a: It has no check, so nothing can judge it. Give it evaluators")
    assert count == "mine: 1 tasks, 2 problems"
    done = call("bench", "run", str(mine), "--model", "offline")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: Nothing could judge 1 task without a check: a. Give each")
    assert not (tmp_path / "work" / "runs").exists()


def test_dates_that_cannot_be_helped_are_said_of_the_chosen_tasks_alone() -> None:
    texts = {"a": "The Celtics' roster of 2023-24?", "b": "Who plays today?", "c": "On 3 May 2020?"}
    given = [
        BenchTask(id=name, suite="s", intent=text, tags={"site": "ESPN"})
        for name, text in texts.items()
    ]
    tasks, report = apply_dates(given, parse_date_rule("shift"), date(2026, 11, 22))
    assert list(unsaved_lines(report)) == [
        "a: '2023-24' is out of date: the season 2023-24 is over, and such pages show the present "
        "one"
    ]
    assert format_unsaved("webvoyager", tasks, report) == (
        "1 of 3 tasks cannot be brought up to date: a (agent-e bench list webvoyager --check says "
        "why)."
    )
    assert format_unsaved("webvoyager", tasks[1:], report) == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["list", "moon"], "There is no suite moon. There are: apps, catalog, "),
        (["list", "webvoyager"], "The suite webvoyager needs webvoyager/WebVoyager_data.jsonl, "),
        (["list", "catalog", "--dates", "x"], "'x' is no rule for dates. Give shift, keep or "),
        (["list", "catalog", "--split", "x"], "The suite catalog has no part x. It has no parts."),
        (["fetch", "moon"], "There is no suite moon. There are: apps, catalog, "),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], complaint: str, call: Call) -> None:
    ended = call("bench", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {complaint}")
    assert ended.err.count("\n") == 1


def test_nothing_is_fetched_for_a_suite_of_ours(call: Call, empty: Path) -> None:
    ended = call("bench", "fetch", "catalog")
    assert (ended.code, ended.out, ended.err) == (0, "", "catalog needs no data.\n")
    assert not empty.exists()


def test_what_people_get_themselves_is_not_fetched(call: Call, empty: Path) -> None:
    ended = call("bench", "fetch", "gaia")
    assert (ended.code, ended.out) == (0, f"{empty}\n")
    assert "gaia/metadata.jsonl: Get it from huggingface.co/datasets/gaia-benchmark" in ended.err
    (empty / "gaia").mkdir(parents=True)
    (empty / "gaia" / "metadata.jsonl").write_text("", encoding="utf-8")
    assert "gaia/metadata.jsonl: is there" in call("bench", "fetch", "gaia").err


def test_sites_without_an_address_are_named_before_anything_starts(
    call: Call, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.jsonl"
    keys = {"sites": [{"name": "gitlab"}], "evaluators": [{"type": "status", "claim": "success"}]}
    mine.write_text(json.dumps({"id": "a", "intent": "x", **keys}) + "\n", encoding="utf-8")
    done = call("bench", "run", str(mine), "--model", "offline")
    assert done.code == 2
    assert done.err.endswith("Say where they run: --sites gitlab=URL.\n")
    assert not (tmp_path / "work" / "runs").exists()
    done = call("bench", "run", str(mine), "--model", "offline", "--sites", "gitlab")
    assert done.err.startswith("Error: 'gitlab' is no address of a site.")
