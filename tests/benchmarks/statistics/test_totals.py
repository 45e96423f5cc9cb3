"""Totals told from a few values: by hand, and by how often they hold."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from agent_e.benchmarks.statistics import student_t, total_interval


def test_by_hand() -> None:
    # Mean 2, deviation 1, three values: 10 tasks twice are 40.
    found = total_interval([1, 2, 3], 10, 2)
    factor = exp(student_t(2) / 2 * (1 / 3 + 1 / 10) ** 0.5)
    assert found == pytest.approx((40 / factor, 40 * factor))


def test_what_costs_nothing_or_always_the_same_has_no_spread() -> None:
    assert total_interval([0.0, 0.0], 10) == (0, 0)
    assert total_interval([3.0, 3.0, 3.0], 10) == pytest.approx((30, 30))


@pytest.mark.parametrize("values", [[1.0], [1.0, -1.0]])
def test_what_tells_nothing_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="two values or more"):
        total_interval(values, 10)


def test_skewed_totals_are_inside_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(500):
        pilot, run = rng.lognormal(0, 0.7, 20), rng.lognormal(0, 0.7, 100)
        low, high = total_interval(pilot.tolist(), 100)
        held += low <= run.sum() <= high
    assert 460 <= held <= 495
