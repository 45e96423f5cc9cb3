"""The figures of the console: how they are taken."""

from __future__ import annotations

import pytest

from agent_e.benchmarks.perf import PERF, PerfOptions
from agent_e.benchmarks.perf.console.desk import open_desk
from agent_e.benchmarks.perf.console.listing import measure_list
from agent_e.benchmarks.perf.console.memory import row_of
from agent_e.benchmarks.perf.console.picture import rows_of


@pytest.mark.browser
async def test_a_key_is_seen_in_the_next_pictures() -> None:
    report = await PERF["console"](PerfOptions(pages=("input",), repeats=2))
    median, p90 = report.rows
    assert (median.figure, median.peer_values) == ("key to frame, median", {"limit": 250.0})
    assert 0 < (median.value or 0) <= (p90.value or 0)


@pytest.mark.browser
async def test_runs_are_listed_for_the_first_time_and_again() -> None:
    options = PerfOptions(repeats=2)
    async with open_desk(options) as desk:
        first, later = await measure_list(desk, options, runs=5)
    assert (first.figure, later.figure) == ("first listing", "later listing, longest")
    assert first.peer_values == later.peer_values == {"limit": 500.0}
    assert first.note == "5 runs in the folder, 5 listed"
    assert (later.value or 0) > 0


def test_growth_of_memory_is_counted_from_the_second_minute_on() -> None:
    def sample(at: int, leak: float) -> tuple[float, float]:
        return 10.0 * at, 100 + 5 * min(at, 6) + at % 3 + leak * at

    sound = row_of([sample(at, 0) for at in range(61)], 60, "")
    leaking = row_of([sample(at, 0.25) for at in range(61)], 60, "")
    assert sound.value == pytest.approx(0, abs=0.3)
    assert leaking.value == pytest.approx(0.25 * 54, abs=0.4)


def test_what_looking_on_costs_is_the_difference_of_medians() -> None:
    cost, frames = rows_of("moving", [40, 41, 80], [52, 53, 54], [6.1, 5.9, 6.0])
    assert (cost.value, cost.unit) == (12, "%")
    assert (frames.value, frames.peer_values) == (6, {"limit": 5.0})
