"""Intervals of a rate."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Bounds of a figure at a confidence level."""

    low: float
    high: float


def wilson(successes: float, n: float, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson's score interval of a rate (Wilson 1927, no continuity correction).

    Args:
        successes: of the tries.
        n: tries, or as many independent ones as they are worth.
        confidence: of the interval.

    Returns:
        Bounds between 0 and 1; ``None`` where nothing was counted.

    Raises:
        ValueError: there are more successes than tries, or fewer than none.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} tries is no rate.")
    if n == 0:
        return None
    z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    rate = successes / n
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(z2 * (rate * (1 - rate) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # At the ends the bound is exactly 0 or 1, which the sum misses by a rounding error.
    low = 0.0 if successes == 0 else middle - half
    return Interval(low, 1.0 if successes == n else middle + half)
