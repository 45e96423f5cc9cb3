"""Two agents on the same tasks: tests and intervals for pairs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from .clustered import SEED
from .intervals import CONFIDENCE, Interval, wilson

_EXACT_CLUSTERS = 14
"""Up to this many differing clusters, every permutation is tried: 16,384 of them."""
_DRAWS = 20_000


class McNemar(NamedTuple):
    """Two-sided p-values from the pairs that differ."""

    exact: float
    mid_p: float


def mcnemar(only_a: int, only_b: int) -> McNemar:
    """Test whether A and B succeed equally often (McNemar 1947).

    ``exact`` is the binomial test, which is conservative; ``mid_p`` counts half of the observed
    point (Fagerland, Lydersen and Laake 2013, who recommend it).

    Args:
        only_a: pairs in which only A succeeded.
        only_b: pairs in which only B did.
    """
    n, least = only_a + only_b, min(only_a, only_b)
    if n == 0:
        return McNemar(1.0, 1.0)
    # Integers until the division: a sum of thousands of such floats would be no exact test.
    tail = sum(comb(n, k) for k in range(least + 1))
    exact = min(1.0, 2 * tail / 2**n)
    if only_a == only_b:
        return McNemar(1.0, 1 - comb(n, least) / 2**n / 2)
    return McNemar(exact, (2 * tail - comb(n, least)) / 2**n)


def newcombe(
    both: int, only_a: int, only_b: int, neither: int, confidence: float = CONFIDENCE
) -> Interval | None:
    """Interval of B's rate less A's over pairs (Newcombe 1998, paired data, method 10).

    Built from two Wilson intervals and the pairs' correlation, it stays honest where a bootstrap
    would rule out any difference because none was seen.

    Returns:
        Bounds between -1 and 1; ``None`` without pairs.
    """
    n = both + only_a + only_b + neither
    of_a, of_b = wilson(both + only_a, n, confidence), wilson(both + only_b, n, confidence)
    if of_a is None or of_b is None:
        return None
    rate_a, rate_b = (both + only_a) / n, (both + only_b) / n
    phi = _correlation(both, only_a, only_b, neither)
    difference = rate_b - rate_a
    down, up = rate_b - of_b.low, of_a.high - rate_a
    low = difference - _joined(down, up, phi)
    down, up = rate_a - of_a.low, of_b.high - rate_b
    return Interval(max(-1.0, low), min(1.0, difference + _joined(down, up, phi)))


def _joined(one: float, other: float, phi: float) -> float:
    return sqrt(max(0.0, one * one - 2 * phi * one * other + other * other))


def _correlation(both: int, only_a: int, only_b: int, neither: int) -> float:
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    if not margins:
        return 0.0
    n = both + only_a + only_b + neither
    excess = both * neither - only_a * only_b
    # A positive correlation narrows the interval: it is used only as far as it is certain.
    return (max(excess - n / 2, 0.0) if excess > 0 else float(excess)) / sqrt(margins)


def sign_flip(
    differences: Sequence[float], clusters: Sequence[Hashable], *, seed: int = SEED
) -> float:
    """Two-sided p-value of a mean difference of 0, by swapping A and B in whole clusters.

    A permutation test: how often random swapping yields a difference at least as large. All
    permutations are tried where there are few, else 20,000 are drawn. With clusters of one and
    differences of -1, 0 and 1 it is McNemar's exact test.
    """
    sums: dict[Hashable, float] = {}
    for cluster, difference in zip(clusters, differences, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + difference
    own = np.asarray([value for value in sums.values() if abs(value) > 1e-12])
    if not own.size:
        return 1.0
    seen = abs(own.sum()) - 1e-9
    if own.size <= _EXACT_CLUSTERS:
        signs = np.asarray(list(product((-1, 1), repeat=own.size)))
        return float((abs(signs @ own) >= seen).mean())
    rng = np.random.default_rng(seed)
    reached = sum(
        int((abs(rng.choice((-1, 1), (1000, own.size)) @ own) >= seen).sum())
        for _ in range(_DRAWS // 1000)
    )
    # The observed data is one of the permutations; without it p could be 0.
    return (reached + 1) / (_DRAWS + 1)
