"""The public files themselves, where they are there: every task is read, and sound."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from agent_e.benchmarks.evaluators.webarena import PageKeys
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.tasks.lint import lint

TODAY = date(2026, 11, 22)
WEBARENA_SITES = ("gitlab", "map", "reddit", "shopping", "shopping_admin", "wikipedia")


@pytest.mark.parametrize(
    ("suite", "split", "count"),
    [
        ("webvoyager", None, 643),
        ("webvoyager-skyvern", None, 635),
        ("webvoyager-skyvern", "outdated", 8),
        ("webvoyager-skyvern-50", None, 50),
        ("webvoyager-strict", None, 643),
        ("agent-e", None, 643),
        ("agent-e", "sample", 65),
        ("agent-e", "dry-run", 30),
        ("agent-e", "tests", 32),
        ("miniwob", None, 125),
        ("miniwob", "train", 62),
        ("miniwob", "test", 63),
        ("webarena", None, 812),
        ("webarena-verified", None, 812),
        ("webarena-verified", "retrieve", 325),
        ("webarena-verified", "mutate", 374),
        ("webarena-verified", "navigate", 113),
        ("odysseys", None, 200),
        ("odysseys", "easy", 45),
        ("odysseys", "medium", 46),
        ("odysseys", "hard", 109),
    ],
)
def test_every_task_is_read_and_sound(
    public_data: Path, suite: str, split: str | None, count: int
) -> None:
    options = SuiteOptions(data_dir=public_data, split=split, today=TODAY)
    tasks = SUITES[suite].load(options)
    assert len(tasks) == count
    assert lint(tasks, known_sites={"miniwob", *WEBARENA_SITES}, hosts=SUITES[suite].hosts) == []
    assert {task.suite for task in tasks} == {suite}


def test_every_question_has_its_answer(public_data: Path) -> None:
    tasks = SUITES["webvoyager"].load(SuiteOptions(data_dir=public_data, dates="keep", today=TODAY))
    kinds = Counter(task.reference.kind for task in tasks if task.reference.answer)
    assert kinds == {"golden": 143, "possible": 500}
    assert len({task.tags["site"] for task in tasks}) == 15
    by_id = {task.id: task for task in tasks}
    assert by_id["Google Flights--1"].reference.notice.startswith("real-time")
    assert by_id["Wolfram Alpha--0"].reference.kind == "golden"


def test_how_the_fifty_stand_to_the_list(public_data: Path) -> None:
    sample = SUITES["webvoyager-skyvern-50"].load(SuiteOptions(data_dir=public_data, today=TODAY))
    known = SUITES["webvoyager-skyvern"]
    ids = {task.id for task in known.load(SuiteOptions(data_dir=public_data, today=TODAY))}
    dropped = [task.id for task in sample if task.tags["in_list"] == "dropped"]
    assert dropped == ["GitHub--20", "Wolfram Alpha--45"]
    assert {task.id for task in sample} - ids == set(dropped)
    counts = Counter(str(task.tags["in_list"]) for task in sample)
    assert counts == {"same": 39, "reworded": 9, "dropped": 2}
    assert {task.limits.seconds for task in sample} == {600}


def test_what_becomes_of_the_dates(public_data: Path) -> None:
    options = SuiteOptions(data_dir=public_data, today=TODAY)
    tasks, report = SUITES["webvoyager"].load_reported(options)
    counts = {kind: len(report.tasks(kind)) for kind in ("shifted", "current", "fact", "unsaved")}
    assert counts == {"shifted": 65, "current": 17, "fact": 23, "unsaved": 9}
    assert [task.id for task in tasks if task.valid_until and task.valid_until < TODAY] == []
    by_id = {task.id: task.intent for task in tasks}
    assert "from February 28 to March 3, 2027" in by_id["Booking--20"]
    assert "weekend of March 5-7, 2027" in by_id["Booking--14"]


def test_what_webarena_can_be_judged_by(public_data: Path) -> None:
    tasks = SUITES["webarena"].load(SuiteOptions(data_dir=public_data))
    assert len({task.cluster for task in tasks}) == 190
    assert sum(not task.feasible for task in tasks) == 36
    assert {use.name for task in tasks for use in task.sites} == set(WEBARENA_SITES)
    checks = [(task.id, spec) for task in tasks for spec in task.evaluators]
    assert Counter(spec.type for _, spec in checks) == {
        "webarena_page": 651,
        "webarena_answer": 299,
        "url": 205,
        "status": 36,
    }
    pages = [(name, spec.own) for name, spec in checks if spec.type == "webarena_page"]
    helped = {name for name, own in pages if PageKeys.model_validate(own).helper}
    assert len(helped) == 15
    audited = SUITES["webarena-verified"].load(SuiteOptions(data_dir=public_data))
    statuses = Counter(str(task.tags["status"]) for task in audited)
    assert statuses["SUCCESS"] == 772
    assert statuses["NOT_FOUND_ERROR"] == 28


def test_the_strict_questions_are_the_same_on_any_day(public_data: Path) -> None:
    suite = SUITES["webvoyager-strict"]
    now = SuiteOptions(data_dir=public_data, today=TODAY)
    later = SuiteOptions(data_dir=public_data, today=date(2027, 9, 1))
    tasks, report = suite.load_reported(now)
    again, later_report = suite.load_reported(later)
    assert [task.intent for task in tasks] == [task.intent for task in again]
    assert tasks[0].evaluators[0].own == {"screenshots": 15, "judges": 3}
    shifted = set(report.tasks("shifted"))
    assert len(shifted) == 65
    # What is over by then is said, not asked for as if it were to come.
    assert shifted < set(later_report.tasks("unsaved"))
