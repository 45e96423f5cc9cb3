"""What many more values will sum up to, told from a few."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from statistics import fmean, stdev

from .intervals import CONFIDENCE, Interval
from .rates import student_t


def total_interval(
    values: Sequence[float], count: int, repeats: int = 1, confidence: float = CONFIDENCE
) -> Interval:
    """Prediction interval of the sum of ``repeats`` values of each of ``count`` further tasks.

    Student's for the mean of further values (Hahn and Meeker 1991, section 4.7), which counts both
    the spread of the further tasks and that of the few that it is told from; on the scale of the
    logarithm, as what runs take is skewed and never below 0 (Burnham and others 1987, page 212).

    Args:
        values: one per task of a random sample.
        count: further tasks.
        repeats: values of each.
        confidence: of the interval.

    Raises:
        ValueError: there are fewer than two values, or one is below 0.
    """
    n, mean = len(values), fmean(values)
    if n < 2 or min(values) < 0:
        raise ValueError("A total is told from two values or more, none of them below 0.")
    total = count * repeats * mean
    if not total:
        return Interval(0.0, 0.0)
    relative = stdev(values) / mean * sqrt(1 / n + 1 / count)
    factor = exp(student_t(n - 1, confidence) * relative)
    return Interval(total / factor, total * factor)
