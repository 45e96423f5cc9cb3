"""The figures of a run, counted as its events come or taken from its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_e.journal import events as of
from agent_e.journal import read_event
from agent_e.journal.events import number
from agent_e.types import Usage

from .journal_tail import JournalTail, last_line, line_of

_COUNTED = (
    of.ActionEnded,
    of.ControlState,
    of.LimitRaised,
    of.ModelCalled,
    of.ModelReplied,
    of.ModelTrouble,
    of.PersonAnswered,
    of.PersonAsked,
    of.Pictured,
    of.PlanUpdated,
    of.RunEnded,
    of.RunStarted,
)
_KINDS = {kind for each in _COUNTED for kind in of.event_kinds()[each]}


@dataclass(kw_only=True, slots=True)
class RunFigures:
    """How far a run has come; times are seconds since the epoch.

    Attributes:
        seq: number of the last event that was counted.
        started: of the run; ``begun``: since when its limits count, which is later for one that
            was resumed. Steps, tokens and cost are counted from there.
        url: address of its page.
        cost_usd: ``None`` where a price is unknown.
        models: their names by role.
        state: as of its last ``control.state``.
        raised: by how much each limit was.
        asked: open questions by their ids.
    """

    seq: int = 0
    started: float = 0.0
    begun: float = 0.0
    ended: float | None = None
    url: str = ""
    steps: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0
    models: dict[str, str] = field(default_factory=dict)
    plan_version: int = 0
    state: str = ""
    raised: dict[str, float] = field(default_factory=dict)
    asked: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def read(self, tail: JournalTail) -> None:
        """Count what was added to a journal."""
        for line in tail.lines():
            # Most of a journal is what models and pages said, which has no figures.
            if line.kind in _KINDS:
                self.add(line.event)
            self.seq = max(self.seq, line.seq)

    def add(self, raw: Mapping[str, Any]) -> None:
        """Count an event, once."""
        if raw.get("kind") not in _KINDS:
            return
        event = read_event(raw)
        if event.seq <= self.seq:
            return
        self.seq = event.seq
        if not self._count_call(event):
            self._follow(event)

    def settle(self, result: Mapping[str, Any], at: float) -> None:
        """Take the figures of a run's result, which was written ``at`` that time."""
        usage = result.get("usage")
        used = usage.values() if isinstance(usage, Mapping) else ()
        self.tokens = sum(
            int(number(each.get(part)) or 0)
            for each in used
            if isinstance(each, Mapping)
            for part in ("input_tokens", "output_tokens")
        )
        self.steps = int(number(result.get("steps")) or 0)
        self.cost_usd = number(result.get("cost_usd"))
        self.ended = self.ended or at

    def _count_call(self, event: of.Event) -> bool:
        match event:
            case of.ModelCalled():
                self.steps += not event.aside
            case of.ModelReplied():
                self._pay(event.used, event.cost_usd)
            case of.ModelTrouble():
                if event.usage:
                    self._pay(event.used, event.cost_usd)
            case _:
                return False
        return True

    def _follow(self, event: of.Event) -> None:
        match event:
            case of.RunStarted():
                self._start(event)
            case of.RunEnded():
                self.ended = event.time
            case of.ActionEnded() | of.Pictured():
                self.url = event.url or self.url
            case of.PlanUpdated():
                self.plan_version = event.version
            case of.ControlState():
                self.state = event.state
            case of.LimitRaised(scope="run"):
                self.raised[event.limit] = self.raised.get(event.limit, 0.0) + event.by
            case of.PersonAsked():
                self.asked[str(event.request.get("id"))] = event.request
            case of.PersonAnswered():
                self.asked.pop(event.id, None)

    def _start(self, event: of.RunStarted) -> None:
        self.started, self.begun, self.ended = self.started or event.time, event.time, None
        self.steps = self.tokens = 0
        self.cost_usd, self.raised, self.state = 0.0, {}, ""
        if event.mode != "human":
            # Nobody is asked again; else open questions are, under their ids and without an event.
            self.asked = {}
        if isinstance(event.models, Mapping):
            self.models = {str(role): str(name) for role, name in event.models.items()}

    def _pay(self, used: Usage, cost_usd: float | None) -> None:
        self.tokens += used.tokens
        known = cost_usd is not None and self.cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost_usd or 0.0) if known else None


def figures_of_ends(tail: JournalTail) -> RunFigures:
    """Return what the first and the last event of a journal tell, without reading the others."""
    figures = RunFigures()
    if tail.path.exists():
        with tail.path.open("rb") as file:
            figures.add(line_of(file.readline()).event)
        last = last_line(tail.path)
        if last is not None:
            figures.add(last.event)
    return figures
