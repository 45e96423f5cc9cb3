"""The view of a run without a terminal: plain lines, one for each notable event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from agent_e.journal.events import (
    ActionEnded,
    ActionStarted,
    AnswerChecked,
    ContextShortened,
    Controlled,
    Event,
    ModelTrouble,
    PersonAnswered,
    PersonAsked,
    PlanUpdated,
    Record,
    RunStarted,
    SkillFailed,
    SubTaskEnded,
    SubTaskStarted,
    read_event,
)
from agent_e.journal.formatting import (
    PLAN_BOXES,
    format_action,
    format_answered,
    format_aside,
    format_asked,
    format_error,
    format_line,
    format_result,
    plan_steps,
)

from .output import clean, print_note, shorten

WIDTH = 200


class PlainView:
    """A listener of the journal that writes lines to stderr.

    Args:
        write: writes one line.
        asks: whether questions are shown at the same place: then it does not repeat them.
    """

    def __init__(self, write: Callable[[str], None] = print_note, *, asks: bool = False) -> None:
        self._write = write
        self._asks = asks
        self._actions: dict[int, str] = {}
        self._last_result = ""
        self._lent = 0
        self._held: list[str] = []

    def __enter__(self) -> PlainView:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def __call__(self, event: Record) -> None:
        """Process one event of the journal."""
        lines = self._lines(read_event(event))
        self._held += [
            shorten(line, WIDTH) if not line.startswith(" ") else _indented(line) for line in lines
        ]
        self._write_held()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal to another user in this block: its lines are written afterwards."""
        self._lent += 1
        try:
            yield
        finally:
            self._lent -= 1
            self._write_held()

    def _write_held(self) -> None:
        if not self._lent:
            held, self._held = self._held, []
            for line in held:
                self._write(line)

    def _lines(self, event: Event) -> list[str]:
        match event:
            case RunStarted(kind="run.started"):
                models = clean(", ".join(event.model_names))
                head = f"model: {models}, architecture: {event.architecture}"
                return [f"task: {event.text}", head, *(f"note: {note}" for note in event.notes)]
            case PlanUpdated():
                steps = plan_steps(event)
                return ["plan:", *(f"  {PLAN_BOXES[state]} {text}" for text, state in steps)]
            case SubTaskStarted():
                return [f"sub-task {event.number}: {event.sub_task}"]
            case SubTaskEnded():
                return [f"sub-task {event.number} {event.status}: {event.summary}"]
            case PersonAsked():
                return [] if self._asks else [f"waiting for you: {format_asked(event)}"]
            case PersonAnswered():
                return [f"answer: {format_answered(event)}"]
            case Controlled() | AnswerChecked():
                return [format_aside(event)]
        words = self._format_indented(event)
        return [f"  {words}"] if words else []

    def _format_indented(self, event: Event) -> str:
        match event:
            case ActionStarted():
                self._actions[event.seq] = format_action(event)
                return ""
            case ActionEnded():
                words = self._actions.pop(event.started, "action")
                self._last_result = format_result(event)
                status = "" if event.status == "done" else f" ({event.status})"
                return words + status + (f": {self._last_result}" if self._last_result else "")
            case SkillFailed() if format_error(event) == self._last_result:
                return ""  # the action has just reported the same
            case ModelTrouble():
                failed = " (failed)" if event.kind == "model.failed" else ""
                again = f" Trying again {_when(event.wait_s)}."
                retried = again if event.kind == "model.retried" else ""
                return f"model{failed}: {format_error(event)}{retried}"
        return "" if isinstance(event, ContextShortened) else format_line(event)


def _when(wait_s: float) -> str:
    return "at once" if wait_s < 0.05 else f"in {wait_s:.{0 if wait_s >= 1 else 1}f} s"


def _indented(line: str) -> str:
    return "  " + shorten(clean(line), WIDTH - 2)
