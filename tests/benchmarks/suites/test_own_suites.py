"""The suites that need nobody's data: what they ask, and that their sites agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.sites import SITES, default_catalog, random_catalog
from agent_e.benchmarks.sites.shop.backend import build_site
from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite
from agent_e.benchmarks.suites.miniwob import make_tasks
from agent_e.benchmarks.tasks.lint import lint
from agent_e.errors import ConfigError

TABLE = """task_name,miniwob_category,comment,webgum_subset,similarity_group,browsergym_split
miniwob.one-thing,hidden test,,False,0,test
miniwob.two-things,original,delay,True,2,train
"""


@pytest.mark.parametrize("name", ["catalog", "mind2web3"])
def test_tasks_are_sound_and_the_same_every_time(name: str) -> None:
    tasks = SUITES[name].load(SuiteOptions())
    assert lint(tasks, known_sites=set(SITES)) == []
    assert tasks == SUITES[name].load(SuiteOptions())


def test_the_catalogues_questions() -> None:
    tasks = SUITES["catalog"].load(SuiteOptions(seeds=(0, 5)))
    assert len(tasks) == 14
    assert {task.tags["category"] for task in tasks} == {
        "identification",
        "semantic",
        "multi-step",
    }
    by_id = {task.id: task for task in tasks}
    default, seeded = default_catalog(), random_catalog(5)

    count = by_id["count--5"]
    assert count.reference.answer == len(seeded.products)
    assert [spec.type for spec in count.evaluators] == ["answer"]
    assert count.sites[0].options == {"seed": 5}

    dearest = by_id["rating-of-dearest--0"]
    assert dearest.reference.answer == "4.6 out of 5"
    assert dearest.evaluators[1].own == {
        "site": "catalog",
        "path": "opened",
        "contains": "nimbus-headphones",
    }
    assert dearest.sites[0].options == {}
    # what is dearest is not known before all were opened
    opened = [step.name for step in dearest.reference.trace if step.verb == "click"]
    assert opened == [one.name for one in default.products]

    nth = by_id["price-of-nth--0"]
    position = nth.params["position"]
    assert isinstance(position, int)
    assert nth.reference.answer == default.products[position - 1].price
    assert [step.verb for step in nth.reference.trace] == ["click", "wait"]
    assert ("first", "second", "third", "fourth", "fifth")[position - 1] in nth.intent


def test_the_three_categories() -> None:
    suite = SUITES["mind2web3"]
    assert suite.epochs == 3
    assert [len(suite.load(SuiteOptions(split=name))) for name, _ in suite.splits] == [4, 4, 4]
    assert {task.limits.steps for task in suite.load(SuiteOptions())} == {15}


def test_what_is_asked_of_the_shop_is_what_it_holds() -> None:
    shop = build_site()
    products = {product["slug"]: product for product in shop.state()["products"]}
    answers = {task.id: task.reference.answer for task in SUITES["mind2web3"].load(SuiteOptions())}
    lights = [one for one in products.values() if one["category"] == "Lighting"]
    shop.close()
    assert answers["turntable-price"] == f"${products['belt-drive-turntable']['price']:.2f}"
    assert answers["cheapest-light"] == min(lights, key=lambda one: one["price"])["name"]
    assert products["canvas-tote-bag"]["price"] + 9.9 == pytest.approx(27.5)


def test_problems_of_miniwob() -> None:
    both = make_tasks(TABLE, (1, 7), None)
    assert [task.id for task in both] == [
        "one-thing--1",
        "one-thing--7",
        "two-things--1",
        "two-things--7",
    ]
    assert both[1].start_url == "{miniwob}/e/one-thing/7"
    assert both[0].tags["category"] == "hidden"
    assert [task.template_id for task in make_tasks(TABLE, (1,), "train")] == ["two-things"]


def test_a_file_of_tasks_is_a_suite(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": "a", "suite": "x", "intent": "Do it."}\n', encoding="utf-8")
    suite = find_suite(SUITES, str(path))
    assert [(task.id, task.suite) for task in suite.load(SuiteOptions())] == [("a", "mine")]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("webvoyage", "There is no suite webvoyage. Did you mean webvoyager?"),
        ("moon", "There is no suite moon. There are: apps, catalog, "),
        ("moon.jsonl", "There is no file moon.jsonl. Give a suite or a file of tasks."),
    ],
)
def test_what_is_no_suite(name: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as raised:
        find_suite(SUITES, name)
    assert str(raised.value).startswith(complaint)


def test_what_is_no_part() -> None:
    with pytest.raises(ConfigError, match="has no part x. It has: retrieval, navigation, form"):
        SUITES["mind2web3"].load(SuiteOptions(split="x"))
    with pytest.raises(ConfigError, match="The suite catalog has no part x. It has no parts."):
        SUITES["catalog"].load(SuiteOptions(split="x"))
