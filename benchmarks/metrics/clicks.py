"""Metrics of a grounder's clicks: how long it took, why it failed, how large the target was."""

from __future__ import annotations

from collections import Counter

from agent_e.benchmarks.evaluators.first_act import FIRST_ACT, FirstActCheck, place_of
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.journal.events import Grounded

from .definitions import GROUNDING_FAILURES
from .material import Material
from .mistakes import Figures


def of_clicks(task: BenchTask, material: Material) -> Figures:
    """Return what is known of a grounder's calls and of the place to be clicked."""
    found: Figures = {}
    asked = [event for event in material.events or () if isinstance(event, Grounded)]
    if asked:
        failed = Counter(event.failed for event in asked)
        found["grounding_ms"] = sum(event.milliseconds or 0.0 for event in asked)
        found |= {f"grounding_{name}": failed[name] for name in GROUNDING_FAILURES}
    for spec in task.evaluators:
        if spec.type == FIRST_ACT.name:
            found["target_area"] = _area(FIRST_ACT.read(spec), material)
    return found


def _area(check: FirstActCheck, material: Material) -> float | None:
    if check.box is not None:
        left, top, right, bottom = check.box
        return (right - left) * (bottom - top)
    place = place_of(check, material.evidence) if check.selector and material.evidence else {}
    if not place.get("box"):
        return None
    left, top, right, bottom = place["box"]
    width, height = place["size"]
    return float((right - left) * (bottom - top) / (width * height))
