"""What a run has done so far, kept up to date from its events; what the live view draws."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_e.journal.effects import notified_words
from agent_e.journal.words import (
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
from agent_e.types import Usage

from .output import clean

KEPT_LINES = 50

_BROWSER_EVENTS = {
    "tab_crashed": "a tab crashed",
    "tab_stuck": "a tab did not answer and was given up",
    "dialog_opened": "a dialog opened",
    "download": "downloaded",
    "download_failed": "a download failed",
    "browser_gone": "the browser is gone",
    "storage_state_failed": "the login could not be saved",
}

_STATES = {
    "paused": "paused",
    "awaiting_human": "waiting for you",
    "awaiting_plan": "waiting for you",
    "stopping": "stopping",
}

Pricer = Callable[[Mapping[str, Usage], Mapping[str, str]], float | None]
"""From usage and model by role to US dollars; ``None`` when a price is not known."""


@dataclass(slots=True)
class Line:
    """One line of the feed.

    ``kind`` is ``action``, ``subtask`` or ``note``; ``status`` is ``running``, ``done``,
    ``refused`` or ``broken``; ``result`` says in short what came of it.
    """

    kind: str
    text: str
    status: str = "done"
    result: str = ""
    started: float = 0.0
    seconds: float | None = None


@dataclass(slots=True)
class Progress:
    """State of one run; times are seconds since the epoch, as in the events.

    ``cost_usd`` is ``None`` when a price is not known, or no ``pricer`` was given.
    """

    pricer: Pricer | None = None
    task: str = ""
    architecture: str = ""
    models: str = ""
    start_url: str = ""
    plan: list[tuple[str, str]] = field(default_factory=list)
    feed: deque[Line] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    activity: str = "starting"
    state: str = ""
    steps: int = 0
    calls: int = 0
    usage: dict[str, Usage] = field(default_factory=dict)
    cost_usd: float | None = 0.0
    started: float = 0.0
    ended: float | None = None
    _models: dict[str, str] = field(default_factory=dict)
    _actions: dict[int, Line] = field(default_factory=dict)
    _asked: dict[str, str] = field(default_factory=dict)

    @property
    def doing(self) -> str:
        """What goes on: that the person is waited for says more than what was done last."""
        return _STATES.get(self.state, self.activity)

    @property
    def tokens(self) -> int:
        """Tokens of all roles together."""
        return sum(usage.tokens for usage in self.usage.values())

    def handle(self, event: Event) -> None:
        """Take in one event; kinds that nobody needs to see are ignored."""
        handler = getattr(self, f"_on_{str(event['kind']).replace('.', '_')}", None)
        if handler:
            handler(event)

    def seconds(self, now: float) -> float:
        """How long the run has taken, or took."""
        return max((self.ended or now) - self.started, 0.0) if self.started else 0.0

    def _on_run_started(self, event: Event) -> None:
        task = event.get("task", "")
        self.task = clean(str(task.get("text", "") if isinstance(task, dict) else task))
        self.architecture = clean(str(event.get("architecture") or ""))
        self.models = model_names(event.get("models"))
        self.start_url = clean(str(event.get("start_url") or ""))
        self.started = float(event["time"])

    def _on_plan_updated(self, event: Event) -> None:
        self.plan = plan_steps(event)

    def _on_subtask_started(self, event: Event) -> None:
        self._add(
            Line(kind="subtask", text=clean(str(event.get("sub_task", ""))), status="running")
        )

    def _on_subtask_ended(self, event: Event) -> None:
        status = "done" if event.get("status") == "done" else "broken"
        for line in reversed(self.feed):
            if line.kind == "subtask" and line.status == "running":
                line.status, line.result = status, clean(str(event.get("summary", "")))
                return

    def _on_model_called(self, event: Event) -> None:
        self.steps += 1
        self.calls += 1
        role = clean(str(event.get("role") or "model"))
        self._models[role] = str(event.get("model") or "")
        self.activity = f"{role} is thinking"

    def _on_model_replied(self, event: Event) -> None:
        self.activity = "working"
        role = clean(str(event.get("role") or "model"))
        used = Usage(**_figures(event.get("usage")))
        self.usage[role] = self.usage.get(role, Usage()) + used
        # Each reply by itself: a role's model may be replaced in the middle of a run.
        model = str(event.get("model") or self._models.get(role, ""))
        cost = self.pricer({role: used}, {role: model}) if self.pricer else None
        known = cost is not None and self.cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost or 0.0) if known else None

    def _on_model_retried(self, event: Event) -> None:
        self.calls += 1
        self.activity = f"waiting {event.get('wait_s', 0):.0f} s to try the model again"
        self._add(Line(kind="note", text="model", status="refused", result=result_words(event)))

    def _on_model_replaced(self, event: Event) -> None:
        self._add(Line(kind="note", text="model", status="refused", result=result_words(event)))

    def _on_model_failed(self, event: Event) -> None:
        self._add(Line(kind="note", text="model", status="broken", result=result_words(event)))

    def _on_limit_told(self, event: Event) -> None:
        self._add(Line(kind="note", text=limit_words(event)))

    def _on_action_started(self, event: Event) -> None:
        line = Line(kind="action", text=action_words(event), status="running")
        line.started = float(event["time"])
        self._actions[int(event["seq"])] = line
        self.activity = clean(str(event.get("action", "working")))
        self._add(line)

    def _on_action_ended(self, event: Event) -> None:
        line = self._actions.pop(int(event["started"]), None)
        if line:
            line.status = str(event.get("status", "done"))
            line.result = result_words(event)
            line.seconds = float(event["time"]) - line.started
        self.activity = "working"

    def _on_extracted(self, event: Event) -> None:
        asked, found = extract_words(event)
        self._add(Line(kind="action", text=asked, status="done", result=found))

    def _on_loop_found(self, event: Event) -> None:
        self._add(Line(kind="note", text=loop_words(event), status="refused"))

    def _on_skill_failed(self, event: Event) -> None:
        last = self.feed[-1] if self.feed else None
        # A refused action journals its own end; this says so again, for skills without one.
        if last is None or last.kind != "action" or last.result != result_words(event):
            skill = clean(str(event.get("skill", "skill")))
            self._add(Line(kind="action", text=skill, status="refused", result=result_words(event)))

    def _on_answer_checked(self, event: Event) -> None:
        self._add(Line(kind="note", text=checked_words(event)))

    def _on_person_asked(self, event: Event) -> None:
        self._asked[str((event.get("request") or {}).get("id"))] = asked_words(event)

    def _on_person_answered(self, event: Event) -> None:
        asked = self._asked.pop(str(event.get("id")), "")
        self._add(Line(kind="note", text=f"asked: {asked}", result=answered_words(event)))

    def _on_control_state(self, event: Event) -> None:
        self.state = str(event.get("state", ""))

    def _on_control_steered(self, event: Event) -> None:
        self._add(Line(kind="note", text=control_words(event)))

    _on_control_taken = _on_control_returned = _on_control_steered

    def _on_browser_event(self, event: Event) -> None:
        if text := browser_words(event):
            self._add(Line(kind="note", text=text))

    _on_security_blocked = _on_browser_event

    def _on_security_tainted(self, event: Event) -> None:
        self._add(Line(kind="note", text=tainted_words(event), status="refused"))

    def _on_gate_judged(self, event: Event) -> None:
        if text := judged_words(event):
            self._add(Line(kind="note", text=text, status="refused"))

    _on_request_judged = _on_gate_judged

    def _on_effect(self, event: Event) -> None:
        if text := notified_words(event):
            self._add(Line(kind="note", text=text, status="refused"))

    def _on_run_ended(self, event: Event) -> None:
        self.ended = float(event["time"])
        if event.get("outcome") == "success":  # the planner has no call left to tick the last step
            self.plan = [
                (text, "done" if state == "current" else state) for text, state in self.plan
            ]

    def _add(self, line: Line) -> None:
        self.feed.append(line)


def browser_words(event: Event) -> str:
    """Word a browser event worth telling; ``""`` for the rest, such as navigations."""
    if event.get("kind") == "security.blocked":
        return clean(f"refused: {event.get('sentence', '')}")
    words = _BROWSER_EVENTS.get(str(event.get("what", "")))
    if words is None:
        return ""
    said = next((event[key] for key in ("name", "message", "url") if event.get(key)), "")
    return clean(f"{words}: {said}") if said else words


def _figures(usage: Any) -> dict[str, int]:
    names = ("calls", "input_tokens", "cached_tokens", "output_tokens", "cache_write_tokens")
    return {name: int(usage[name]) for name in names if isinstance(usage, dict) and name in usage}
