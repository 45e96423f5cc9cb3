"""The state of an interrupted run, read from its journal in order to resume it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from agent_e.types import Effect, Fact, PersonAnswer, PersonRequest

from .events import Controlled, Event, PersonAnswered, Record, SubTaskEnded, SubTaskStarted
from .formatting import format_action
from .transcript import RunTranscript

_CUT_OFF = (
    "Begun before: this task was cut off. It goes on now in a new browser: no page of before is "
    "open, sign-ins are gone, and no approval that was given before holds any more. What was "
    "done stays done: look at how things stand before you do anything again."
)
_REBUILT = (
    "Begun before: the browser died in the middle of this task, which goes on now in a new one. "
    "Cookies and local storage are as they were after the last action, so that sign-ins hold as "
    "far as they rest on these, and the address that was open is opened again where it can be. "
    "What was typed and not sent, open dialogs, other tabs and the numbers of elements are gone, "
    "and no approval that was given before holds any more. "
    "What was done stays done: look at how things stand before you do anything again."
)
_UNCERTAIN = (
    "Whether the last action before that took place is not known. Look for its effect first, and "
    "repeat it only if there is none: if it changes something outside, that needs leave again."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ResumeState:
    """A run up to its interruption.

    Attributes:
        transcript: all of it.
        reports: how its sub-tasks ended, and what was approved; partly text from pages.
        facts: found so far, numbered from 1.
        user_messages: what the person answered and said, one line each.
        last: the action without an end, as text; ``""`` for none.
        pending: questions without an answer.
        sub_tasks: number of those begun.
        rebuilt: whether only its browser died, and the same process goes on.
    """

    transcript: RunTranscript = RunTranscript()
    reports: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    user_messages: tuple[str, ...] = ()
    last: str = ""
    pending: tuple[PersonRequest, ...] = ()
    sub_tasks: int = 0
    rebuilt: bool = False

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Changes it had made outside."""
        return self.transcript.effects

    @property
    def prompt_text(self) -> str:
        """The text about it for the agents; nothing in it comes from a page."""
        begun = _REBUILT if self.rebuilt else _CUT_OFF
        return "\n".join([begun, *([_UNCERTAIN] if self.last else []), *self.user_messages])

    @property
    def page(self) -> str:
        """The accompanying text from pages: reports, facts, the last action."""
        facts = [
            f'Fact {number}: {fact.claim} ("{fact.quote}", {fact.url})'
            for number, fact in enumerate(self.facts, 1)
        ]
        last = [f"Last action, of which no end is known: {self.last}"] if self.last else []
        return "\n".join([*self.reports, *facts, *last])

    def answered(self, request: PersonRequest, given: PersonAnswer) -> Self:
        """Return it with the answer to a pending question."""
        pending = tuple(each for each in self.pending if each.id != request.id)
        value = given.value
        if request.sensitivity == "secret" and given.given:
            value = _secret(value)
        event = PersonAnswered(id=request.id, action=given.action, value=value, note=given.note)
        return replace(
            self,
            transcript=RunTranscript((*self.transcript.events, event)),
            pending=pending,
            user_messages=(*self.user_messages, _answer(request.question, event)),
        )


def read_unfinished(events: Iterable[Record], *, rebuilt: bool = False) -> ResumeState:
    """Read the progress of a run from its events.

    Args:
        events: of its journal.
        rebuilt: whether only its browser died.
    """
    run = RunTranscript.read(events)
    reported = run.of(SubTaskEnded)
    begun = {each.number: each.sub_task for each in run.of(SubTaskStarted)}
    last = run.unfinished_action
    return ResumeState(
        transcript=run,
        reports=(
            *(
                f"Sub-task before: {begun.get(each.number, '')}\n"
                f"Its end: {each.status}: {each.summary}"
                for each in reported
            ),
            *(_user_message(each, run) for each in run.events if _is_approval(each, run)),
        ),
        facts=tuple(_fact(row) for each in reported for row in each.facts),
        user_messages=tuple(
            words
            for each in run.events
            if not _is_approval(each, run) and (words := _user_message(each, run, kept=rebuilt))
        ),
        last=format_action(last) if last else "",
        pending=tuple(
            PersonRequest(**request)
            for id_, request in run.questions.items()
            if id_ not in run.answers
        ),
        sub_tasks=max(begun, default=0),
        rebuilt=rebuilt,
    )


def _is_approval(event: Event, run: RunTranscript) -> bool:
    """Whether it answers a question that names what stands on a page."""
    kind = run.questions.get(event.id, {}).get("kind") if isinstance(event, PersonAnswered) else ""
    return kind == "approval"


def _user_message(event: Event, run: RunTranscript, *, kept: bool = False) -> str:
    if isinstance(event, Controlled) and event.kind == "control.steered":
        return f'The person said then: "{event.words}"'
    if not isinstance(event, PersonAnswered):
        return ""
    request = run.questions.get(event.id, {})
    if request.get("sensitivity") == "secret" and event.value:
        if kept:
            return _answer(str(request["question"]), replace(event, value=_secret(event.value)))
        return f"The secret given to '{request['question']}' is kept no more: ask for it anew."
    return _answer(str(request.get("question", "")), event)


def _secret(handle: Any) -> str:
    return f"a secret, kept as {handle}; fill_secret fills it in"


def _answer(question: str, event: PersonAnswered) -> str:
    value, note = event.value, event.note
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    reply = f"answered: {words}" if event.action in ("answered", "defaulted") else "did not say"
    return f"To the question '{question}' the person {reply}{f' ({note})' if note else ''}"


def _fact(row: Record) -> Fact:
    return Fact(**{**row, "boxes": tuple(map(tuple, row.get("boxes", ())))})
