"""The metrics of a run beside its success rate, formatted for a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent_e.benchmarks.metrics import METRICS, Metric
from agent_e.benchmarks.statistics import Interval
from agent_e.benchmarks.summary import Summary
from agent_e.text import format_cost, format_count, format_time

from .text import percent

_OVER = {"mean": "mean of episodes", "sum": "in all", "share": "of episodes"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """One figure.

    Attributes:
        name: its label.
        value: with its unit.
        over: its denominator or sum.
        better: ``higher``, ``lower``, or nothing.
        meaning: one sentence.
        missing: number of counted episodes without it.
    """

    name: str
    value: str
    over: str
    better: str
    meaning: str
    missing: int = 0


def measures(summary: Summary) -> tuple[Measure, ...]:
    """All measured figures; those without a value are left out."""
    return (*_rates(summary), *_repeats(summary), *_metrics(summary))


def format_error(summary: Summary) -> str:
    """Format the standard error of the success rate, and what it and the interval count as one."""
    error = f"Standard error {100 * summary.stderr:.1f} points" if summary.stderr else ""
    if summary.clusters == summary.success.n:
        return error
    those = f"{summary.success.n} episodes of {summary.clusters} tasks or templates, clustered"
    return ", ".join(filter(None, (error, those)))


def _rates(summary: Summary) -> Iterator[Measure]:
    for name, rate, better, meaning in (
        ("success, lower bound", summary.lower_bound, "higher", "Faults and unjudged as failures."),
        ("answered", summary.answered, "", "Tasks that can be done and were given an answer."),
        (
            "right among answered",
            summary.answered_right,
            "higher",
            "Of these, those whose answer was right.",
        ),
        (
            "rightly refused",
            summary.correct_refusals,
            "higher",
            "Of tasks that cannot be done, those it said that of.",
        ),
        (
            "wrongly refused",
            summary.false_refusals,
            "lower",
            "Of tasks that can be done, those it gave up.",
        ),
    ):
        if rate.n:
            yield Measure(
                name=name,
                value=f"{percent(rate.rate)}{_between(rate.interval)}",
                over=f"of {rate.n}",
                better=better,
                meaning=meaning,
            )


def _repeats(summary: Summary) -> Iterator[Measure]:
    for k in summary.pass_at if len(summary.pass_at) > 1 else ():
        for name, shares, intervals, meaning in (
            (f"pass@{k}", summary.pass_at, summary.pass_at_interval, "at least one succeeds"),
            (f"pass^{k}", summary.pass_hat, summary.pass_hat_interval, "all succeed"),
        ):
            yield Measure(
                name=name,
                value=f"{percent(shares[k])}{_between(intervals[k])}",
                over=f"of {format_count(summary.tasks, 'task')}",
                better="higher",
                meaning=f"Chance that of {format_count(k, 'episode')} of a task {meaning}.",
            )


def _metrics(summary: Summary) -> Iterator[Measure]:
    for name, metric in METRICS.items():
        found = summary.metrics.get(name)
        # Two rates above cover this for tasks that can be done.
        if found is None or found.value is None or name == "answered":
            continue
        yield Measure(
            name=name.replace("_", " "),
            value=_value(metric, found.value),
            over=f"of {metric.per}" if metric.summary == "pooled" else _OVER[metric.summary],
            better="" if metric.better == "neither" else metric.better,
            meaning=metric.words,
            missing=found.missing,
        )


def _between(interval: Interval | None) -> str:
    return f" ({100 * interval.low:.1f} to {100 * interval.high:.1f})" if interval else ""


def _value(metric: Metric, value: float) -> str:
    if metric.unit == "share":
        return f"{100 * value:.1f} %"
    if metric.unit == "USD":
        return format_cost(value)
    if metric.unit == "s":
        return format_time(value)
    if metric.summary == "sum" or metric.unit == "tokens":
        return f"{value:,.0f}"
    return f"{value:.1f} {metric.unit if metric.unit in ('MB', 'ms') else ''}".strip()
