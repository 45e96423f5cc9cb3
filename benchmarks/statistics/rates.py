"""Intervals of a rate whose tries come in clusters: repeats of a task, tasks of a template."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import NormalDist, fmean

from .clustered import clustered_stderr
from .intervals import CONFIDENCE, Interval, wilson


def rate_interval(
    hits: Sequence[float], clusters: Sequence[Hashable], confidence: float = CONFIDENCE
) -> Interval | None:
    """Wilson's interval of a rate, over the number of independent tries that these are worth.

    That number is theirs over the design effect (Korn and Graubard 1998, with their correction for
    the few clusters that it is estimated from; Dean and Pagano 2015 for Wilson's). Where every
    cluster has one try it is Wilson's interval itself.

    Args:
        hits: true or false, or chances between 0 and 1, for which the interval is a little wide.
        clusters: which cluster each belongs to.
        confidence: of the interval.

    Returns:
        Bounds between 0 and 1; ``None`` where nothing was tried.
    """
    if not hits:
        return None
    size = _effective_size(hits, clusters, confidence)
    return wilson(size * fmean(hits), size, confidence)


def design_effect(hits: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """How many times as many tries these clusters take as independent ones (Kish 1965).

    It is the variance of the rate by clusters over that of as many independent tries, at least 1.

    Returns:
        ``None`` where that is not to be seen: fewer than two clusters, or tries that all agree.
    """
    rate = fmean(hits)
    stderr = clustered_stderr(hits, clusters)
    if stderr is None or rate in (0, 1):
        return None
    return max(1.0, stderr**2 * (len(hits) - 1) / (rate * (1 - rate)))


def intraclass_correlation(hits: Sequence[bool], clusters: Sequence[Hashable]) -> float | None:
    """How alike tries of one cluster are: 0 as any two, 1 all the same (analysis of variance).

    The estimator of Fleiss (1981) for clusters of any size; below 0 it is taken as 0.

    Returns:
        ``None`` where that is not to be seen: no cluster with two tries, or only one cluster, or
        tries that all agree.
    """
    members: dict[Hashable, list[bool]] = {}
    for hit, cluster in zip(hits, clusters, strict=True):
        members.setdefault(cluster, []).append(hit)
    n, count, rate = len(hits), len(members), fmean(hits)
    if not 1 < count < n or rate in (0, 1):
        return None
    sizes = [len(each) for each in members.values()]
    among = sum(len(each) * (fmean(each) - rate) ** 2 for each in members.values()) / (count - 1)
    within = sum(len(each) * fmean(each) * (1 - fmean(each)) for each in members.values()) / (
        n - count
    )
    usual = (n - sum(size * size for size in sizes) / n) / (count - 1)
    return max(0.0, (among - within) / (among + (usual - 1) * within))


def student_t(degrees: float, confidence: float = CONFIDENCE) -> float:
    """Half the width of Student's t interval, in standard errors.

    By the expansion in 1/degrees of Abramowitz and Stegun (26.7.5): within 1 % from 2 degrees on.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / degrees**power for power, term in enumerate(terms))


def _effective_size(
    hits: Sequence[float], clusters: Sequence[Hashable], confidence: float
) -> float:
    n, count = len(hits), len(set(clusters))
    if count == n:
        return n
    effect = design_effect(hits, clusters)
    # Tries that all agree say nothing of how alike they are: a cluster is worth one then.
    if effect is None:
        return count
    few = student_t(n - 1, confidence) / student_t(count - 1, confidence)
    return max(1.0, n / effect * few**2)
