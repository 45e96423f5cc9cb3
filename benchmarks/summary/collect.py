"""Compute the summary of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord, EpisodeUsage
from agent_e.benchmarks.metrics import METRICS, Metric
from agent_e.benchmarks.statistics import clustered_stderr, rate_interval

from .record import Calibration, Cost, Group, MetricSummary, Rate, Spread, Summary
from .repeats import chances
from .rows import Row, standing_rows

_SITES = "sites"


def summarise(records: Iterable[EpisodeRecord]) -> Summary:
    """Summarise episodes of one run, read one after the other.

    For each task and epoch only the attempt that counts is used, see ``standing_rows``.
    """
    by_slot, attempts = standing_rows(records)
    rows = list(by_slot.values())
    counted = [row for row in rows if row.counted]
    successes = [row for row in counted if row.success]
    failures = [row for row in counted if not row.success]
    feasible = [row for row in counted if row.feasible]
    answered = [row for row in feasible if row.answered]
    impossible = [row for row in counted if not row.feasible]
    repeats = chances(counted)
    return Summary(
        suite=_joined(row.suite for row in rows),
        agent=_joined(row.agent for row in rows),
        architecture=_joined(row.architecture for row in rows),
        model=_joined(row.model for row in rows),
        assisted=any(row.assisted for row in rows),
        episodes=len(rows),
        tasks=len({row.task_id for row in rows}),
        clusters=len({row.cluster for row in counted}),
        attempts=attempts,
        outcomes=_outcomes(rows),
        success=_rate(counted, _success),
        stderr=clustered_stderr([row.success for row in counted], [row.cluster for row in counted]),
        lower_bound=_rate(rows, _success),
        part_score=spread(row.part_score for row in counted),
        seconds_success=spread(row.seconds for row in successes),
        seconds_failure=spread(row.seconds for row in failures),
        overhead=spread(row.overhead_s for row in counted),
        usage=_usage(rows),
        calls=spread(row.calls for row in counted if row.usage),
        calls_by_role=_calls_by_role(counted),
        cost=_cost(rows, len(successes)),
        self_aware=_rate(failures, lambda row: row.claim == "cannot"),
        calibration=_calibration(feasible),
        answered=_rate(feasible, lambda row: row.answered),
        answered_right=_rate(answered, _success),
        correct_refusals=_rate(impossible, _success),
        false_refusals=_rate(feasible, lambda row: row.claim == "cannot" and not row.success),
        pass_at={each.k: each.mean for each in repeats if not each.every},
        pass_at_interval={each.k: each.interval for each in repeats if not each.every},
        pass_hat={each.k: each.mean for each in repeats if each.every},
        pass_hat_interval={each.k: each.interval for each in repeats if each.every},
        metrics={name: _metric(metric, counted) for name, metric in METRICS.items()},
        by_tag=_by_tag(rows),
    )


def summary_json(summary: Summary, out_dir: Path) -> dict[str, Any]:
    """Return the form of ``bench run --json``; everything else is in ``details``."""
    details = summary.model_dump(mode="json", exclude={"schema_version", "suite", "model"})
    return {
        "schema_version": summary.schema_version,
        "suite": summary.suite,
        "architecture": details.pop("architecture"),
        "model": summary.model,
        "episodes": details.pop("episodes"),
        "outcomes": details.pop("outcomes"),
        "success_rate": summary.success.rate,
        "interval": list(summary.success.interval) if summary.success.interval else None,
        "metrics": {name: metric.value for name, metric in summary.metrics.items()},
        "out_dir": str(out_dir),
        "details": details,
    }


def rate(hits: Sequence[bool], clusters: Sequence[Hashable]) -> Rate:
    """Return the share of hits with its interval, in which tries of one cluster are alike."""
    n, count = len(hits), sum(hits)
    interval = rate_interval(hits, clusters)
    return Rate(n=n, count=count, rate=count / n if n else None, interval=interval)


def _rate(rows: Sequence[Row], hit: Callable[[Row], bool]) -> Rate:
    return rate([hit(row) for row in rows], [row.cluster for row in rows])


def _success(row: Row) -> bool:
    return row.success


def spread(values: Iterable[float | None]) -> Spread:
    """Return the distribution of the known values."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return Spread(n=0)
    median, p90, p99 = np.percentile(known, [50, 90, 99])
    return Spread(
        n=len(known),
        mean=fmean(known),
        median=float(median),
        p90=float(p90),
        p99=float(p99),
        max=max(known),
        sum=sum(known),
    )


def _joined(names: Iterable[str]) -> str:
    return ", ".join(sorted({name for name in names if name}))


def _outcomes(rows: Iterable[Row]) -> dict[str, int]:
    found = Counter(row.outcome for row in rows)
    return {outcome.value: found[outcome] for outcome in EpisodeOutcome}


def _usage(rows: Iterable[Row]) -> dict[str, EpisodeUsage]:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for role, usage in row.usage.items():
            sums[role].update(usage.model_dump())
    return {role: EpisodeUsage(**sums[role]) for role in sorted(sums)}


def _calls_by_role(rows: Sequence[Row]) -> dict[str, Spread]:
    used = [row.usage for row in rows if row.usage]
    roles = sorted({role for usage in used for role in usage})
    # A role without work in an episode was called 0 times there.
    none = EpisodeUsage()
    return {role: spread(usage.get(role, none).calls for usage in used) for role in roles}


def _cost(rows: Sequence[Row], successes: int) -> Cost:
    found = spread(row.cost_usd for row in rows)
    unknown = len(rows) - found.n
    known = not unknown and successes
    return Cost(spread=found, unknown=unknown, per_success=found.sum / successes if known else None)


def _calibration(rows: Iterable[Row]) -> Calibration:
    found = Counter(f"{row.claim}_{'right' if row.success else 'wrong'}" for row in rows)
    return Calibration(**found)


def _metric(metric: Metric, rows: Sequence[Row]) -> MetricSummary:
    values = [row.metrics.get(metric.name) for row in rows]
    found = spread(values)
    value = found.mean
    if metric.summary == "sum":
        value = found.sum if found.n else None
    elif metric.summary == "pooled":
        value = _pooled(values, [row.metrics.get(metric.weight) for row in rows])
    return MetricSummary(value=value, missing=len(rows) - found.n, spread=found)


def _pooled(values: Sequence[float | None], weights: Sequence[float | None]) -> float | None:
    pairs = [
        (value, weight)
        for value, weight in zip(values, weights, strict=True)
        if value is not None and weight is not None
    ]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else None


def _by_tag(rows: Iterable[Row]) -> dict[str, dict[str, Group]]:
    found: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for tag, value in row.tags.items():
            # An episode on two sites counts for each.
            for each in value if isinstance(value, list) else [value]:
                found["site" if tag == _SITES else tag][_word(each)].append(row)
    return {
        tag: {value: _group(found[tag][value]) for value in sorted(found[tag])}
        for tag in sorted(found)
    }


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _group(rows: Sequence[Row]) -> Group:
    counted = [row for row in rows if row.counted]
    return Group(
        episodes=len(rows),
        outcomes=_outcomes(rows),
        success=_rate(counted, _success),
        seconds=spread(row.seconds for row in counted),
        calls=spread(row.calls for row in counted if row.usage),
        cost_usd=spread(row.cost_usd for row in rows),
        approvals=spread(row.metrics.get("approvals_per_task") for row in rows),
        grounding_ms=spread(row.metrics.get("grounding_ms") for row in counted),
    )
