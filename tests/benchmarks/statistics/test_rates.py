"""Intervals of rates of repeated tasks, beside definitions and by their coverage."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import (
    design_effect,
    intraclass_correlation,
    rate_interval,
    student_t,
    wilson,
)


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_clusters_of_one_give_wilsons_interval(hits: list[bool]) -> None:
    assert rate_interval(hits, range(len(hits))) == pytest.approx(wilson(sum(hits), len(hits)))


def test_repeats_that_agree_are_worth_one_try_each() -> None:
    hits, tasks = [True, False, True, True, False, True] * 3, list("abcdef") * 3
    # 6 tasks of 3 tries each: the variance is that of 5 degrees, not of 17.
    assert design_effect(hits, tasks) == pytest.approx(17 / 5)
    few = student_t(17) / student_t(5)
    size = 18 / (17 / 5) * few**2
    assert rate_interval(hits, tasks) == pytest.approx(wilson(size * 4 / 6, size))
    assert rate_interval([True] * 18, tasks) == wilson(6, 6)
    assert rate_interval([], []) is None


def test_the_interval_covers_where_the_one_of_independent_tries_does_not() -> None:
    rng = np.random.default_rng(5)
    tasks = np.repeat(range(12), 3).tolist()
    held, naive = 0, 0
    for _ in range(300):
        chances = rng.beta(0.3, 0.2, 12)
        hits = (rng.random((12, 3)) < chances[:, None]).ravel().tolist()
        low, high = rate_interval(hits, tasks) or (1, 0)
        held += low <= 0.6 <= high
        low, high = wilson(sum(hits), 36) or (1, 0)
        naive += low <= 0.6 <= high
    assert naive < 255 < 275 <= held


def test_how_alike_tries_of_a_task_are() -> None:
    assert intraclass_correlation([True, True, False, False], "aabb") == pytest.approx(1)
    # By hand: among tasks 2 * (2 * 0.25 * 0.25) / 1 = 0.25, within (0 + 0.5) / 2 = 0.25.
    assert intraclass_correlation([True, True, True, False], "aabb") == pytest.approx(0)
    assert intraclass_correlation([True, False], "ab") is None
    assert intraclass_correlation([True, True, True], "aab") is None
    rng = np.random.default_rng(1)
    chances = rng.beta(1, 1, 3000)
    hits = (rng.random((3000, 4)) < chances[:, None]).ravel().tolist()
    # Of beta(a, b) it is 1 / (a + b + 1).
    found = intraclass_correlation(hits, np.repeat(range(3000), 4).tolist())
    assert found == pytest.approx(1 / 3, abs=0.03)


@pytest.mark.parametrize(("degrees", "expected"), [(2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045)])
def test_students_t(degrees: int, expected: float) -> None:
    assert student_t(degrees) == pytest.approx(expected, rel=0.01)
