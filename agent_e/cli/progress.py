"""The state of a run, updated from its events; the live view draws it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agent_e.journal.events import (
    ActionEnded,
    ActionStarted,
    ContextShortened,
    ControlState,
    EffectMade,
    Event,
    Extracted,
    Judged,
    LoopFound,
    ModelCalled,
    ModelReplied,
    ModelTrouble,
    PersonAnswered,
    PersonAsked,
    PlanUpdated,
    RunEnded,
    RunStarted,
    SkillFailed,
    SubTaskEnded,
    SubTaskStarted,
    Tainted,
)
from agent_e.journal.formatting import (
    format_action,
    format_answered,
    format_aside,
    format_asked,
    format_error,
    format_extract,
    format_result,
    plan_steps,
)
from agent_e.types import Usage

from .output import clean

KEPT_LINES = 50

_STATES = {
    "paused": "paused",
    "awaiting_human": "waiting for you",
    "awaiting_plan": "waiting for you",
    "stopping": "stopping",
}

Pricer = Callable[[Mapping[str, Usage], Mapping[str, str]], float | None]
"""From usage and model by role to US dollars; ``None`` when a price is unknown."""


@dataclass(slots=True)
class Line:
    """One line of the feed.

    ``kind`` is ``action``, ``subtask`` or ``note``; ``status`` is ``running``, ``done``,
    ``refused`` or ``broken``; ``result`` is the outcome in short.
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

    ``cost_usd`` is ``None`` when a price is unknown, or no ``pricer`` was given.
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
    _open_questions: dict[str, str] = field(default_factory=dict)

    @property
    def doing(self) -> str:
        """The current activity: waiting for the person takes precedence over the last action."""
        return _STATES.get(self.state, self.activity)

    @property
    def tokens(self) -> int:
        """Tokens of all roles together."""
        return sum(usage.tokens for usage in self.usage.values())

    def handle(self, event: Event) -> None:
        """Process one event; kinds without interest to people are ignored."""
        of_parts = (self._of_the_run, self._of_models, self._of_actions, self._of_tasks)
        if any(part(event) for part in of_parts) or _is_shown_otherwise(event):
            return
        if words := format_aside(event):
            warns = isinstance(event, LoopFound | Tainted | Judged | EffectMade)
            self._add("note", words, "refused" if warns else "done")

    def seconds(self, now: float) -> float:
        """How long the run has taken, or took."""
        return max((self.ended or now) - self.started, 0.0) if self.started else 0.0

    def _of_the_run(self, event: Event) -> bool:
        match event:
            case RunStarted(kind="run.started"):
                self.task, self.architecture = clean(event.text), clean(event.architecture)
                self.models = clean(", ".join(event.model_names))
                self.start_url, self.started = clean(event.start_url), event.time
            case PlanUpdated():
                self.plan = plan_steps(event)
            case ControlState():
                self.state = event.state
            case RunEnded():
                self.ended = event.time
                if event.outcome == "success":  # the planner has no call left to tick the last step
                    ticked = {"current": "done"}
                    self.plan = [(text, ticked.get(state, state)) for text, state in self.plan]
            case _:
                return False
        return True

    def _of_models(self, event: Event) -> bool:
        match event:
            case ModelCalled():
                self.steps += not event.aside
                self.calls += 1
                role = clean(event.role or "model")
                self._models[role] = event.model
                self.activity = f"{role} is thinking"
            case ModelReplied():
                self.activity = "working"
                self._pay(event)
            case ModelTrouble():
                if event.kind == "model.retried":
                    self.calls += 1
                    self.activity = f"waiting {event.wait_s:.1f} s to try the model again"
                status = "broken" if event.kind == "model.failed" else "refused"
                self._add("note", "model", status, format_error(event))
            case _:
                return False
        return True

    def _pay(self, event: ModelReplied) -> None:
        role, used = clean(event.role or "model"), event.used
        self.usage[role] = self.usage.get(role, Usage()) + used
        # Priced individually: a role's model may be replaced during a run.
        model = event.model or self._models.get(role, "")
        cost = self.pricer({role: used}, {role: model}) if self.pricer else None
        known = cost is not None and self.cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost or 0.0) if known else None

    def _of_actions(self, event: Event) -> bool:
        match event:
            case ActionStarted():
                self.activity = clean(event.action or "working")
                line = self._add("action", format_action(event), "running")
                line.started, self._actions[event.seq] = event.time, line
            case ActionEnded():
                self.activity = "working"
                if ended := self._actions.pop(event.started, None):
                    ended.status, ended.result = event.status or "done", format_result(event)
                    ended.seconds = event.time - ended.started
            case Extracted():
                query, found = format_extract(event)
                self._add("action", query, result=found)
            case SkillFailed():
                last, words = self.feed[-1] if self.feed else None, format_error(event)
                # A refused action journals its own end; this repeats it, for skills without one.
                if last is None or last.kind != "action" or last.result != words:
                    self._add("action", event.skill or "skill", "refused", words)
            case _:
                return False
        return True

    def _of_tasks(self, event: Event) -> bool:
        match event:
            case SubTaskStarted():
                self._add("subtask", event.sub_task, "running")
            case SubTaskEnded():
                self._end_sub_task(event)
            case PersonAsked():
                self._open_questions[str(event.request.get("id"))] = format_asked(event)
            case PersonAnswered():
                question = self._open_questions.pop(event.id, "")
                self._add("note", f"asked: {question}", result=format_answered(event))
            case _:
                return False
        return True

    def _end_sub_task(self, event: SubTaskEnded) -> None:
        for line in reversed(self.feed):
            if line.kind == "subtask" and line.status == "running":
                line.status = "done" if event.status == "done" else "broken"
                line.result = clean(event.summary)
                return

    def _add(self, kind: str, text: str, status: str = "done", result: str = "") -> Line:
        line = Line(kind=kind, text=clean(text), status=status, result=result)
        self.feed.append(line)
        return line


def _is_shown_otherwise(event: Event) -> bool:
    """Whether an event is shown elsewhere in the view, or only in the story of a run."""
    pressed = ("control.paused", "control.resumed", "control.stopped")
    return event.kind in pressed or isinstance(event, ContextShortened)
