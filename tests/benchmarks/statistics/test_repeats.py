"""pass@k and pass^k against all ways of choosing k tries."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import pass_at_k, pass_hat_k


@settings(deadline=None)
@given(st.integers(1, 9), st.data())
def test_they_are_the_share_of_choices(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, n))
    right = data.draw(st.integers(0, n))
    tries = [True] * right + [False] * (n - right)
    chosen = list(combinations(tries, k))
    assert pass_at_k(n, right, k) == pytest.approx(fmean(map(any, chosen)))
    assert pass_hat_k(n, right, k) == pytest.approx(fmean(map(all, chosen)))


def test_one_try_is_the_rate_for_both() -> None:
    assert pass_at_k(8, 2, 1) == pass_hat_k(8, 2, 1) == 0.25


@pytest.mark.parametrize("wrong", [(3, 1, 4), (3, 1, 0), (3, 4, 1), (3, -1, 1)])
def test_more_tries_than_were_made_are_refused(wrong: tuple[int, int, int]) -> None:
    for estimate in (pass_at_k, pass_hat_k):
        with pytest.raises(ValueError, match="say nothing"):
            estimate(*wrong)
