"""Tasks are written as they should be, and say one thing each."""

from __future__ import annotations

from collections import Counter

import pytest

from agent_e.benchmarks.sites import SITES
from agent_e.benchmarks.suites import SuiteOptions
from agent_e.benchmarks.suites.local import LOCAL, TEMPLATES
from agent_e.benchmarks.tasks.lint import lint
from agent_e.benchmarks.tasks.record import BenchTask

SEEDS = (0, 1, 2, 3, 4)


@pytest.fixture(scope="module")
def tasks() -> list[BenchTask]:
    return LOCAL.load(SuiteOptions(seeds=SEEDS))


def test_one_seed_gives_at_least_fifty_tasks_over_all_sites_and_kinds() -> None:
    tasks = LOCAL.load(SuiteOptions())
    assert len(tasks) == len(TEMPLATES) >= 50
    sites = Counter(task.tags["site"] for task in tasks)
    assert sites["shop"] >= 28
    assert sites["catalog"] >= 8
    assert sites["flights"] >= 16
    kinds = {task.tags["category"] for task in tasks}
    assert kinds == {"retrieval", "navigation", "form", "multi_step", "infeasible"}
    assert {task.tags["difficulty"] for task in tasks} == {"easy", "medium", "hard"}


def test_no_two_tasks_have_the_same_text_or_name(tasks: list[BenchTask]) -> None:
    assert [text for text, n in Counter(task.intent for task in tasks).items() if n > 1] == []
    assert [name for name, n in Counter(task.id for task in tasks).items() if n > 1] == []


def test_the_task_of_a_seed_is_the_same_whatever_else_is_asked_for(tasks: list[BenchTask]) -> None:
    alone = {task.id: task for task in LOCAL.load(SuiteOptions(seeds=(3,)))}
    assert alone
    assert alone == {task.id: task for task in tasks if task.seed == 3}


def test_checks_and_addresses_are_written_as_they_have_to_be(tasks: list[BenchTask]) -> None:
    assert lint(tasks, known_sites=set(SITES)) == []


def test_what_changes_a_site_is_proved_by_its_state(tasks: list[BenchTask]) -> None:
    for task in tasks:
        rules = [spec.own for spec in task.evaluators if spec.type == "state"]
        proofs = [rule for rule in rules if rule.get("changed") is not False]
        if task.mutating:
            assert proofs, task.id
        # Everything a task does not ask for has to stay as it was.
        assert any(rule.get("changed") is False for rule in rules), task.id


def test_questions_have_answers_and_the_impossible_has_none(tasks: list[BenchTask]) -> None:
    for task in tasks:
        kinds = {spec.type for spec in task.evaluators}
        if task.tags["category"] == "retrieval":
            assert task.reference.answer, task.id
            assert "answer" in kinds, task.id
        assert task.feasible is ("status" not in kinds), task.id


def test_there_is_room_to_do_it_in_another_way_than_the_shortest(tasks: list[BenchTask]) -> None:
    for task in tasks:
        actions = [step for step in task.reference.trace if step.verb != "wait"]
        assert actions, task.id
        assert task.limits.steps == 3 * len(actions) + 6


def test_a_part_has_the_tasks_of_one_site() -> None:
    for site, count in LOCAL.splits:
        part = LOCAL.load(SuiteOptions(split=site))
        assert len(part) == count
        assert {use.name for task in part for use in task.sites} == {site}
