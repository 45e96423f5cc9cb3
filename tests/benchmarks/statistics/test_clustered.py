"""Clustered standard errors and the bootstrap, by definition and by brute force."""

from __future__ import annotations

from itertools import product
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import bootstrap, bootstrap_difference, clustered_stderr

VALUES = st.lists(st.tuples(st.floats(-100, 100), st.integers(0, 4)), min_size=2, max_size=20)


@settings(deadline=None)
@given(VALUES)
def test_it_is_the_sum_over_all_pairs_of_one_cluster(given_: list[tuple[float, int]]) -> None:
    values, clusters = zip(*given_, strict=True)
    found = clustered_stderr(values, clusters)
    count = len(set(clusters))
    if count < 2:
        assert found is None
        return
    mean, n = fmean(values), len(values)
    # Miller 2024, appendix A: every pair of values of one cluster, i = j included.
    pairs = sum(
        (values[i] - mean) * (values[j] - mean)
        for i, j in product(range(n), repeat=2)
        if clusters[i] == clusters[j]
    )
    expected = max(pairs, 0.0) ** 0.5 / n * (count / (count - 1)) ** 0.5
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)


@settings(deadline=None)
@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30))
def test_clusters_of_one_give_the_usual_standard_error(values: list[float]) -> None:
    found = clustered_stderr(values, range(len(values)))
    assert found == pytest.approx(stdev(values) / len(values) ** 0.5, rel=1e-6, abs=1e-9)


def test_repeats_of_a_task_add_nothing_when_they_all_agree() -> None:
    once = clustered_stderr([1, 0, 1, 1], "abcd")
    thrice = clustered_stderr([1, 0, 1, 1] * 3, "abcd" * 3)
    naive = clustered_stderr([1, 0, 1, 1] * 3, range(12))
    assert thrice == pytest.approx(once)
    assert naive is not None
    assert thrice is not None
    assert naive < 0.6 * thrice


def test_a_hand_counted_value() -> None:
    # mean 0.5; cluster a: (0.5 + 0.5), b: (-0.5 - 0.5): 1 + 1 = 2; x 2/1 = 4 -> 2 / 4 values.
    assert clustered_stderr([1, 1, 0, 0], "aabb") == pytest.approx(0.5)


def test_the_bootstrap_finds_what_trying_all_draws_finds() -> None:
    values, clusters = [1.0, 2.0, 6.0, 7.0, 30.0], "aabcc"
    groups = [[1.0, 2.0], [6.0], [7.0, 30.0]]
    every = [fmean(sum(draw, [])) for draw in product(groups, repeat=3)]
    # 20 % in each tail: between atoms of the 27 draws, where no number of draws would help.
    low, high = np.percentile(every, [20, 80])
    found = bootstrap(values, clusters, confidence=0.6, replicates=20_000)
    assert found is not None
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


def test_the_same_seed_gives_the_same_interval_and_another_another() -> None:
    values = [float(each % 7) for each in range(40)]
    one = bootstrap(values, range(40))
    assert one == bootstrap(values, range(40))
    assert one != bootstrap(values, range(40), seed=1)


def test_the_interval_covers_the_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(200):
        centres = rng.normal(10, 3, 25)
        values = (centres[:, None] + rng.normal(0, 1, (25, 4))).ravel()
        found = bootstrap(values.tolist(), np.repeat(range(25), 4).tolist(), replicates=400)
        assert found is not None
        hits += found.low <= 10 <= found.high
    # 95 % asked for; percentile intervals of 25 clusters give a little less.
    assert 175 <= hits <= 198


def test_pairs_are_drawn_together() -> None:
    hard = [float(each) for each in range(0, 200, 10)]
    easier = [each - 3 for each in hard]
    for statistic in (np.mean, np.median):
        found = bootstrap_difference(hard, easier, range(20), statistic)
        assert found is not None
        assert (found.low, found.high) == pytest.approx((-3, -3))


def test_too_little_is_said_and_not_guessed() -> None:
    assert bootstrap([1.0, 2.0], "aa") is None
    assert bootstrap_difference([1.0], [2.0], "a", np.median) is None
    assert clustered_stderr([], []) is None
    with pytest.raises(ValueError, match="not pairs"):
        bootstrap_difference([1.0], [1.0, 2.0], "ab", np.mean)
    with pytest.raises(ValueError, match="one for each"):
        clustered_stderr([1.0], [])
