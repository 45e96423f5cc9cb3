"""The figures of a report, by the names that ``agent_e.benchmarks.summary.Summary`` has.

That package works them out in full; this is the part of it that the pages read, and goes when the
two are joined: every name below is one of its own.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist, fmean, quantiles

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.tasks.record import Record

_Z = NormalDist().inv_cdf(0.975)


class Rate(Record):
    """A share with Wilson's 95 % interval."""

    n: int
    count: int
    rate: float | None = None
    interval: tuple[float, float] | None = None


class Spread(Record):
    """How values lie."""

    n: int
    mean: float | None = None
    median: float | None = None
    p90: float | None = None
    sum: float = 0.0


class Group(Record):
    """The episodes of one tag's value."""

    episodes: int
    outcomes: Mapping[str, int]
    success: Rate
    seconds: Spread
    calls: Spread
    cost_usd: Spread


class Cost(Record):
    """Dollars; episodes without a known price are not in it."""

    spread: Spread
    unknown: int
    per_success: float | None = None


class Calibration(Record):
    """What was claimed against what was true, feasible tasks only."""

    success_right: int = 0
    success_wrong: int = 0
    cannot_right: int = 0
    cannot_wrong: int = 0
    none_right: int = 0
    none_wrong: int = 0


class Summary(Record):
    """All that is said of a run; rates count what ``EpisodeOutcome.counted`` does."""

    schema_version: int = 1
    suite: str
    agent: str
    architecture: str
    model: str
    assisted: bool
    episodes: int
    tasks: int
    outcomes: Mapping[str, int]
    success: Rate
    seconds_success: Spread
    seconds_failure: Spread
    calls: Spread
    cost: Cost
    self_aware: Rate
    calibration: Calibration
    by_tag: Mapping[str, Mapping[str, Group]]


def summarise(records: Sequence[EpisodeRecord]) -> Summary:
    """Summarise episodes of one run, one attempt of each."""
    counted = [each for each in records if each.outcome.counted]
    good = [each for each in counted if each.outcome is EpisodeOutcome.SUCCESS]
    bad = [each for each in counted if each.outcome is not EpisodeOutcome.SUCCESS]
    cost = spread(each.cost_usd for each in records)
    unknown = len(records) - cost.n
    return Summary(
        suite=_joined(each.suite for each in records),
        agent=_joined(each.agent for each in records),
        architecture=_joined(each.architecture for each in records),
        model=_joined(each.model for each in records),
        assisted=any(each.assisted for each in records),
        episodes=len(records),
        tasks=len({each.task_id for each in records}),
        outcomes=_outcomes(records),
        success=rate(len(good), len(counted)),
        seconds_success=spread(each.seconds for each in good),
        seconds_failure=spread(each.seconds for each in bad),
        calls=spread(calls_of(each) for each in counted if each.usage),
        cost=Cost(
            spread=cost,
            unknown=unknown,
            per_success=cost.sum / len(good) if good and not unknown else None,
        ),
        self_aware=rate(sum(each.claim == "cannot" for each in bad), len(bad)),
        calibration=_calibration(counted),
        by_tag=_by_tag(records),
    )


def rate(count: int, n: int) -> Rate:
    """A share of ``n`` with its interval."""
    return Rate(n=n, count=count, rate=count / n if n else None, interval=_wilson(count, n))


def spread(values: Iterable[float | None]) -> Spread:
    """How the values lie that are known."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return Spread(n=0)
    tenths = quantiles(known, n=10, method="inclusive") if len(known) > 1 else known * 9
    return Spread(
        n=len(known), mean=fmean(known), median=tenths[4], p90=tenths[8], sum=math.fsum(known)
    )


def calls_of(record: EpisodeRecord) -> int:
    """Model calls of all roles."""
    return sum(usage.calls for usage in record.usage.values())


def _wilson(count: int, n: int) -> tuple[float, float] | None:
    if not n:
        return None
    share, square = count / n, _Z * _Z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = _Z / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def _outcomes(records: Iterable[EpisodeRecord]) -> dict[str, int]:
    found = Counter(each.outcome for each in records)
    return {outcome.value: found[outcome] for outcome in EpisodeOutcome}


def _calibration(records: Iterable[EpisodeRecord]) -> Calibration:
    found = Counter(
        f"{each.claim}_{'right' if each.outcome is EpisodeOutcome.SUCCESS else 'wrong'}"
        for each in records
        if each.feasible
    )
    return Calibration(**found)


def _by_tag(records: Iterable[EpisodeRecord]) -> dict[str, dict[str, Group]]:
    found: dict[str, dict[str, list[EpisodeRecord]]] = defaultdict(lambda: defaultdict(list))
    for each in records:
        for tag, value in each.tags.items():
            for one in value if isinstance(value, list) else [value]:
                found["site" if tag == "sites" else tag][str(one)].append(each)
    return {
        tag: {value: _group(found[tag][value]) for value in sorted(found[tag])}
        for tag in sorted(found)
    }


def _group(records: Sequence[EpisodeRecord]) -> Group:
    counted = [each for each in records if each.outcome.counted]
    good = sum(each.outcome is EpisodeOutcome.SUCCESS for each in counted)
    return Group(
        episodes=len(records),
        outcomes=_outcomes(records),
        success=rate(good, len(counted)),
        seconds=spread(each.seconds for each in counted),
        calls=spread(calls_of(each) for each in counted if each.usage),
        cost_usd=spread(each.cost_usd for each in records),
    )


def _joined(names: Iterable[str]) -> str:
    return ", ".join(sorted({name for name in names if name}))
