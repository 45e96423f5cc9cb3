"""A run assembled from the events of its journal, for everything that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from agent_e.types import Effect

from .events import (
    ActionEnded,
    ActionStarted,
    EffectMade,
    Event,
    Judged,
    PersonAnswered,
    PersonAsked,
    PlanUpdated,
    Record,
    RunStarted,
    read_all,
)

E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class RunTranscript:
    """The events of one run, finished or not, and their relations."""

    events: tuple[Event, ...] = ()

    @classmethod
    def read(cls, events: Iterable[Record]) -> RunTranscript:
        """Decode the events of a journal."""
        return cls(read_all(events))

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of one class, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @cached_property
    def start(self) -> RunStarted:
        """Its start; empty where the journal has none."""
        return next(iter(self.of(RunStarted)), RunStarted())

    @cached_property
    def plans(self) -> list[PlanUpdated]:
        """Every version of the plan."""
        return self.of(PlanUpdated)

    @cached_property
    def ends(self) -> Mapping[int, ActionEnded]:
        """The ends of actions, by the number of their start events."""
        return {event.started: event for event in self.of(ActionEnded)}

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """Changes it made outside."""
        return tuple(made for event in self.of(EffectMade) if (made := event.made) is not None)

    @cached_property
    def questions(self) -> Mapping[str, Record]:
        """Questions to the person, by id."""
        return {str(each.request.get("id")): each.request for each in self.of(PersonAsked)}

    @cached_property
    def answers(self) -> Mapping[str, PersonAnswered]:
        """The ends of those questions, by id."""
        return {each.id: each for each in self.of(PersonAnswered)}

    @cached_property
    def unfinished_action(self) -> ActionStarted | None:
        """The newest action since the run was begun or resumed, if its outcome is not known."""
        for event in reversed(self.events):
            if isinstance(event, RunStarted):
                return None
            if isinstance(event, ActionStarted):
                return event if self.is_uncertain(event) else None
        return None

    def is_uncertain(self, action: ActionStarted) -> bool:
        """Whether an action has no end, or broke off, and no request of it is known to be made."""
        end = self.ends.get(action.seq)
        return (end is None or end.status == "broken") and action.seq not in self._answered

    @cached_property
    def uncertain_acts(self) -> list[frozenset[str]]:
        """The marks of each act that may or may not have changed something outside.

        One that was done again since, which needs leave, is no longer among them.
        """
        acts: list[tuple[ActionStarted, set[str]]] = []
        for event in self.events:
            if isinstance(event, ActionStarted):
                acts.append((event, set(event.marks)))
            elif isinstance(event, Judged) and acts:
                acts[-1][1].update(event.marks)
        found: list[frozenset[str]] = []
        for action, marks in acts:
            if self.is_uncertain(action):
                found += [frozenset(marks)] if marks else []
            elif action.seq in self.ends:
                found = [each for each in found if each.isdisjoint(marks)]
        return found

    @cached_property
    def _answered(self) -> frozenset[int]:
        effects = self.of(EffectMade)
        return frozenset(e.started for e in effects if e.made and e.made.kind == "request")
