"""Forecasts beside figures worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.planning import (
    Forecast,
    PriceList,
    choose,
    forecast,
    parse_prices,
    read_pilot,
)
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec
from agent_e.config import Settings
from agent_e.errors import ConfigError
from tests.benchmarks.records import episode
from tests.benchmarks.reporting.bench_folder import place

SCORE = {"passed": True, "score": 1}
VERDICT = {"type": "webvoyager", "version": 1, "score": 1, "passed": True, "reason": "Seen."}


def record(number: int, **fields: Any) -> EpisodeRecord:
    """An episode of a million tokens in and a tenth of it out, and half as many of the planner."""
    usage = {
        "navigator": {"calls": 3, "input_tokens": 1_000_000, "output_tokens": 100_000},
        "planner": {"calls": 1, "input_tokens": 500_000, "cached_tokens": 400_000},
    }
    values = {"architecture": "hierarchical", "model": "offline", "usage": usage}
    return episode(f"t{number}", fields.pop("outcome", "ok"), **{**values, **fields})


def tasks(count: int, *checks: str) -> list[BenchTask]:
    evaluators = tuple(EvaluatorSpec(type=each) for each in checks)
    return [
        BenchTask(id=f"t{at}", suite="s", intent="Look.", evaluators=evaluators)
        for at in range(count)
    ]


def told(
    folder: Path, records: Sequence[EpisodeRecord], *, checks: Sequence[str] = (), **more: Any
) -> Forecast:
    for each in records:
        place(folder, each)
    settings = more.pop("settings", Settings())
    prices = PriceList.of(settings, more.pop("model", "offline"), more.pop("given", None))
    values = {"suite": "s", "epochs": 2, "slots": 4}
    return forecast(
        read_pilot(folder, "hierarchical"), tasks(50, *checks), prices, **{**values, **more}
    )


def test_tokens_and_money_by_hand(tmp_path: Path) -> None:
    found = told(tmp_path, [record(at) for at in range(5)], given=parse_prices("1,0.5,10"))
    assert (found.episodes, found.calls.episode, found.calls.total) == (100, 4, 400)
    assert found.input_tokens.total == 150_000_000
    # 1 + 1 for the navigator, 0.1 + 0.2 for the planner.
    assert found.cost_usd.episode == pytest.approx(2.3)
    assert found.cost_usd.interval == pytest.approx((230, 230))
    assert found.judge_usd.total == 0
    assert found.notes == ("The offline model answers at once: --reply adds the time of a reply to "
                           "each call.",)  # fmt: skip


def test_each_role_has_the_price_of_its_model(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        [record(at) for at in range(5)],
        model="gpt-4.1-mini",
        settings=Settings(planner_model="gpt-4.1"),
    )
    # 0.40 in and 1.60 out; 2.00 in and 0.50 cached for the planner.
    assert found.cost_usd.episode == pytest.approx(0.4 + 0.16 + 0.2 + 0.2)
    assert set(found.prices) == {"gpt-4.1", "gpt-4.1-mini"}
    assert str(found.prices["gpt-4.1"]["date"]) > "2024"
    assert "offline: no interval counts how gpt-4.1-mini differs from it" in found.notes[0]


def test_a_price_that_is_not_known_is_not_nothing(tmp_path: Path) -> None:
    found = told(tmp_path, [record(at) for at in range(5)], model="moon-1")
    assert (found.cost_usd.total, found.cost_usd.interval, found.prices) == (None, None, {})
    assert found.input_tokens.total == 150_000_000


def test_the_judge_is_counted_apart(tmp_path: Path) -> None:
    score = {**SCORE, "verdicts": [{**VERDICT, "votes": ["success"], "cost_usd": 0.25}]}
    judged = [record(at, score=score) for at in range(5)]
    found = told(tmp_path / "a", judged, checks=["webvoyager"])
    assert (found.judge_usd.total, found.cost_usd.total) == (25, 0)
    found = told(tmp_path / "b", [record(at) for at in range(5)], checks=["webvoyager"])
    assert found.judge_usd.total is None
    assert "what the judge of these tasks costs is not known" in found.notes[-1]


def test_hours_are_those_of_a_queue(tmp_path: Path) -> None:
    seconds = [60, 60, 60, 60, 360]
    some = [record(at, seconds=each - 6, overhead_s=2) for at, each in enumerate(seconds)]
    found = told(tmp_path, some, reply_s=1)
    assert found.hours.episode == pytest.approx(120 / 3600)
    # 100 episodes in 4 slots; at most the longest one begins when the others end.
    total, (low, high) = found.hours.total or 0, found.hours.interval or (1, 0)
    assert total == pytest.approx(120 * 25 / 3600)
    ratio = (high - 360 * 0.75 / 3600) / total
    assert ratio == pytest.approx(total / low)
    assert ratio > 1.5
    many = told(tmp_path / "many", some, reply_s=1, slots=100)
    assert many.hours.total == pytest.approx(360 / 3600)


def test_the_pilots_differences_are_told_and_its_faults_left_out(tmp_path: Path) -> None:
    some = [record(at) for at in range(5)] + [record(5, outcome="infra", usage={})]
    found = told(tmp_path, some, suite="other", reply_s=1)
    assert (found.pilot.tasks, found.pilot.faults) == (5, 1)
    assert found.notes == (
        "The pilot's suite is s: no interval counts how other differs from it.",
        "1 episodes of the pilot ended by faults and are left out.",
    )


def test_a_pilot_that_tells_nothing_is_refused(tmp_path: Path) -> None:
    place(tmp_path / "few", record(1))
    with pytest.raises(ConfigError, match=r"has 1 tasks .* a pilot needs 5"):
        read_pilot(tmp_path / "few", "hierarchical")
    for at in range(5):
        place(tmp_path / "mute", record(at, usage={}, architecture="", agent="oracle"))
    with pytest.raises(ConfigError, match="is of oracle, the plan of hierarchical"):
        read_pilot(tmp_path / "mute", "hierarchical")


def test_a_pilot_is_spread_over_the_templates() -> None:
    every = [
        BenchTask(id=f"{kind}-{at}", suite="s", intent="Look.", template_id=kind)
        for at in range(10)
        for kind in "abcde"
    ]
    drawn = choose(every, 10)
    assert sorted(task.template_id for task in drawn) == sorted("abcde" * 2)
    assert len({task.id for task in drawn}) == 10
    assert drawn == choose(every, 10) != choose(every, 10, seed=2)
    assert len(choose(every, 99)) == 50


@pytest.mark.parametrize("text", ["1", "1,2,3,4", "a,b", "-1,2", "nan,1", "inf,1"])
def test_a_wrong_price_is_one_sentence(text: str) -> None:
    with pytest.raises(ConfigError, match="US dollars per million tokens"):
        parse_prices(text)
