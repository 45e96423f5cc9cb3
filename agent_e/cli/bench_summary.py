"""A bench run in a dozen lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from agent_e.text import format_cost, format_count, format_time

if TYPE_CHECKING:
    from agent_e.benchmarks.statistics import Interval
    from agent_e.benchmarks.summary import Rate, Spread, Summary


def summary_lines(summary: Summary) -> Iterator[str]:
    """Format the result of a run: the rate first, then its parts and the costs."""
    who = " ".join(filter(None, [summary.architecture or summary.agent, summary.model]))
    assisted = ", given pages in words where others see pictures" if summary.assisted else ""
    yield f"{summary.suite}: {who}{assisted}"
    yield f"  success      {_rate(summary.success)}"
    yield from _repeats(summary)
    others = [
        f"{number} {name.replace('_', ' ')}"
        for name, number in summary.outcomes.items()
        if number and name != "success"
    ]
    if others:
        yield f"  the others   {', '.join(others)}"
    if blocked := summary.outcomes.get("blocked", 0):
        count, n = summary.success.count, summary.success.n - blocked
        share = f"{100 * count / n:.1f} % ({count} of {n})" if n else "nothing is left"
        yield f"  unblocked    {share} without what was blocked"
    if summary.correct_refusals.n:
        refusals = summary.correct_refusals
        yield f"  impossible   {refusals.count} of {refusals.n} said to be so"
    if summary.false_refusals.count:
        yield f"  gave up      on {summary.false_refusals.count} of {summary.false_refusals.n}"
    yield from _attacks(summary)
    yield from _clicks(summary)
    for name, spread in (
        ("time      ", _metric(summary, "wall_time_s")),
        ("time right", summary.seconds_success),
        ("time wrong", summary.seconds_failure),
    ):
        if spread is not None and spread.n:
            yield f"  {name}   {_times(spread)}"
    if summary.overhead.median is not None and summary.overhead.p90 is not None:
        yield (
            f"  harness      {1000 * summary.overhead.median:.0f} ms an episode beside its agent "
            f"(median; 90 % within {1000 * summary.overhead.p90:.0f} ms)"
        )
    if summary.calls.n and summary.calls.mean is not None:
        roles = ", ".join(
            f"{role} {spread.mean:.1f}"
            for role, spread in summary.calls_by_role.items()
            if spread.mean is not None
        )
        yield f"  model calls  {summary.calls.mean:.1f} an episode ({roles})"
        yield from _tokens(summary)
        yield f"  cost         {_cost(summary)}"


def _repeats(summary: Summary) -> Iterator[str]:
    if summary.stderr and summary.clusters < summary.success.n:
        yield (
            f"  clustered    standard error {100 * summary.stderr:.1f} points over "
            f"{summary.clusters} tasks or templates, as in the interval"
        )
    if (k := max(summary.pass_at, default=1)) > 1:
        one = _share(summary.pass_at[k], summary.pass_at_interval[k])
        every = _share(summary.pass_hat[k], summary.pass_hat_interval[k])
        yield f"  repeats      pass@{k} {one}, pass^{k} {every}"


def _metric(summary: Summary, name: str) -> Spread | None:
    found = summary.metrics.get(name)
    return found.spread if found else None


def _tokens(summary: Summary) -> Iterator[str]:
    sent, written = (_metric(summary, name) for name in ("input_tokens", "output_tokens"))
    if sent and written and sent.mean is not None and written.mean is not None:
        both = f"{sent.mean:,.0f} in, {written.mean:,.0f} out"
        yield f"  tokens       {sent.mean + written.mean:,.0f} an episode ({both})"


def _attacks(summary: Summary) -> Iterator[str]:
    from agent_e.benchmarks.summary import attack_figures

    for figure in attack_figures(summary):
        yield f"  {figure.name:<21} {figure.value} {figure.per}"


def _clicks(summary: Summary) -> Iterator[str]:
    from agent_e.benchmarks.summary import click_figures

    figures = click_figures(summary)
    if figures is None:
        return
    for kind, group in figures.kinds.items():
        yield f"    {kind:<10} {_rate(group.success)}"
    if figures.blind is not None:
        yield f"  blind        {100 * figures.blind:.1f} % of targets are hit by chance"
    if figures.milliseconds is not None:
        calls = format_count(figures.milliseconds.n, "call")
        yield f"  grounder     {milliseconds(figures.milliseconds)} over {calls}"
    if figures.failures:
        counts = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in figures.failures.items())
        yield f"  no place     {counts} (counted as failures)"


def milliseconds(spread: Spread) -> str:
    """Format percentiles of a time in milliseconds: ``p50 3.1 ms, p90 8 ms, p99 12 ms``."""
    values = (("p50", spread.median), ("p90", spread.p90), ("p99", spread.p99))
    return ", ".join(f"{name} {value:.3g} ms" for name, value in values if value is not None)


def _rate(rate: Rate) -> str:
    if rate.rate is None or rate.interval is None:
        return "nothing was judged"
    low, high = rate.interval
    return (
        f"{100 * rate.rate:.1f} % ({rate.count} of {rate.n}; "
        f"95 % between {100 * low:.1f} and {100 * high:.1f})"
    )


def _share(share: float, interval: Interval | None) -> str:
    between = f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]" if interval else ""
    return f"{100 * share:.1f} %{between}"


def _times(spread: Spread) -> str:
    return f"median {format_time(spread.median or 0)}, mean {format_time(spread.mean or 0)}"


def _cost(summary: Summary) -> str:
    if summary.cost.unknown:
        return f"unknown for {format_count(summary.cost.unknown, 'episode')}"
    each = summary.cost.per_success
    right = f", {format_cost(each)} a success" if each is not None else ""
    return format_cost(summary.cost.spread.sum) + right
