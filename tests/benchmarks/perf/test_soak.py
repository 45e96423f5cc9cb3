"""Growth of memory over a long run."""

from __future__ import annotations

import pytest

from agent_e.benchmarks.perf.long_runs import rows_of
from agent_e.benchmarks.perf.soak import LIMIT_MB, _rows, growth


def test_growth_is_by_the_thousand_and_not_moved_by_noise() -> None:
    assert growth([5.0] * 50) == 0
    assert growth([100 + 0.03 * at for at in range(1_000)]) == pytest.approx(30)
    assert abs(growth([100 + (at % 7) for at in range(1_000)])) < 1


def test_a_leak_is_seen_beside_a_browser_that_starts_afresh_each_hundred() -> None:
    def sample(at: int, leak: float) -> dict[str, float]:
        browser = 300 + 2.0 * (at % 100)
        return {"runner": 80 + leak * at, "workers": 90.0, "driver and browser": browser}

    sound = _rows([sample(at, 0.001) for at in range(1_100)], 2)
    leaking = _rows([sample(at, 0.05) for at in range(1_100)], 2)
    assert all(row.value is not None and row.value < LIMIT_MB for row in sound)
    assert [row.case for row in leaking if (row.value or 0) > LIMIT_MB] == ["runner"]


def test_what_grows_after_the_first_tenth_is_told() -> None:
    def sample(at: int, leak: float) -> dict[str, float]:
        return {"our process": 100 + min(at, 10) + leak * at, "driver and browser": 300.0}

    sound = rows_of("one run", [sample(at, 0.01) for at in range(100)], "")
    leaking = rows_of("one run", [sample(at, 0.1) for at in range(100)], "")
    assert [row.value for row in sound] == [pytest.approx(0.8), 0]
    assert [row.value for row in leaking] == [pytest.approx(8), 0]
    assert leaking[0].peer_values == {"limit": pytest.approx(5.6)}
