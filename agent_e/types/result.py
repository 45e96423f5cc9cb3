"""How skills, sub-tasks and runs end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal

from .change import ChangeReport
from .effect import Effect
from .evidence import Material, Reference
from .observation import BBox
from .page_text import PageText
from .person import PersonAnswer
from .picture import Picture
from .usage import Usage

SCHEMA_VERSION = 1


class Outcome(StrEnum):
    """How a run ended; ``exit_code`` is what the command line returns for it.

    ``error`` is 6 when the model or its provider failed and 7 when the browser did, ``stopped`` 130
    or 143 by signal: for those a ``TaskResult`` carries the code of the error that ended the run.
    """

    SUCCESS = "success"
    GAVE_UP = "gave_up"
    NEEDS_PERSON = "needs_person"
    DENIED = "denied"
    LIMIT = "limit"
    ERROR = "error"
    BAD_OUTPUT = "bad_output"
    UNVERIFIED = "unverified"
    STOPPED = "stopped"

    @property
    def exit_code(self) -> int:
        """The process exit code of this outcome; 2 is kept for usage and configuration errors."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Outcome.SUCCESS: 0,
    Outcome.GAVE_UP: 1,
    Outcome.NEEDS_PERSON: 3,
    Outcome.DENIED: 4,
    Outcome.LIMIT: 5,
    Outcome.ERROR: 6,
    Outcome.BAD_OUTPUT: 8,
    Outcome.UNVERIFIED: 9,
    Outcome.STOPPED: 130,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """Something a navigator found.

    Attributes:
        claim: as the navigator words it.
        quote: the words of the page that support it.
        step: the step that showed the quote.
        url: the address it was shown at; empty when not found.
        found: whether the quote was really shown to the navigator.
        boxes: of the quote, CSS pixels of the viewport then; empty where unknown.
    """

    claim: str
    quote: str
    step: int
    url: str
    found: bool = True
    boxes: tuple[BBox, ...] = ()

    @classmethod
    def at(cls, claim: str, place: Reference) -> Fact:
        """Return a claim with the place that supports it."""
        shown = place.evidence
        return cls(claim=claim, quote=place.text, step=shown.step, url=shown.url, boxes=place.boxes)


@dataclass(frozen=True, kw_only=True, slots=True)
class SubTaskReport:
    """How a browser-navigation chat ended.

    It is ``superseded`` when the person wanted something else meanwhile. ``url`` and ``title`` are
    the page's at the end, ``last_change`` is what the last action did. ``answer`` is for the
    person, where the sub-task was the whole task.
    """

    status: Literal["done", "failed", "blocked", "superseded"]
    summary: str
    facts: tuple[Fact, ...] = ()
    url: str = ""
    title: str = ""
    last_change: str = ""
    steps: int = 0
    answer: Any = None


Data = Material | SubTaskReport | PersonAnswer
"""What the result of a function can be made from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillResult:
    """The result of a skill.

    Attributes:
        text: what the model reads.
        report: what the action changed, for acting skills.
        stop: why the rest of a batch of calls must not run; empty when it may.
        pictures: shown to the model with the text; the chat sends them after all results.
        view: the page now, as text; unlike ``text`` useless once there is a newer one.
        ghost: whether the action had no effect, visually and by the report.
        short: one sentence without element numbers on what an action did, and the replacement of
            the result once the conversation gets too long; empty for what only reads.
        sight: ``text`` of an action for a model that sees pictures of the page: without numbers,
            and little of what is new; empty where it is ``text`` itself.
        note: text that comes from no page, after the rest: the person's, and our own.
        quotes: the words of pages that the note speaks of.
        action_text: what an acting skill says it did; in ``text`` that of ``report`` follows.
        data: other sources of ``text`` and ``view``, beside ``report``.
    """

    text: str = ""
    report: ChangeReport | None = None
    stop: str = ""
    pictures: tuple[Picture, ...] = ()
    view: str = ""
    ghost: bool = False
    short: str = ""
    sight: str = ""
    note: str = ""
    quotes: PageText = PageText()
    action_text: str = ""
    data: tuple[Data, ...] = ()

    @property
    def materials(self) -> tuple[Data, ...]:
        """All sources of the result."""
        return self.data if self.report is None else (self.report, *self.data)


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskResult:
    """How a run ended, in the form of ``agent-e run --json``.

    Attributes:
        answer: text, or the object of the output schema; ``None`` when there is none.
        verified: whether nothing speaks against the answer: its facts were located in what was
            shown, or a judge confirmed it.
        evidence: the facts the answer rests on.
        effects: changes made outside, in order.
        usage: per agent role.
        cost_usd: ``None`` when a price is unknown.
        steps: model calls of all agents that led to the answer.
        message: for anything but success, one sentence: what happened and what to do next.
        exit_code: what ``agent-e run`` exits with.
        error: the class of the error that ended the run, such as ``BadReply``; empty without one.
        assisted: whether a model that cannot see was given text in place of pictures.
        metrics: figures specific to the architecture, by name.
        value: the answer as an instance of the type that was asked for, else as it is; ``None``
            where there is none. Not part of the JSON form.
    """

    outcome: Outcome
    answer: Any = None
    verified: bool = False
    evidence: tuple[Fact, ...] = ()
    effects: tuple[Effect, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)
    cost_usd: float | None = None
    steps: int = 0
    seconds: float = 0.0
    run_dir: str = ""
    message: str = ""
    exit_code: int = 0
    error: str = ""
    assisted: bool = False
    metrics: Mapping[str, float] = field(default_factory=dict)
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form; stable within one ``schema_version``."""
        return {
            "schema_version": SCHEMA_VERSION,
            **{
                each.name: getattr(self, each.name) for each in fields(self) if each.name != "value"
            },
            "outcome": self.outcome.value,
            "evidence": [
                asdict(fact) | {"boxes": [list(box) for box in fact.boxes]}
                for fact in self.evidence
            ],
            "effects": [asdict(effect) for effect in self.effects],
            "usage": {role: usage.to_json() for role, usage in self.usage.items()},
            "seconds": round(self.seconds, 3),
            "metrics": dict(self.metrics),
        }
