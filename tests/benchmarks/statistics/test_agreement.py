"""Agreement beyond chance, by published examples and by definition."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.statistics import cohens_kappa, krippendorffs_alpha

LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1)


def test_kappa_of_a_table_worked_by_hand() -> None:
    # 20 both yes, 5 yes-no, 10 no-yes, 15 both no: agreed 0.70, by chance 0.50, kappa 0.40.
    one = ["y"] * 25 + ["n"] * 25
    other = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohens_kappa(one, other) == pytest.approx(0.4)


@settings(deadline=None)
@given(LABELS)
def test_kappa_is_agreement_beyond_that_of_shuffled_labels(pairs: list[tuple[str, str]]) -> None:
    one, other = zip(*pairs, strict=True)
    n = len(pairs)
    chance = sum(a == b for a in one for b in other) / n**2
    found = cohens_kappa(one, other)
    if chance == 1:
        assert found is None
    else:
        agreed = sum(a == b for a, b in pairs) / n
        assert found == pytest.approx((agreed - chance) / (1 - chance))
        assert found == cohens_kappa(other, one)


# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", examples A and D (nominal).
BINARY = ("0100000010", "1110010000")
FOUR = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


@pytest.mark.parametrize(("judges", "alpha"), [(BINARY, 0.095), (FOUR, 0.743)])
def test_published_alphas(judges: tuple[str, ...], alpha: float) -> None:
    units = [[None if label == "." else label for label in unit] for unit in zip(*judges)]  # noqa: B905
    found = krippendorffs_alpha(units)
    assert found is not None
    assert round(found, 3) == alpha


UNITS = st.lists(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=4), max_size=8)


@settings(deadline=None)
@given(UNITS)
def test_alpha_is_one_less_seen_over_expected_disagreement(units: list[list[str | None]]) -> None:
    rated = [[each for each in unit if each is not None] for unit in units]
    rated = [unit for unit in rated if len(unit) > 1]
    pooled = [each for unit in rated for each in unit]
    n = len(pooled)
    expected = sum(a != b for a, b in permutations(pooled, 2))
    found = krippendorffs_alpha(units)
    if not expected:
        assert found is None
        return
    seen = sum(sum(a != b for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in rated)
    assert found == pytest.approx(1 - (seen / n) / (expected / (n * (n - 1))))


def test_nothing_to_compare() -> None:
    assert cohens_kappa([], []) is None
    assert cohens_kappa("aa", "aa") is None
    assert krippendorffs_alpha([["a", None], ["b"]]) is None
    with pytest.raises(ValueError, match="not of the same items"):
        cohens_kappa("a", "ab")
