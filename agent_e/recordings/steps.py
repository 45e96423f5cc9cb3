"""What a run did in its browser, in order, with what each action brought about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agent_e.journal import RunTranscript
from agent_e.journal.events import (
    ActionEnded,
    ActionStarted,
    BrowserEvent,
    Controlled,
    Event,
    RunStarted,
    SubTaskStarted,
)


@dataclass(kw_only=True, slots=True)
class DoneAction:
    """One action that was carried out.

    Attributes:
        events: of the browser, until the next action.
        answers: actions that answered the dialogs that it opened.
        ends: its own end, then theirs.
    """

    start: ActionStarted
    ends: list[ActionEnded]
    events: list[BrowserEvent] = field(default_factory=list)
    answers: list[ActionStarted] = field(default_factory=list)

    @property
    def navigated(self) -> bool:
        """Whether another document opened in its tab."""
        return any(
            event.tab == self.start.tab and not event.same_document and event.seq < last.seq
            for event in self.of("navigation")
            for last in self.ends[-1:]
        )

    def of(self, what: str) -> list[BrowserEvent]:
        """The events of one kind."""
        return [event for event in self.events if event.what == what]

    def given(self, name: str) -> Any:
        """An argument; ``None`` where it is not given."""
        return self.start.arguments.get(name)

    def text(self, name: str) -> str:
        """An argument as text; ``""`` where it is not given."""
        return str(self.given(name) or "")


@dataclass(frozen=True, kw_only=True, slots=True)
class Remark:
    """A part of the run, or something that was done and cannot be done again (``missing``)."""

    text: str
    missing: bool = False


def steps_of(transcript: RunTranscript) -> list[DoneAction | Remark]:
    """Return the actions that were carried out, and remarks on the parts of the run."""
    steps: list[DoneAction | Remark] = []
    action: DoneAction | None = None
    for event in transcript.events:
        if isinstance(event, BrowserEvent) and action is not None:
            action.events.append(event)
        end = transcript.ends.get(event.seq) if isinstance(event, ActionStarted) else None
        # What only reads says nothing of whether it changed the page.
        if not isinstance(event, ActionStarted) or end is None or end.ghost is None:
            steps += _remarks(event, end)
        elif event.action == "handle_dialog" and action is not None:
            action.answers.append(event)
            action.ends.append(end)
        else:
            action = DoneAction(start=event, ends=[end])
            steps.append(action)
    return steps


def _remarks(event: Event, end: ActionEnded | None) -> Iterator[Remark]:
    match event:
        case SubTaskStarted():
            yield Remark(text=f"{event.number}. {event.sub_task}")
        case RunStarted(kind="run.continued") | BrowserEvent(what="browser_reopened"):
            yield Remark(text="Here the run went on in a new browser.")
        case Controlled(kind="control.taken"):
            words = "Here a person used the window: what they did is not in the journal."
            yield Remark(text=words, missing=True)
        case ActionStarted() if end is None or end.status == "broken":
            words = f"{event.action} {event.target.get('name', '')} broke off, done or not."
            yield Remark(text=words, missing=True)
