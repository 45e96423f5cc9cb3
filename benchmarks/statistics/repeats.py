"""Success rates over repeated attempts at one task."""

from __future__ import annotations

from math import comb


def pass_at_k(n: int, successes: int, k: int) -> float:
    """Chance that at least one of ``k`` tries succeeds (Chen et al. 2021, unbiased estimator).

    Args:
        n: tries made.
        successes: of them.
        k: hypothetical tries.

    Raises:
        ValueError: ``k`` is not between 1 and ``n``, or the successes are not between 0 and ``n``.
    """
    _check(n, successes, k)
    return 1 - comb(n - successes, k) / comb(n, k)


def pass_hat_k(n: int, successes: int, k: int) -> float:
    """Chance that all of ``k`` tries succeed (pass^k; Yao et al. 2024, tau-bench).

    Raises:
        ValueError: as for ``pass_at_k``.
    """
    _check(n, successes, k)
    return comb(successes, k) / comb(n, k)


def _check(n: int, successes: int, k: int) -> None:
    if not 1 <= k <= n or not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} tries say nothing about {k} tries.")
