"""The actions an agent tried, from the journal of its run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.journal.events import (
    ActAnswered,
    ActAsked,
    ActionEnded,
    ActionStarted,
    Event,
    ModelCalled,
    ModelReplied,
    SkillFailed,
    Verified,
)

from .verbs import steps_of

Status = Literal["done", "refused", "broken"]

CONTROL = frozenset({"answer", "ask_user", "browse", "done", "finish", "report", "update_plan"})
"""Functions by which agents address one another or the person; none acts on a page."""
_SENSING = frozenset({"extract", "get_dom", "mark_screenshot", "read_pdf", "verify_pixels"})
_NO_EFFECT_ASKED = frozenset(
    {"handle_dialog", "history", "tabs", "upload_file", "wait", "wait_for"}
)
"""Actions that may legitimately leave a page unchanged."""
_HELD = "already."
"""End of a cause which says that the requested state held before."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One attempted action.

    Attributes:
        action: its name in the agent's own words.
        key: equal for equal attempts.
        status: done, refused before or while it acted, or broken off.
        begun: whether its intent was journaled.
        steps: the action in the vocabulary of traces; several for a form, none without a verb.
        ghost: whether it was done and nothing changed; ``None`` where that was not checked.
        error: class of what stopped it.
        message: the error message.
        cause: why nothing changed, where known.
    """

    action: str
    key: str
    status: Status
    begun: bool = True
    steps: tuple[TraceStep, ...] = ()
    ghost: bool | None = None
    error: str = ""
    message: str = ""
    cause: str = ""

    @property
    def worked(self) -> bool:
        """Whether it was done and had an effect."""
        if self.status != "done":
            return False
        return not self.ghost or self.action in _NO_EFFECT_ASKED or self.cause.endswith(_HELD)

    @property
    def verb(self) -> str:
        """Its last step, in the vocabulary of traces."""
        return self.steps[-1].verb if self.steps else ""


def own_attempts(events: Sequence[Event]) -> list[Attempt]:
    """The attempts of our agent, oldest first; opening the start page is the harness's."""
    attempts: list[Attempt] = []
    waiting: dict[int, int] = {}
    answered = False
    for event in _since_asked(events):
        match event:
            case ModelReplied() | ActAnswered():
                answered = True
            case ActionStarted():
                waiting[event.seq] = len(attempts)
                attempts.append(_started(event))
            case ActionEnded() if event.started in waiting:
                answered = False
                place = waiting.pop(event.started)
                attempts[place] = _ended(attempts[place], event)
            case Verified() if attempts and attempts[-1].status == "done":
                # The visual check decides: it sees unreported changes, and what moves by itself.
                attempts[-1] = replace(attempts[-1], ghost=not event.changed)
            case SkillFailed() if _is_action(event, attempts, answered):
                attempts.append(_failed(event))
    return attempts


def _since_asked(events: Iterable[Event]) -> Iterator[Event]:
    model_called = False
    for event in events:
        model_called = model_called or isinstance(event, ModelCalled | ActAsked)
        if model_called:
            yield event


def _is_action(event: SkillFailed, attempts: Sequence[Attempt], answered: bool) -> bool:
    """Whether a failed skill was an action that no ``action.ended`` reported before."""
    reported = bool(attempts) and attempts[-1].status == "broken" and not answered
    return event.skill not in CONTROL | _SENSING and not reported


def _started(event: ActionStarted) -> Attempt:
    # An action without an end was cut off with the process.
    return Attempt(
        action=event.action,
        key=_key(event.action, event.target, event.arguments),
        status="broken",
        steps=steps_of(event.action, event.target, event.arguments),
    )


def _ended(attempt: Attempt, event: ActionEnded) -> Attempt:
    error, _, message = event.error.partition(": ")
    return replace(
        attempt,
        status=cast(Status, event.status),
        ghost=event.ghost if event.status == "done" else None,
        error=error,
        message=message,
        cause=event.cause,
    )


def _failed(event: SkillFailed) -> Attempt:
    return Attempt(
        action=event.skill,
        key=_key(event.skill, {}, {"error": event.error}),
        status="refused",
        steps=steps_of(event.skill, {}, {}),
        begun=False,
        error=event.type,
        message=event.error,
    )


def _key(action: str, target: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    return json.dumps([action, target, arguments], sort_keys=True, default=str)
