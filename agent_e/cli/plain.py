"""The view of a run where there is no terminal: plain lines, one for each event of note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from agent_e.journal.effects import notified_words
from agent_e.journal.words import (
    PLAN_BOXES,
    Event,
    action_words,
    answered_words,
    asked_words,
    checked_words,
    control_words,
    extract_words,
    judged_words,
    limit_words,
    loop_words,
    model_names,
    plan_steps,
    result_words,
    tainted_words,
)

from .output import clean, print_note, shorten
from .progress import browser_words

WIDTH = 200


class PlainView:
    """A listener of the journal that writes lines to stderr.

    Args:
        write: writes one.
        asks: whether questions are shown where it writes: then it does not tell of them itself.
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

    def __call__(self, event: Event) -> None:
        """Take in one event of the journal."""
        lines = self._lines(event)
        self._held += [
            shorten(line, WIDTH) if not line.startswith(" ") else _indented(line) for line in lines
        ]
        self._write_held()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal to somebody else in this block: lines of it are written after it."""
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
        kind = str(event["kind"])
        handler = getattr(self, f"_on_{kind.replace('.', '_')}", None)
        lines: list[str] = handler(event) if handler else []
        return lines

    def _on_run_started(self, event: Event) -> list[str]:
        task = event.get("task", "")
        text = task.get("text", "") if isinstance(task, dict) else task
        lines = [f"task: {text}"]
        lines.append(
            f"model: {model_names(event.get('models'))}, architecture: {event.get('architecture')}"
        )
        return lines + [f"note: {note}" for note in event.get("notes", ())]

    def _on_plan_updated(self, event: Event) -> list[str]:
        return ["plan:"] + [f"  {PLAN_BOXES[state]} {text}" for text, state in plan_steps(event)]

    def _on_subtask_started(self, event: Event) -> list[str]:
        return [f"sub-task {event.get('number', '')}: {event.get('sub_task', '')}"]

    def _on_subtask_ended(self, event: Event) -> list[str]:
        head = f"sub-task {event.get('number', '')} {event.get('status', '')}"
        return [f"{head}: {event.get('summary', '')}"]

    def _on_action_started(self, event: Event) -> list[str]:
        self._actions[int(event["seq"])] = action_words(event)
        return []

    def _on_action_ended(self, event: Event) -> list[str]:
        words = self._actions.pop(int(event["started"]), "action")
        status = "" if event.get("status") == "done" else f" ({event.get('status')})"
        self._last_result = result_words(event)
        told = f": {self._last_result}" if self._last_result else ""
        return [f"  {words}{status}{told}"]

    def _on_extracted(self, event: Event) -> list[str]:
        asked, found = extract_words(event)
        return [f"  {asked}: {found}"]

    def _on_loop_found(self, event: Event) -> list[str]:
        return [f"  {loop_words(event)}"]

    def _on_answer_checked(self, event: Event) -> list[str]:
        return [checked_words(event)]

    def _on_skill_failed(self, event: Event) -> list[str]:
        if result_words(event) == self._last_result:
            return []  # the action has just said so itself
        return [f"  {event.get('skill', 'skill')} (refused): {result_words(event)}"]

    def _on_model_retried(self, event: Event) -> list[str]:
        return [f"  model: {result_words(event)} Trying again in {event.get('wait_s', 0):.0f} s."]

    def _on_model_replaced(self, event: Event) -> list[str]:
        return [f"  model: {result_words(event)}"]

    def _on_model_failed(self, event: Event) -> list[str]:
        return [f"  model (failed): {result_words(event)}"]

    def _on_limit_told(self, event: Event) -> list[str]:
        return [f"  {limit_words(event)}"]

    def _on_browser_event(self, event: Event) -> list[str]:
        words = browser_words(event)
        return [f"  {words}"] if words else []

    _on_security_blocked = _on_browser_event

    def _on_person_asked(self, event: Event) -> list[str]:
        return [] if self._asks else [f"waiting for you: {asked_words(event)}"]

    def _on_person_answered(self, event: Event) -> list[str]:
        return [f"answer: {answered_words(event)}"]

    def _on_control_steered(self, event: Event) -> list[str]:
        return [control_words(event)]

    _on_control_paused = _on_control_resumed = _on_control_stopped = _on_control_steered
    _on_control_taken = _on_control_returned = _on_control_steered

    def _on_security_tainted(self, event: Event) -> list[str]:
        return [f"  {tainted_words(event)}"]

    def _on_gate_judged(self, event: Event) -> list[str]:
        words = judged_words(event)
        return [f"  {words}"] if words else []

    _on_request_judged = _on_gate_judged

    def _on_effect(self, event: Event) -> list[str]:
        words = notified_words(event)
        return [f"  {words}"] if words else []


def _indented(line: str) -> str:
    return "  " + shorten(clean(line), WIDTH - 2)
