"""What a suite of clicks is reported by: accuracy by kind, the grounder's time, its failures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_e.benchmarks.metrics.definitions import GROUNDING_FAILURES

from .record import Group, Spread, Summary


@dataclass(frozen=True, kw_only=True, slots=True)
class ClickFigures:
    """The figures of a suite of clicks.

    Attributes:
        kinds: the episodes by kind of target; empty where the suite has none.
        blind: share of targets that a click at a random place would hit.
        milliseconds: of the grounder's calls, failed ones included; ``None`` without a grounder.
        failures: why the grounder named no place, with counts; all count as failed episodes.
    """

    kinds: Mapping[str, Group]
    blind: float | None
    milliseconds: Spread | None
    failures: Mapping[str, int]


def click_figures(summary: Summary) -> ClickFigures | None:
    """Return them; ``None`` where the suite is not one of clicks."""
    metrics = summary.metrics
    if metrics["target_area"].value is None and not metrics["grounding_ms"].spread.n:
        return None
    counts = {name: metrics[f"grounding_{name}"].spread.sum for name in GROUNDING_FAILURES}
    spread = metrics["grounding_ms"].spread
    return ClickFigures(
        kinds=summary.by_tag.get("kind", {}),
        blind=metrics["target_area"].value,
        milliseconds=spread if spread.n else None,
        failures={name: int(count) for name, count in counts.items() if count},
    )
