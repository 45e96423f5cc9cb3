"""The plan of a run: its versions, their authors and its progress."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.errors import AnswerConflict, BadArgument
from agent_e.journal.events import PlanUpdated

Author = Literal["planner", "person"]
MAX_STEPS = 50
MAX_STEP_LENGTH = 500
"""Characters of one step."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanVersion:
    """One version: its number from 1, its steps in words, and who made it."""

    number: int
    steps: tuple[str, ...]
    by: Author


def plan_steps_of(steps: Sequence[str]) -> tuple[str, ...]:
    """Return a person's steps in the form of a plan: each on one line, none empty.

    Raises:
        BadArgument: there are none, too many, or one is too long.
    """
    cleaned = _on_one_line(steps)
    if not cleaned:
        raise BadArgument("A plan needs at least one step, and here is none.")
    if len(cleaned) > MAX_STEPS:
        raise BadArgument(f"The plan has {len(cleaned)} steps, and at most {MAX_STEPS} are taken.")
    for number, step in enumerate(cleaned, 1):
        if len(step) > MAX_STEP_LENGTH:
            raise BadArgument(
                f"Step {number} of the plan has {len(step):,} characters, and at most "
                f"{MAX_STEP_LENGTH} are taken. Say it shorter, or as two steps."
            )
    return cleaned


class PlanHistory:
    """The plan as it is now, and as it was.

    Attributes:
        versions: oldest first; progress alone makes no new one.
        done: steps of the newest that are done.
        unread: whether the person has changed it and the planner does not know yet.
    """

    def __init__(
        self,
        journal: Callable[..., int],
        *,
        edited: Callable[[], None] = lambda: None,
        withhold: Callable[[str], str] = str,
    ) -> None:
        """Start without a plan.

        Args:
            journal: writes an event.
            edited: called when the person has changed the plan.
            withhold: puts names in place of the secrets in the person's steps.
        """
        self.versions: list[PlanVersion] = []
        self.done = 0
        self.unread = False
        self._journal = journal
        self._edited = edited
        self._withhold = withhold
        self._running = False
        self._accepted = 0
        self._of_person: tuple[str, ...] = ()
        self._written: dict[str, Any] = {}

    @property
    def steps(self) -> tuple[str, ...]:
        """Steps of the newest version; empty without one."""
        return self.versions[-1].steps if self.versions else ()

    @property
    def version(self) -> int:
        """Number of the newest version; 0 without one."""
        return len(self.versions)

    @property
    def begun(self) -> int:
        """How many steps are done or under way: the others may still be changed."""
        return min(self.done + self._running, len(self.steps))

    @property
    def accepted(self) -> bool:
        """Whether the person has accepted or made the newest version."""
        return self.version == self._accepted

    def accept(self) -> None:
        """Note that the person has accepted the newest version."""
        self._accepted = self.version

    def write(self, steps: Sequence[str], done: int, by: Author = "planner") -> None:
        """Set the plan; journaled if it changed."""
        steps = _on_one_line(steps)
        if steps != self.steps:
            number = len(self.versions) + 1
            if by == "person":
                theirs = self._of_person
                self._of_person = tuple(
                    each for each in steps if each in theirs or each not in self.steps
                )
            self.versions.append(PlanVersion(number=number, steps=steps, by=by))
        if by == "person":
            self.accept()
        self.done = max(0, min(done, len(self.steps)))
        self._write()

    def tick(self, done: int) -> None:
        """Set how many steps are done."""
        if self.versions:
            self.done = max(0, min(done, len(self.steps)))
            self._write()

    def running(self, now: bool) -> None:
        """Set whether the first step not done is under way."""
        self._running = now

    def edit(self, steps: Sequence[str], version: int) -> None:
        """Apply the person's change to steps not begun; the planner is notified.

        Args:
            steps: all of them, including those done.
            version: number of the version they are based on.

        Raises:
            AnswerConflict: there is a newer version, or a step already begun differs.
            BadArgument: the steps are not valid for a plan.
        """
        if version != self.version:
            raise AnswerConflict(
                f"The plan is at version {self.version}, and the change was made to version "
                f"{version}. Look at it again and redo the change."
            )
        steps, begun = tuple(map(self._withhold, plan_steps_of(steps))), self.begun
        if steps[:begun] != self.steps[:begun]:
            first = "The first step is" if begun == 1 else f"The first {begun} steps are"
            raise AnswerConflict(
                f"{first} done or under way and cannot be changed. "
                "Change those after that, or steer the run to have it do something else."
            )
        if steps != self.steps:
            self.write(steps, self.done, by="person")
            self.unread = True
            self._edited()

    def read_newest(self) -> str:
        """Return the newest version for the planner, and count it as read."""
        self.unread = False
        return f"The person changed the plan. It is now:\n{self.numbered}"

    @property
    def numbered(self) -> str:
        """The newest version, one numbered step per line, with those done marked."""
        marks = [" (done)"] * self.done + [""] * len(self.steps)
        numbered = enumerate(zip(self.steps, marks, strict=False), 1)
        return "\n".join(f"{number}. {step}{mark}" for number, (step, mark) in numbered)

    def dropped(self, steps: Sequence[str]) -> tuple[str, ...]:
        """The person's steps, not yet done, that are missing from these."""
        given = {each.casefold() for each in _on_one_line(steps)}
        left = self.steps[self.done :]
        return tuple(
            each for each in self._of_person if each in left and each.casefold() not in given
        )

    def recall(self, plans: Iterable[PlanUpdated]) -> None:
        """Restore the plan's versions from a journal, without writing them again."""
        journal, self._journal = self._journal, lambda kind, **fields: 0
        for plan in plans:
            records = [each if isinstance(each, Mapping) else {"text": each} for each in plan.steps]
            steps = [str(each.get("text", "")) for each in records]
            done = sum(each.get("status") == "done" for each in records)
            self.write(steps, done, by="person" if plan.by == "person" else "planner")
        self._journal = journal

    def diff(self, old: int, new: int) -> list[str]:
        """Return a diff of two versions by number: lines after ``+``, ``-`` or a blank.

        Version 0 is the empty plan.
        """
        return list(_compared(self._of(old), self._of(new)))

    def changes(self) -> list[str]:
        """How the newest version differs from the one the person accepted last; see ``diff``."""
        return self.diff(self._accepted, self.version)

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


def _on_one_line(steps: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, (" ".join(each.split()) for each in steps)))


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    for line in difflib.ndiff([*old], [*new]):
        if not line.startswith("?"):
            yield f"{line[0]} {line[2:]}"
