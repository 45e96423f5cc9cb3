from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent_e.journal import Journal
from tests.benchmarks.reporting.bench_folder import episode, place

from .conftest import Call

RUN = "20261120-090000-aa01"


@pytest.fixture
def run(elsewhere: Path) -> Path:
    folder = elsewhere / "runs" / RUN
    folder.mkdir(parents=True)
    journal = Journal(folder)
    journal.write_file("run.json", {"task": {"text": "Find the mug"}})
    journal.write("run.started", task="Find the mug", models={"planner": "offline"})
    journal.close()
    return folder


def test_a_run_is_reported_into_its_folder(call: Call, run: Path) -> None:
    ended = call("runs", "report", "latest")
    assert (ended.code, ended.err) == (0, "")
    assert Path(ended.out.strip()).samefile(run / "report.html")
    assert "Find the mug" in (run / "report.html").read_text()


def test_a_run_is_reported_to_a_file(call: Call, run: Path, elsewhere: Path) -> None:
    assert call("runs", "report", RUN[:10], "--out", "new/page.html").code == 0
    assert (elsewhere / "new" / "page.html").is_file()


def test_a_run_that_is_not_there_is_one_sentence(call: Call, run: Path) -> None:
    ended = call("runs", "report", "2031")
    assert ended.code == 2
    assert "There is no run 2031" in ended.err


def test_a_run_is_exported(call: Call, run: Path, elsewhere: Path) -> None:
    ended = call("runs", "export", "latest", "--to", "playwright")
    assert (ended.code, ended.err) == (0, "")
    compile(ended.out, "script", "exec")
    assert "# Task: Find the mug\n" in ended.out
    named = call("runs", "export", RUN, "-o", "new/again.py")
    assert (named.code, named.out) == (0, "new/again.py\n")
    assert (elsewhere / "new" / "again.py").read_text() == ended.out


def test_what_an_export_lacks_is_one_sentence(call: Call, run: Path) -> None:
    with (run / "events.jsonl").open("a") as events:
        events.write('{"seq": 2, "kind": "control.taken"}\n')
    ended = call("runs", "export", "latest")
    assert ended.err == (
        "Not written: 1 thing that the run did. Comments in the script mark what.\n"
    )


def test_a_run_without_pictures_makes_no_video(call: Call, run: Path) -> None:
    ended = call("runs", "video", "latest", "-o", "run.gif")
    assert (ended.code, ended.out) == (2, "")
    assert f"The run {RUN} has no pictures. Set journal.screenshots to steps" in ended.err


@pytest.mark.parametrize("command", ["report", "show"])
def test_a_suites_run_is_not_told_as_one_run(call: Call, elsewhere: Path, command: str) -> None:
    suite = elsewhere / "suite"
    suite.mkdir()
    place(suite, episode())
    (suite / "run.json").write_text('{"plan": {}}')
    ended = call("runs", command, "suite")
    assert ended.code == 2
    assert "suite is the run of a suite. Its report is made by agent-e bench report suite;" in (
        ended.err
    )
    assert not (suite / "report.html").exists()


def test_a_suite_is_reported(call: Call, elsewhere: Path) -> None:
    place(elsewhere, episode())
    said = json.loads(call("bench", "report", ".", "--json").out)
    assert said["episodes"] == 1
    for name in ("index", "markdown", "csv", "json"):
        assert Path(said[name]).is_file()
    assert (elsewhere / "report" / "episodes" / "shop--1-1.html").is_file()


def test_a_folder_that_is_no_suite_is_one_sentence(call: Call, elsewhere: Path) -> None:
    ended = call("bench", "report", ".")
    assert ended.code == 2
    assert ". holds no bench run: it has no folder episodes." in ended.err
