"""Similarity of an agent's trace to a reference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from agent_e.benchmarks.tasks.record import BenchTask, TraceStep

from .attempts import Attempt

_ANYWHERE = frozenset({"press", "scroll"})
"""Verbs whose target is a place rather than an object: an omitted one matches any."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FILLERS = re.compile(r"[\s:*…]+")


class TraceComparison(NamedTuple):
    """Similarity of a trace to the reference.

    ``match_ratio`` compares position by position (White Agent's trace_match_ratio), ``lcs_ratio``
    allows for steps in between, both over the reference's length; ``length_ratio`` is how much
    longer the trace is.
    """

    match_ratio: float
    lcs_ratio: float
    length_ratio: float


def trace_of(attempts: Iterable[Attempt]) -> tuple[TraceStep, ...]:
    """The steps that were done; refused ones changed nothing."""
    return tuple(step for each in attempts if each.status == "done" for step in each.steps)


def reference_of(task: BenchTask, sites: Mapping[str, str]) -> tuple[TraceStep, ...]:
    """The task's reference trace with the sites' addresses filled in.

    A first step that opens the start page is left out, as the harness did that.
    """
    steps = [_resolved(step, sites) for step in task.reference.trace]
    start = _fill(task.start_url or "", sites)
    if steps and start and steps[0].verb == "open" and address(steps[0].name) == address(start):
        steps = steps[1:]
    return tuple(steps)


def compare_traces(
    done: Sequence[TraceStep], reference: Sequence[TraceStep]
) -> TraceComparison | None:
    """Compare a trace with its reference; ``None`` where there is no reference.

    Waits do not count on either side: a blind oracle has to wait, an agent whose actions end
    when the page is calm has not, and neither gets nearer to the goal by it.
    """
    done = [step for step in done if step.verb != "wait"]
    reference = [step for step in reference if step.verb != "wait"]
    if not reference:
        return None
    placed = sum(same_step(one, other) for one, other in zip(done, reference, strict=False))
    n = len(reference)
    return TraceComparison(placed / n, _common(done, reference) / n, len(done) / n)


def same_step(one: TraceStep, other: TraceStep) -> bool:
    """Whether both steps do the same to the same element.

    Elements are compared by name, with roles where both give one; by selector where one of
    them has no name. Case, spacing and a label's colon or asterisk are ignored.
    """
    if one.verb != other.verb:
        return False
    if one.verb == "open":
        return address(one.name) == address(other.name)
    return _plain(one.value) == _plain(other.value) and _same_target(one, other)


def _same_target(one: TraceStep, other: TraceStep) -> bool:
    if one.verb in _ANYWHERE and not (_has_target(one) and _has_target(other)):
        return True
    if one.name and other.name:
        roles = {one.role, other.role} - {""}
        return _plain(one.name) == _plain(other.name) and len(roles) < 2
    if one.selector or other.selector:
        return one.selector.strip() == other.selector.strip()
    return not one.name and not other.name and one.role == other.role


def _has_target(step: TraceStep) -> bool:
    return bool(step.name or step.selector)


def _common(one: Sequence[TraceStep], other: Sequence[TraceStep]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for step in one:
        before = row
        row = [0]
        for at, target in enumerate(other, 1):
            fits = same_step(step, target)
            row.append(before[at - 1] + 1 if fits else max(before[at], row[at - 1]))
    return row[-1]


def address(url: str) -> str:
    """An address without insignificant differences: scheme, case of the host, trailing slash."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
    except ValueError:  # a model may have written anything
        return url
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}{query}"


def _plain(text: str) -> str:
    return _FILLERS.sub(" ", text).strip().casefold()


def _resolved(step: TraceStep, sites: Mapping[str, str]) -> TraceStep:
    return step.model_copy(
        update={"name": _fill(step.name, sites), "value": _fill(step.value, sites)}
    )


def _fill(text: str, sites: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: sites.get(match[1], match[0]).rstrip("/"), text)
