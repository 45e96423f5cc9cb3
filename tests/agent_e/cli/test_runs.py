from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from agent_e.journal import Journal
from agent_e.types import Effect, Fact, Outcome, TaskResult, Usage

from .conftest import Call
from .feed import events

FIRST, SECOND, THIRD = "20261120-090000-aa01", "20261121-101500-bb02", "20261121-101600-cc03"


def write_run(root: Path, run_id: str, *, info: dict[str, Any], result: TaskResult | None) -> None:
    folder = root / run_id
    folder.mkdir(parents=True)
    journal = Journal(folder)
    journal.write_file("run.json", {"task": {"text": f"Task of {run_id}"}, **info})
    for event in events():
        fields = {key: value for key, value in event.items() if key not in {"seq", "kind", "time"}}
        journal.write(event["kind"], **fields)
    if result:
        journal.write_file("result.json", result.to_json())
    journal.close()


@pytest.fixture
def runs(elsewhere: Path) -> Path:
    root = elsewhere / "runs"
    done = TaskResult(
        outcome=Outcome.SUCCESS,
        answer="The blue mug costs $12.50.",
        evidence=(Fact(claim="Its price", quote="Price $12.50", step=3, url="http://shop/mug"),),
        usage={"planner": Usage(calls=2, input_tokens=4000, output_tokens=150)},
        cost_usd=0.0123,
        steps=6,
        seconds=12.5,
        run_dir=f"runs/{FIRST}",
    )
    write_run(root, FIRST, info={}, result=done)
    write_run(root, SECOND, info={"pid": os.getpid()}, result=None)
    write_run(root, THIRD, info={"pid": 2**22 + 1}, result=None)
    return root


def test_list_shows_every_run_newest_first(call: Call, runs: Path) -> None:
    lines = [line.split() for line in call("runs", "list").out.splitlines()]
    assert [" ".join(line) for line in lines] == [
        "id when outcome steps time task",
        f"{THIRD} 21 Nov 10:16 interrupted Task of {THIRD}",
        f"{SECOND} 21 Nov 10:15 running Task of {SECOND}",
        f"{FIRST} 20 Nov 09:00 success 6 12 s Task of {FIRST}",
    ]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("awaiting_human", "waiting"),
        ("awaiting_plan", "waiting"),
        ("paused", "paused"),
        ("running", "running"),
    ],
)
def test_a_run_that_waits_for_a_person_says_so(
    call: Call, runs: Path, state: str, said: str
) -> None:
    journal = Journal(runs / SECOND)
    journal.write("control.state", state=state)
    journal.close()
    assert said in call("runs", "list").out.splitlines()[2].split()


def test_another_process_of_the_same_number_is_not_the_run(call: Call, runs: Path) -> None:
    os.utime(runs / SECOND / "run.json", (1_000_000_000, 1_000_000_000))
    assert "interrupted" in call("runs", "list").out.splitlines()[2]
    told = call("runs", "resume", SECOND)
    assert told.code == 2
    assert "What run.json says of the run cannot be used" in told.err
    assert "was cut off. Let it go on first" in call("runs", "pause", SECOND).err


def test_list_as_json(call: Call, runs: Path) -> None:
    value = json.loads(call("runs", "list", "--json").out)
    assert value["schema_version"] == 1
    assert [row["state"] for row in value["runs"]] == ["interrupted", "running", "success"]
    last = value["runs"][-1]
    assert (last["id"], last["outcome"], last["steps"], last["seconds"]) == (
        FIRST,
        "success",
        6,
        12.5,
    )
    assert last["started"].startswith("2026-11-20T09:00:00")


def test_without_runs_stdout_is_empty(call: Call) -> None:
    ended = call("runs", "list", "--out", "nowhere")
    assert (ended.code, ended.out, ended.err) == (0, "", "There are no runs in nowhere yet.\n")
    assert json.loads(call("runs", "list", "--json").out)["runs"] == []


