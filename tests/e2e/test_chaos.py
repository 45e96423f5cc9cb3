"""Runs with one fault each: how they end, what they did, and what they leave.

``agent-e bench chaos`` makes as many as are wanted, at random moments.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agent_e.benchmarks.chaos import FAULTS, ChaosReport, run_once
from agent_e.benchmarks.chaos.one_run import way_of
from agent_e.benchmarks.perf.stopping.moments import Moment

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="limits and kills processes as Linux does"),
]

QUICK = ("browser-killed", "killed", "approval-pending")
"""Of each sort one; with the control they take half a minute."""
ORDERED = Moment(kind="action.ended", occurrence=5, delay_s=0)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAULTS]
)
async def test_a_run_survives(name: str, tmp_path: Path) -> None:
    run = await run_once(name, list(FAULTS).index(name), tmp_path)
    assert run.sound, run
    assert run.struck, run
    report = ChaosReport([run]).to_json()
    assert report["found"] == []
    figures = ("runs", "typed_outcomes", "repeated_side_effects", "orphan_processes")
    assert [report[each] for each in (*figures, "lost_journals")] == [1, 1, 0, 0, 0]


@pytest.mark.slow
async def test_a_model_that_does_not_look_orders_again_where_everything_is_allowed(
    tmp_path: Path,
) -> None:
    run = await run_once("killed", 0, tmp_path, when=ORDERED, looks=False, leave="trust")
    assert (run.struck, run.orders, run.sound) == (True, 2, False), run
    report = ChaosReport([run]).to_json()
    assert report["repeated_side_effects"] == 1
    assert [each["seed"] for each in report["found"]] == [0]


@pytest.mark.slow
async def test_leave_that_the_task_gives_once_is_used_up_by_then(tmp_path: Path) -> None:
    run = await run_once("killed", 0, tmp_path, when=ORDERED, looks=False, leave="task")
    assert (run.struck, run.orders, run.outcome) == (True, 1, "needs_person"), run
    assert run.sound


def test_two_hundred_runs_take_every_fault_in_all_its_ways() -> None:
    names = list(FAULTS)
    taken = {
        (names[seed % len(names)], way_of(names[seed % len(names)], seed)) for seed in range(200)
    }
    assert taken == {
        (name, way) for name, fault in FAULTS.items() for way in range(len(fault.ways))
    }
