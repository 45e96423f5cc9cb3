"""Tests and intervals for pairs, by published values and by brute force."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import mcnemar, newcombe, sign_flip


# Fagerland, Lydersen and Laake 2013, "The McNemar test for binary matched-pairs data", tables 1, 2
# and 5: airway hyper-responsiveness (1 and 7), complete response to a therapy (6 and 16).
@pytest.mark.parametrize(
    ("only_a", "only_b", "exact", "mid_p"), [(1, 7, 0.070, 0.039), (6, 16, 0.052, 0.035)]
)
def test_published_tests(only_a: int, only_b: int, exact: float, mid_p: float) -> None:
    found = mcnemar(only_a, only_b)
    assert (round(found.exact, 3), round(found.mid_p, 3)) == (exact, mid_p)
    assert mcnemar(only_b, only_a) == found


def test_no_difference_is_no_evidence() -> None:
    assert mcnemar(0, 0) == (1, 1)
    assert mcnemar(4, 4).exact == 1


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 40))
def test_both_p_values_are_what_the_definition_sums(only_a: int, only_b: int) -> None:
    n = only_a + only_b
    seen = abs(only_a - n / 2)
    as_extreme = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) >= seen) / 2**n
    # Two-sided mid-p: half of what is exactly as extreme, on both sides, does not count.
    at_it = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) == seen) / 2**n
    found = mcnemar(only_a, only_b)
    assert found.exact == pytest.approx(as_extreme)
    if n:
        assert found.mid_p == pytest.approx(as_extreme - at_it / 2)
        assert found.mid_p <= found.exact


def test_thousands_of_pairs_stay_exact() -> None:
    found = mcnemar(1900, 2100)
    assert found.mid_p < found.exact < 0.002
    assert mcnemar(0, 3000).exact == 0.0 or mcnemar(0, 3000).exact < 1e-300


# Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions
# based on paired data", table II, method 10; the rates' order is turned here.
@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [((36, 12, 2, 0), 0.0569, 0.3404), ((20, 12, 2, 16), 0.0562, 0.3292)],
)
def test_published_intervals(cells: tuple[int, int, int, int], low: float, high: float) -> None:
    found = newcombe(*cells)
    assert found is not None
    assert (round(-found.high, 4), round(-found.low, 4)) == (low, high)


CELLS = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


@settings(deadline=None)
@given(CELLS)
def test_the_interval_holds_the_difference_and_turns_with_it(
    cells: tuple[int, int, int, int],
) -> None:
    both, only_a, only_b, neither = cells
    found = newcombe(*cells)
    turned = newcombe(both, only_b, only_a, neither)
    assert found is not None
    assert turned is not None
    difference = (only_b - only_a) / sum(cells)
    assert -1 <= found.low <= difference + 1e-12
    assert difference - 1e-12 <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((-turned.high, -turned.low))


def test_agents_that_never_differed_may_still_differ() -> None:
    found = newcombe(5, 0, 0, 0)
    assert found is not None
    assert found.low < -0.3 < 0.3 < found.high
    assert newcombe(0, 0, 0, 0) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), max_size=14))
def test_swapping_single_pairs_is_mcnemars_exact_test(differences: list[float]) -> None:
    exact = mcnemar(differences.count(-1), differences.count(1)).exact
    assert sign_flip(differences, range(len(differences))) == pytest.approx(exact)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 5)), max_size=18))
def test_whole_clusters_are_swapped(given_: list[tuple[int, int]]) -> None:
    differences = [float(value) for value, _ in given_]
    clusters = [cluster for _, cluster in given_]
    sums = [
        sum(d for d, c in zip(differences, clusters, strict=True) if c == each)
        for each in set(clusters)
    ]
    seen = abs(sum(sums))
    ways = [
        abs(sum(sign * value for sign, value in zip(signs, sums, strict=True)))
        for signs in product((-1, 1), repeat=len(sums))
    ]
    expected = sum(way >= seen - 1e-9 for way in ways) / len(ways)
    assert sign_flip(differences, clusters) == pytest.approx(expected)


def test_many_clusters_are_drawn_near_enough_to_the_exact_test() -> None:
    differences = [1.0] * 30 + [-1.0] * 14
    assert sign_flip(differences, range(44)) == pytest.approx(mcnemar(14, 30).exact, abs=0.006)
    assert 0 < sign_flip([1.0] * 60, range(60)) < 0.001