def test_the_folder_comes_from_the_settings(
    call: Call, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs.rename(runs.with_name("kept"))
    monkeypatch.setenv("AGENT_E_RUNS", "kept")
    assert FIRST in call("runs", "list").out


def test_show_tells_the_whole_story(call: Call, runs: Path) -> None:
    out = call("runs", "show", FIRST).out
    told = [
        f"Task of {FIRST}",
        f"{FIRST}, success",
        "hierarchical, openai:gpt-4.1, openai:gpt-4.1-mini, http://127.0.0.1:41234/",
        "Plan",
        "  [x] Find the cheapest mug",
        "Actions",
        "     open_url http://127.0.0.1:41234/  The page changed",
        "  1. List the mugs by price",
        "     enter_text searchbox 'Search' \"mug\"  The page changed",
        "     model (retried)  The provider is overloaded.",
        "     click button 'Sort by price' (refused)  'Sort by price' is covered by",
        "     click button 'Accept all'  The dialog 'Cookies' closed.",
        "     done: The blue mug is the cheapest at $12.50.",
        "Answer",
        "  The blue mug costs $12.50.",
        "Evidence",
        '  Its price — "Price $12.50" (http://shop/mug)',
        "Usage",
        "  planner: 2 model calls, 4,150 tokens",
        "  6 steps, 12 s, $0.0123",
    ]
    places = [out.index(words) for words in told]
    assert places == sorted(places)
    assert "\x1b" not in out


def test_show_an_unfinished_run(call: Call, runs: Path) -> None:
    out = call("runs", "show", THIRD).out
    assert f"{THIRD}, interrupted" in out
    assert "Answer" not in out


@pytest.mark.parametrize(
    ("wanted", "shown"), [("latest", THIRD), ("20261120", FIRST), (FIRST, FIRST)]
)
def test_show_finds_runs_by_latest_beginning_and_id(
    call: Call, runs: Path, wanted: str, shown: str
) -> None:
    assert f"Task of {shown}" in call("runs", "show", wanted).out


def test_show_takes_a_folder(call: Call, runs: Path) -> None:
    assert f"Task of {SECOND}" in call("runs", "show", str(runs / SECOND), "--out", "nowhere").out


def test_show_as_json_holds_everything(call: Call, runs: Path) -> None:
    value = json.loads(call("runs", "show", FIRST, "--json").out)
    assert value["info"]["task"]["text"] == f"Task of {FIRST}"
    assert value["result"]["answer"] == "The blue mug costs $12.50."
    assert len(value["events"]) == len(events())


def test_an_unknown_run_names_near_ones(call: Call, runs: Path) -> None:
    ended = call("runs", "show", "20261120-090000-aa99")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: There is no run 20261120-090000-aa99 in runs. Near it: ")
    assert FIRST in ended.err


def test_an_ambiguous_beginning_names_the_runs(call: Call, runs: Path) -> None:
    ended = call("runs", "show", "20261121")
    assert ended.code == 2
    assert f"2 runs begin with 20261121: {THIRD}, {SECOND}." in ended.err


def test_show_without_any_run(call: Call) -> None:
    ended = call("runs", "show", "latest")
    assert ended.code == 2
    assert "There are no runs in runs yet." in ended.err


def test_show_names_the_versions_of_the_plan_that_are_yours(call: Call, elsewhere: Path) -> None:
    folder = elsewhere / "runs" / FIRST
    folder.mkdir(parents=True)
    journal = Journal(folder)
    journal.write_file("run.json", {"task": {"text": "Look."}})
    steps = [{"text": "look", "status": "current"}]
    journal.write("plan.updated", version=1, steps=steps, by="planner")
    journal.write("control.steered", words="look twice", by="person")
    journal.write("plan.updated", version=2, steps=steps, by="person")
    journal.close()
    told = call("runs", "show", "latest").out
    assert "Plan (version 2, yours)" in told
    assert "steered by person: look twice" in told


def test_show_lists_what_was_done_of_ended_and_cut_off_runs(call: Call, runs: Path) -> None:
    act = Effect(
        step=2, kind="act", tier="R2", action="click", target="button 'Save'", page="http://shop/",
    )  # fmt: skip
    for run_id in (FIRST, THIRD):
        journal = Journal(runs / run_id)
        journal.write("effect", started=2, effect=asdict(act))
        journal.close()
    done = json.loads((runs / FIRST / "result.json").read_text())
    (runs / FIRST / "result.json").write_text(json.dumps(done | {"effects": [asdict(act)]}))
    for run_id in (FIRST, THIRD):
        told = call("runs", "show", run_id).out
        assert told.count("Done on your behalf\n  clicked button 'Save'\n") == 1
    assert "behalf" not in call("runs", "show", SECOND).out
