"""A walk: the actions done on an application, one after another."""

from __future__ import annotations

from dataclasses import dataclass

from agent_e.benchmarks.tasks.record import TraceStep


@dataclass(frozen=True, slots=True)
class Leg:
    """Actions that begin on one page.

    Attributes:
        path: relative to the application's address.
        acts: done in order, each judged.
        ready: done before them by bare Playwright, not judged.
    """

    path: str
    acts: tuple[TraceStep, ...]
    ready: tuple[TraceStep, ...] = ()


def leg(path: str, *acts: TraceStep, ready: tuple[TraceStep, ...] = ()) -> Leg:
    """Make a leg of a walk."""
    return Leg(path, acts, ready)


def pick(selector: str) -> TraceStep:
    """Click the element of a selector."""
    return TraceStep(verb="click", selector=selector)


def select(selector: str, value: str) -> TraceStep:
    """Choose an option of the list of a selector."""
    return TraceStep(verb="select", selector=selector, value=value)


Walk = tuple[Leg, ...]
