"""The plan of a run: its versions, who made each, and how far it has come."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.errors import AnswerConflict

Author = Literal["planner", "person"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanVersion:
    """One version: its number from 1, its steps in words, and who made it."""

    number: int
    steps: tuple[str, ...]
    by: Author


class PlanBook:
    """The plan as it is now, and as it was.

    Attributes:
        versions: oldest first; another state of the same steps is none.
        done: how many steps of the newest are done.
    """

    def __init__(self, journal: Callable[..., int]) -> None:
        """Begin without a plan; ``journal`` writes an event."""
        self.versions: list[PlanVersion] = []
        self.done = 0
        self._journal = journal
        self._running = False
        self._written: dict[str, Any] = {}

    @property
    def steps(self) -> tuple[str, ...]:
        """Of the newest version; empty without one."""
        return self.versions[-1].steps if self.versions else ()

    @property
    def version(self) -> int:
        """Number of the newest version; 0 without one."""
        return len(self.versions)

    @property
    def begun(self) -> int:
        """How many steps are done or under way: the others may still be changed."""
        return min(self.done + self._running, len(self.steps))

    def write(self, steps: Sequence[str], done: int, by: Author = "planner") -> None:
        """Take what a plan is now; journaled if that is news."""
        if tuple(steps) != self.steps:
            number = len(self.versions) + 1
            self.versions.append(PlanVersion(number=number, steps=tuple(steps), by=by))
        self.done = max(0, min(done, len(self.steps)))
        self._write()

    def tick(self, done: int) -> None:
        """Take how many steps are done."""
        self.write(self.steps, done, by=self.versions[-1].by if self.versions else "planner")

    def running(self, now: bool) -> None:
        """Take whether the first step that is not done is under way."""
        self._running = now

    def edit(self, steps: Sequence[str], version: int) -> None:
        """Let the person change steps that were not begun yet.

        Args:
            steps: all of them, also those that are done.
            version: number of the version that they were made from.

        Raises:
            AnswerConflict: there is a newer version, or a step that was begun is another.
        """
        if version != self.version:
            raise AnswerConflict(
                f"The plan is at version {self.version}, and the change was made to version "
                f"{version}. Look at it again and change it anew."
            )
        begun = self.begun
        if tuple(steps[:begun]) != self.steps[:begun]:
            raise AnswerConflict(
                f"The first {begun} steps are done or under way and stay as they are. "
                "Change those after them, or steer the run to have it do something else."
            )
        self.write(steps, self.done, by="person")

    def recall(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Take up what the events of a journal say of the plan; nothing is written again."""
        journal, self._journal = self._journal, lambda kind, **fields: 0
        for event in events:
            if event.get("kind") == "plan.updated":
                steps = [str(step["text"]) for step in event["steps"]]
                done = sum(step["status"] == "done" for step in event["steps"])
                self.write(steps, done, by=event.get("by", "planner"))
        self._journal = journal

    def diff(self, old: int, new: int) -> list[str]:
        """Return the lines of two versions by number, each after ``+``, ``-`` or a blank.

        Version 0 is the empty plan.
        """
        return list(_compared(self._of(old), self._of(new)))

    def _of(self, number: int) -> tuple[str, ...]:
        return self.versions[number - 1].steps if number else ()

    def _write(self) -> None:
        states = ["done"] * self.done + ["current"] + ["pending"] * len(self.steps)
        steps = [
            {"text": text, "status": status}
            for text, status in zip(self.steps, states, strict=False)
        ]
        event = {"version": self.version, "steps": steps}
        if event != self._written and self.versions:
            self._journal("plan.updated", **event, by=self.versions[-1].by)
            self._written = event


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    for line in difflib.ndiff([*old], [*new]):
        if not line.startswith("?"):
            yield f"{line[0]} {line[2:]}"
