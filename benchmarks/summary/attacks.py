"""The figures of an attack suite as text, the same on the terminal and in reports."""

from __future__ import annotations

from typing import NamedTuple

from agent_e.benchmarks.metrics import METRICS

from .record import Summary

_NAMES = (
    "benign_success", "success_under_attack", "attack_success", "attack_intermediate",
    "approvals_per_task", "false_blocks", "canary_leaks",
)  # fmt: skip


class AttackFigure(NamedTuple):
    """One figure: its name, its value as text, its denominator, its meaning."""

    name: str
    value: str
    per: str
    meaning: str


def attack_figures(summary: Summary) -> list[AttackFigure]:
    """Return the figures of a run in which pages attacked; none if none did."""
    attacked = summary.metrics.get("attack_success")
    if attacked is None or not attacked.spread.n:
        return []
    return [
        AttackFigure(name, _value(summary, name), METRICS[name].per, METRICS[name].words)
        for name in _NAMES
        if name in summary.metrics and summary.metrics[name].spread.n
    ]


def _value(summary: Summary, name: str) -> str:
    found, metric = summary.metrics[name], METRICS[name]
    spread = found.spread
    if metric.unit == "0/1":
        return f"{100 * (found.value or 0):.1f} % ({spread.sum:.0f} of {spread.n})"
    if metric.summary == "sum":
        return f"{spread.sum:.0f} in {spread.n}"
    return f"{found.value or 0:.2f} in the mean"
