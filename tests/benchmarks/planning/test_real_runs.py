"""Plans of real runs of the offline model, beside what the runs then cost at a made price."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agent_e.benchmarks.episodes.reading import read_standing
from agent_e.benchmarks.planning import choose, parse_prices
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.statistics import total_interval
from agent_e.config import DATA_VARIABLE
from agent_e.types import Usage

pytestmark = pytest.mark.browser
PRICE = "0.75,0.075,4.50"


class Case(NamedTuple):
    """A run, and how many of its tasks are done for the plan."""

    pilot: int
    words: str


CASES = (
    Case(20, "catalog"),
    Case(18, "local --split shop"),
    Case(18, "local --split shop --seeds 2 --tasks shop-*-1"),
    Case(15, "local --split flights"),
    Case(15, "local --split flights --seeds 2 --tasks flights-*-1"),
    Case(18, "local --split catalog --seeds 4"),
    Case(20, "miniwob --split test"),
    Case(20, "miniwob --split train"),
    Case(6, "mind2web3 --epochs 3"),
    Case(20, "hostile"),
)


def agent_e(*words: str) -> Any:
    """Run a command; what it says as JSON."""
    command = [sys.executable, "-m", "agent_e", "bench", *words, "--model", "offline", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def planned_and_taken(case: Case, out: Path) -> tuple[dict[str, Any], float]:
    """Plan a run from a pilot, let the run go on from it, and count what it cost."""
    words = [*case.words.split(), "--out", str(out), "-j", "2"]
    plan = agent_e("plan", *words, "--pilot", str(case.pilot), "--price", PRICE)
    assert len(read_standing(out)) == case.pilot
    run = agent_e("run", *words)
    assert run["episodes"] == plan["episodes"]
    return plan, sum(map(sum, costs(out).values()))


def costs(out: Path) -> dict[str, list[float]]:
    """The cost of every episode of a run, by task."""
    prices = parse_prices(PRICE)
    found: dict[str, list[float]] = {}
    for each in read_standing(out):
        used = each.record.usage.values()
        cost = sum(prices.cost(Usage(**usage.model_dump())) for usage in used)
        found.setdefault(each.record.task_id, []).append(cost)
    return found


def share_inside(out: Path, count: int, draws: int = 500) -> float:
    """How often the run's cost is inside the interval of other pilots, drawn from its episodes."""
    by_task = costs(out)
    # The store has the tasks of the pilot first.
    tasks = sorted(BenchStore(out).tasks(), key=lambda task: task.id)
    epochs = max(map(len, by_task.values()))
    total = sum(map(sum, by_task.values()))
    held = 0
    for seed in range(draws):
        pilot = [by_task[task.id][0] for task in choose(tasks, count, seed)]
        low, high = total_interval(pilot, len(tasks), epochs)
        held += low <= total <= high
    return held / draws


def test_a_run_goes_on_from_its_pilot(tmp_path: Path) -> None:
    case = Case(5, "catalog --tasks count--* --limit 6")
    plan, cost = planned_and_taken(case, tmp_path / "run")
    assert plan["pilot"]["tasks"] == 5
    assert plan["episodes"] == 6
    low, high = plan["cost_usd"]["interval"]
    assert low < cost < high
    assert plan["cost_usd"]["total"] == pytest.approx(6 * plan["cost_usd"]["episode"])


@pytest.mark.slow
@pytest.mark.skipif(
    DATA_VARIABLE not in os.environ, reason=f"{DATA_VARIABLE} names no folder with MiniWoB's table"
)
@pytest.mark.timeout(5400)
def test_the_cost_is_in_its_interval_nine_times_of_ten(tmp_path: Path) -> None:
    held, shares = 0, []
    for number, case in enumerate(CASES):
        plan, cost = planned_and_taken(case, tmp_path / str(number))
        low, high = plan["cost_usd"]["interval"]
        held += low <= cost <= high
        shares.append(share_inside(tmp_path / str(number), case.pilot))
        print(
            f"{case.words:55} pilot {case.pilot:2} of {plan['tasks']:2} x {plan['epochs']}: "
            f"told ${plan['cost_usd']['total']:.4f} [{low:.4f}, {high:.4f}], was ${cost:.4f}, "
            f"{'inside' if low <= cost <= high else 'OUTSIDE'}; "
            f"of 500 draws inside {shares[-1]:.1%}",
            flush=True,
        )
    assert held >= 9
    assert min(shares) > 0.85
