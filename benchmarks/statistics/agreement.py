"""Agreement of judges beyond chance, for labels of any kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def cohens_kappa(one: Sequence[Hashable], other: Sequence[Hashable]) -> float | None:
    """Cohen's kappa (1960) of two judges' labels of the same items.

    Returns:
        1 for full agreement, 0 for chance; ``None`` without items, or where both gave all items the
        same single label, so that chance alone agrees.

    Raises:
        ValueError: they did not label the same number of items.
    """
    if len(one) != len(other):
        raise ValueError(f"{len(one)} and {len(other)} labels are not of the same items.")
    n = len(one)
    if not n:
        return None
    agreed = sum(a == b for a, b in zip(one, other, strict=True))
    counts, others = Counter(one), Counter(other)
    # In integers, so that agreement by chance alone is distinguished from nearly that.
    by_chance = sum(counts[label] * others[label] for label in counts)
    if by_chance == n * n:
        return None
    return (agreed * n - by_chance) / (n * n - by_chance)


def krippendorffs_alpha(units: Sequence[Sequence[Hashable | None]]) -> float | None:
    """Krippendorff's alpha for nominal labels of any number of judges (Krippendorff 2011).

    Args:
        units: for each item the judges' labels; ``None`` for a missing one.

    Returns:
        1 for full agreement, 0 for chance; ``None`` where no item has two labels, or all labels
        are the same.
    """
    rated = [[label for label in unit if label is not None] for unit in units]
    pairable = [Counter(labels) for labels in rated if len(labels) > 1]
    totals: Counter[Hashable] = Counter()
    disagreed = 0.0
    for counts in pairable:
        size = counts.total()
        totals.update(counts)
        disagreed += (size * size - sum(count * count for count in counts.values())) / (size - 1)
    n = totals.total()
    expected = n * n - sum(count * count for count in totals.values())
    return 1 - (n - 1) * disagreed / expected if expected else None
