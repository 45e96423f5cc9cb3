"""Errors of means whose values come in clusters: repeats of a task, tasks of a template."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from .intervals import CONFIDENCE, Interval

REPLICATES = 4000
SEED = 20240711
"""One seed for every bootstrap: the same records give the same interval."""

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], np.floating | float]


def clustered_stderr(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Standard error of the mean, treating values of one cluster as dependent.

    The square root of the summed squares of each cluster's summed deviations, over the number of
    values (Miller 2024, "Adding Error Bars to Evals", appendix A), with the correction C / (C - 1)
    for C clusters, as in inspect_ai's ``stderr(cluster=...)``. With clusters of one it is the
    usual standard error.

    Returns:
        ``None`` where there are fewer than two clusters.
    """
    groups = _groups(clusters, len(values))
    if len(groups) < 2:
        return None
    array = np.asarray(values, dtype=np.float64)
    apart = array - array.mean()
    variance = sum(float(apart[members].sum()) ** 2 for members in groups)
    return sqrt(variance * len(groups) / (len(groups) - 1)) / len(array)


def bootstrap(
    values: Sequence[float] | Floats,
    clusters: Sequence[Hashable],
    statistic: Statistic = np.mean,
    *,
    confidence: float = CONFIDENCE,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Interval | None:
    """Percentile interval of a statistic, resampling whole clusters with replacement.

    Args:
        values: one per record, or one row per record.
        clusters: which cluster each belongs to.
        statistic: of the drawn values.
        confidence: of the interval.
        replicates: number of resamples.
        seed: of the resampling.

    Returns:
        ``None`` where there are fewer than two clusters.
    """
    array = np.asarray(values, dtype=np.float64)
    groups = _groups(clusters, len(array))
    if len(groups) < 2:
        return None
    draws = np.random.default_rng(seed).integers(0, len(groups), (replicates, len(groups)))
    found = [float(statistic(array[np.concatenate([groups[i] for i in draw])])) for draw in draws]
    tail = (1 - confidence) / 2
    low, high = np.quantile(found, [tail, 1 - tail])
    return Interval(float(low), float(high))


def bootstrap_difference(
    a: Sequence[float], b: Sequence[float], clusters: Sequence[Hashable], statistic: Statistic
) -> Interval | None:
    """Percentile interval of ``statistic(b) - statistic(a)`` over pairs, by whole clusters.

    The same pairs are drawn for both, so that a task hard for either adds no noise.

    Returns:
        ``None`` where there are fewer than two clusters.

    Raises:
        ValueError: ``a`` and ``b`` are not pairs.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} and {len(b)} values are not pairs.")
    return bootstrap(
        np.column_stack([a, b]),
        clusters,
        lambda drawn: statistic(drawn[:, 1]) - statistic(drawn[:, 0]),
    )


def _groups(clusters: Sequence[Hashable], n: int) -> list[NDArray[np.intp]]:
    if len(clusters) != n:
        raise ValueError(f"{n} values have {len(clusters)} clusters: there must be one for each.")
    members: dict[Hashable, list[int]] = {}
    for place, cluster in enumerate(clusters):
        members.setdefault(cluster, []).append(place)
    return [np.asarray(places, dtype=np.intp) for places in members.values()]
