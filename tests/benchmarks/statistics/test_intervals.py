"""Wilson's interval, by published values and by its definition."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import wilson


# Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_values(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_webvoyager_at_73_percent_is_sure_to_3_4_points() -> None:
    found = wilson(470, 643)
    assert found is not None
    assert round(100 * (found.high - found.low) / 2, 1) == 3.4


def test_nothing_counted_is_no_rate() -> None:
    assert wilson(0, 0) is None
    for wrong in ((3, 2), (-1, 4)):
        with pytest.raises(ValueError, match="is no rate"):
            wilson(*wrong)


@settings(deadline=None)
@given(st.integers(1, 2000), st.floats(0, 1), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_its_bounds_are_the_rates_that_would_just_not_be_refused(
    n: int, share: float, confidence: float
) -> None:
    successes = round(share * n)
    found = wilson(successes, n, confidence)
    assert found is not None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / n
    assert 0 <= found.low <= rate <= found.high <= 1
    for bound in found:
        if 0 < bound < 1:
            distance = abs(rate - bound) / math.sqrt(bound * (1 - bound) / n)
            assert distance == pytest.approx(z, rel=1e-6)


@settings(deadline=None)
@given(st.integers(1, 500), st.floats(0, 1))
def test_it_is_symmetric(n: int, share: float) -> None:
    successes = round(share * n)
    one, other = wilson(successes, n), wilson(n - successes, n)
    assert one is not None
    assert other is not None
    assert one.low == pytest.approx(1 - other.high)
