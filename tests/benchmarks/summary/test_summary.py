"""A run's summary against figures worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.metrics import METRICS
from agent_e.benchmarks.statistics import wilson
from agent_e.benchmarks.summary import summarise, summary_json
from tests.benchmarks.records import SHORT, episode

USAGE = {"planner": {"calls": 2, "input_tokens": 10}, "navigator": {"calls": 5}}


def test_rates_times_and_money() -> None:
    found = summarise(
        [
            episode("a", seconds=10, overhead_s=0.2, usage=USAGE, cost_usd=0.1),
            episode("b", seconds=30, overhead_s=0.3, usage={"planner": {"calls": 4}}, cost_usd=0.3),
            episode("c", "aware", seconds=100, cost_usd=0.2),
            episode("d", "oblivious", seconds=50, cost_usd=0.0),
            episode("e", "limit", seconds=90, cost_usd=0.0),
            episode("f", "infra", seconds=7, cost_usd=0.0),
            episode("g", "unjudged", seconds=9, cost_usd=0.0),
        ]
    )
    assert (found.episodes, found.attempts, found.tasks) == (7, 7, 7)
    assert found.outcomes == {
        "success": 2,
        "fail_self_aware": 1,
        "fail_oblivious": 1,
        "fail_limit": 1,
        "fail_invalid": 0,
        "blocked": 0,
        "infra_error": 1,
        "unjudged": 1,
    }
    assert (found.success.count, found.success.n, found.success.rate) == (2, 5, 0.4)
    assert found.success.interval == wilson(2, 5)
    assert found.lower_bound.rate == pytest.approx(2 / 7)
    # Five clusters of one: the usual standard error, sqrt(1.2 / 4 / 5).
    assert found.stderr == pytest.approx((1.2 / 4 / 5) ** 0.5)
    assert (found.seconds_success.mean, found.seconds_success.n) == (20, 2)
    assert found.seconds_failure.median == 90
    assert found.seconds_failure.p90 == pytest.approx(98)
    assert found.overhead.n == 5
    assert found.overhead.mean == pytest.approx(0.1)
    assert found.usage["planner"].calls == 6
    assert found.usage["planner"].input_tokens == 10
    assert found.calls.mean == 5.5
    assert found.calls_by_role["navigator"].mean == 2.5
    assert found.cost.spread.sum == pytest.approx(0.6)
    assert found.cost.per_success == pytest.approx(0.3)
    assert (found.self_aware.count, found.self_aware.n) == (1, 3)


def test_an_unknown_price_is_no_price_of_nothing() -> None:
    found = summarise([episode("a", cost_usd=1.0), episode("b", cost_usd=None)])
    assert (found.cost.unknown, found.cost.spread.sum, found.cost.per_success) == (1, 1, None)
    assert summarise([episode("a", "aware", cost_usd=1.0)]).cost.per_success is None


def test_calibration_precision_and_refusals() -> None:
    found = summarise(
        [
            *(episode(f"r{n}") for n in range(3)),
            episode("w", "oblivious"),
            episode("c1", "aware"),
            episode("c2", "aware"),
            episode("l", "limit"),
            episode("done by chance", "ok", claim="cannot"),
            episode("i1", "ok", claim="cannot", feasible=False),
            episode("i2", "oblivious", feasible=False),
        ]
    )
    assert found.calibration.model_dump() == {
        "success_right": 3,
        "success_wrong": 1,
        "cannot_right": 1,
        "cannot_wrong": 2,
        "none_right": 0,
        "none_wrong": 1,
    }
    assert (found.answered.count, found.answered.n) == (4, 8)
    assert (found.answered_right.count, found.answered_right.n) == (3, 4)
    assert (found.false_refusals.count, found.false_refusals.n) == (2, 8)
    assert (found.correct_refusals.count, found.correct_refusals.n) == (1, 2)


def test_websights_34_of_35() -> None:
    right = [episode(f"r{n}") for n in range(34)]
    lost = [episode(f"t{n}", "limit") for n in range(15)]
    found = summarise([*right, episode("w", "oblivious"), *lost])
    assert found.success.rate == 0.68
    assert found.answered_right.rate == pytest.approx(0.9714, abs=5e-5)


def test_only_the_attempt_that_counts_does() -> None:
    tries = [
        episode("a", "infra", attempt=1),
        episode("a", "aware", attempt=2),
        episode("b", "infra", attempt=1, seconds=1),
        episode("b", "infra", attempt=2, seconds=2),
        episode("c", attempt=1),
        episode("c", "infra", attempt=2),
        episode("a", epoch=2),
    ]
    for given_ in (tries, tries[::-1]):
        found = summarise(given_)
        assert (found.episodes, found.attempts) == (4, 7)
        assert (found.success.count, found.success.n) == (2, 3)
        assert found.outcomes["infra_error"] == 1


def test_repeats_are_not_taken_for_independent() -> None:
    found = summarise(
        [episode(task, "ok" if task < "c" else "aware", epoch=n) for task in "abcd" for n in (1, 2)]
    )
    assert found.stderr == pytest.approx((4 * 1 * 4 / 3) ** 0.5 / 8)
    assert found.pass_at == {1: 0.5, 2: 0.5}
    mixed = summarise([episode("a"), episode("a", "aware", epoch=2)])
    assert (mixed.pass_at, mixed.pass_hat) == ({1: 0.5, 2: 1.0}, {1: 0.5, 2: 0.0})


def test_metrics_by_their_own_rule() -> None:
    found = summarise(
        [
            episode(
                "a", metrics={"step_success": 1.0, "actions": 1, "ghost_clicks": 2, "steps": 4}
            ),
            episode("b", metrics={"step_success": 0.5, "actions": 9, "steps": 8, "answered": 1.0}),
            episode("c", metrics={"step_success": None, "actions": 0, "answered": 0.0}),
            episode("d", "infra", metrics={"step_success": 0.0, "actions": 100}),
        ]
    ).metrics
    assert set(found) == set(METRICS)
    assert found["step_success"].value == pytest.approx(5.5 / 10)  # of all ten actions
    assert (found["step_success"].spread.mean, found["step_success"].missing) == (0.75, 1)
    assert found["ghost_clicks"].value == 2
    assert found["steps"].value == 6
    assert found["answered"].value == 0.5
    assert found["retries"].value is None
    assert found["retries"].missing == 3


def test_tags_and_sites() -> None:
    found = summarise(
        [
            episode("a", tags={"site": "shop", "mutating": True}, seconds=4),
            episode("b", "aware", tags={"site": "shop", "mutating": False}),
            episode("c", tags={"sites": ["shop", "catalog"]}),
            episode("d", "infra", tags={"site": "catalog"}),
        ]
    ).by_tag
    assert list(found) == ["mutating", "site"]
    shop = found["site"]["shop"]
    assert (shop.success.count, shop.success.n, shop.episodes) == (2, 3, 3)
    assert found["site"]["catalog"].outcomes["infra_error"] == 1
    assert found["mutating"]["true"].seconds.mean == 4


def test_the_json_form() -> None:
    value = summary_json(
        summarise([episode("a", architecture="som", model="offline")]), Path("out")
    )
    assert json.loads(json.dumps(value)) == value
    assert list(value)[:10] == [
        "schema_version",
        "suite",
        "architecture",
        "model",
        "episodes",
        "outcomes",
        "success_rate",
        "interval",
        "metrics",
        "out_dir",
    ]
    assert (value["success_rate"], value["episodes"], value["out_dir"]) == (1.0, 1, "out")
    assert value["interval"] == pytest.approx([0.2065, 1.0], abs=1e-4)


def test_a_run_without_an_episode_has_no_rate() -> None:
    found = summarise([])
    assert (found.success.rate, found.success.interval, found.stderr) == (None, None, None)
    assert summary_json(found, Path())["interval"] is None


def test_thousands_are_read_once_and_one_by_one() -> None:
    def many() -> Iterator[EpisodeRecord]:
        for number in range(5000):
            yield episode(f"t{number // 5}", ("ok", "aware")[number % 2], epoch=number % 5)

    found = summarise(many())
    assert (found.episodes, found.tasks, found.success.rate) == (5000, 1000, 0.5)


OUTCOMES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from(sorted(SHORT))), max_size=30
)


@settings(deadline=None)
@given(OUTCOMES, st.randoms())
def test_the_order_of_records_changes_nothing(
    given_: list[tuple[str, str]], shuffled: object
) -> None:
    records = [
        episode(task, outcome, epoch=at, seconds=at * 0.1, cluster=task, tags={"site": task})
        for at, (task, outcome) in enumerate(given_)
    ]
    found = summarise(records)
    assert sum(found.outcomes.values()) == found.episodes == len(records)
    other = list(records)
    shuffled.shuffle(other)  # type: ignore[attr-defined]
    assert summarise(other) == found
