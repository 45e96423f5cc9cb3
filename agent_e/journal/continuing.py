"""What the journal of a run that was cut off says to those who go on with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from agent_e.types import Effect, Fact, PersonAnswer, PersonRequest

from .effects import effects_in
from .words import action_words

Event = Mapping[str, Any]

_CUT_OFF = (
    "Begun before: this task was cut off. It goes on now in a new browser: no page of before is "
    "open, sign-ins are gone, and no leave to act that was given before holds any more. What was "
    "done stays done: look at how things stand before you do anything again."
)
_UNCERTAIN = (
    "Whether the last action before that took place is not known. Look for its effect first, and "
    "repeat it only if there is none."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfinished:
    """A run up to where it was cut off.

    Attributes:
        events: all of them, oldest first.
        reports: how its sub-tasks ended, one line each; these words come from pages in part.
        facts: found so far, numbered from 1.
        said: what the person answered and said, one line each.
        last: the action that has no end, in words; ``""`` without one.
        pending: questions that were asked and not answered.
        sub_tasks: how many were begun.
    """

    events: tuple[Event, ...] = ()
    reports: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    last: str = ""
    pending: tuple[PersonRequest, ...] = ()
    sub_tasks: int = 0

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What it had changed outside."""
        return effects_in(self.events)

    @property
    def told(self) -> str:
        """What the agents are told of it; nothing in it comes from a page."""
        return "\n".join([_CUT_OFF, *([_UNCERTAIN] if self.last else []), *self.said])

    @property
    def page(self) -> str:
        """What is told beside it that comes from pages: reports, facts, the last action."""
        facts = [
            f'Fact {number}: {fact.claim} ("{fact.quote}", {fact.url})'
            for number, fact in enumerate(self.facts, 1)
        ]
        last = [f"Last action, of which no end is known: {self.last}"] if self.last else []
        return "\n".join([*self.reports, *facts, *last])

    def answered(self, request: PersonRequest, given: PersonAnswer) -> Self:
        """Return it with the answer to a question that was pending."""
        pending = tuple(each for each in self.pending if each.id != request.id)
        value = given.value
        if request.sensitivity == "secret" and given.given:
            value = f"a secret, kept as {value}; fill_secret fills it in"
        event = {"action": given.action, "value": value, "note": given.note}
        return replace(self, pending=pending, said=(*self.said, _answer(request.question, event)))


def read_unfinished(events: Iterable[Event]) -> Unfinished:
    """Read how far a run has come from its events."""
    events = tuple(events)
    asked = {
        str(each["request"]["id"]): each["request"]
        for each in events
        if each["kind"] == "person.asked"
    }
    closed = {str(each["id"]) for each in events if each["kind"] == "person.answered"}
    reported = [each for each in events if each["kind"] == "subtask.ended"]
    begun = {
        each["number"]: str(each["sub_task"])
        for each in events
        if each["kind"] == "subtask.started"
    }
    return Unfinished(
        events=events,
        reports=tuple(_report(each, begun.get(each["number"], "")) for each in reported),
        facts=tuple(_fact(row) for each in reported for row in each["facts"]),
        said=tuple(filter(None, (_said(each, asked) for each in events))),
        last=_uncertain(events),
        pending=tuple(
            PersonRequest(**request) for id_, request in asked.items() if id_ not in closed
        ),
        sub_tasks=max(begun, default=0),
    )


def _report(event: Event, sub_task: str) -> str:
    return f"Sub-task before: {sub_task}\nIts end: {event['status']}: {event['summary']}"


def _said(event: Event, asked: Mapping[str, Mapping[str, Any]]) -> str:
    if event["kind"] == "control.steered":
        return f'The person said then: "{event["words"]}"'
    if event["kind"] != "person.answered":
        return ""
    request = asked.get(str(event["id"]), {})
    if request.get("sensitivity") == "secret" and event.get("value"):
        return f"The secret given to '{request['question']}' is kept no more: ask for it anew."
    return _answer(str(request.get("question", "")), event)


def _answer(question: str, event: Event) -> str:
    value, note = event.get("value"), str(event.get("note") or "")
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    said = f"answered: {words}" if event["action"] in ("answered", "defaulted") else "did not say"
    return f"To the question '{question}' the person {said}{f' ({note})' if note else ''}"


def _uncertain(events: tuple[Event, ...]) -> str:
    """The newest action that was begun and has no end, in words."""
    ended = {each.get("started") for each in events if each["kind"] == "action.ended"}
    for event in reversed(events):
        if event["kind"] in ("run.started", "run.continued"):
            return ""
        if event["kind"] == "action.started":
            return "" if event["seq"] in ended else action_words(event)
    return ""


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(**{**row, "boxes": tuple(map(tuple, row.get("boxes", ())))})
