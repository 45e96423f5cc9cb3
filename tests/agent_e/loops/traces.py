"""Traces as a table: what was done in which state, and where it led."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agent_e.loops.monitor import LoopMonitor
from agent_e.loops.steps import Step, Verdict

Move = tuple[Any, str, Any] | tuple[Any, str, Any, dict[str, Any]]
"""State, action, state it led to; then what else there is to say of the step."""


class Trace:
    """Feeds moves to a monitor, by names of states instead of numbers."""

    def __init__(self) -> None:
        self.monitor = LoopMonitor()
        self.verdicts: list[Verdict] = []
        self._numbers: dict[Any, int] = {}

    def step(self, move: Move) -> Verdict | None:
        before, action, after, *more = move
        self._number(before)
        new = after not in self._numbers
        given: dict[str, Any] = {
            "words": action,
            "like": action,
            "new": new,
            "turned": before != after,
            "fresh": new,
            "led_to": f"page {after}" if before != after else "nothing",
            **(more[0] if more else {}),
        }
        step = Step(before=self._number(before), action=action, after=self._number(after), **given)
        verdict = self.monitor.take(step)
        if verdict:
            self.verdicts.append(verdict)
        return verdict

    def _number(self, state: Any) -> int:
        return self._numbers.setdefault(state, len(self._numbers) + 1)


def watched(moves: Iterable[Move]) -> Trace:
    trace = Trace()
    for move in moves:
        trace.step(move)
    return trace


def first(moves: Iterable[Move]) -> Verdict | None:
    """The first verdict about a trace."""
    return next(iter(watched(moves).verdicts), None)


def path(states: Iterable[Any], action: str = "", **more: Any) -> list[Move]:
    """Go from each state to the next, by one action or by one named after where it leads."""
    every = list(states)
    return [
        (before, action or f"open {after}", after, more)
        for before, after in zip(every, every[1:], strict=False)
    ]
