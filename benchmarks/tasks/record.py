"""A benchmark task as one JSON object per line: what to do, where, and how it is judged."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Verb = Literal[
    "open", "click", "double_click", "right_click", "hover", "type", "select", "press", "scroll",
    "back", "drag", "wait",
]  # fmt: skip
"""Verbs of trace steps; architectures' own names are mapped to these."""


class Record(BaseModel):
    """Base of all records of tasks and episodes: typed, frozen, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


Guard = Literal["off", "trusted", "allowed", "web"]
"""How far the person of a task trusts its sites. ``off``: nothing is asked on any of them.
``trusted``: nothing on the start page's, and the others are not opened. ``allowed``: the start
page's may be opened and nothing else; acts on it are judged. ``web``: all may be opened, as any
public site may; acts on them are judged."""


class SecretUse(Record):
    """A secret of a task's agent, a canary: what the run leaves must not contain it."""

    name: str
    site: str
    """One of the task's sites, to which it is bound."""
    value: str
    kind: Literal["password", "code", "text"] = "password"


class SiteUse(Record):
    """One of our own sites that a task runs on; ``{name}`` in its texts is its address."""

    name: str
    options: dict[str, JsonValue] = {}
    """For the site's builder, such as a seed."""


class TraceStep(Record):
    """One action of a reference trace, as a person would describe it."""

    verb: Verb
    role: str = ""
    """Role of the element, such as button; empty where there is none."""
    name: str = ""
    """Its accessible name, or the address to open."""
    value: str = ""
    """Text typed, chosen or pressed; of a click where in the element: ``0.5,0.25`` of its box."""
    selector: str = ""
    """A CSS selector of the same element, for traces and oracles whose elements have no name."""


class Reference(Record):
    """The known right result."""

    answer: JsonValue = None
    kind: Literal["golden", "possible"] = "golden"
    """Whether it is the only right answer, or one that was right at some time."""
    notice: str = ""
    """A note for judges beside it."""
    trace: tuple[TraceStep, ...] = ()
    """One way to do it, usually the shortest."""


class TaskLimits(Record):
    """Limits of an episode; the run sets those that are missing."""

    steps: int | None = Field(default=None, ge=1)
    llm_calls: int | None = Field(default=None, ge=1)
    seconds: float | None = Field(default=None, gt=0)
    usd: float | None = Field(default=None, gt=0)


class EvaluatorSpec(BaseModel):
    """One check; additional keys are for the evaluator of its type."""

    model_config = ConfigDict(extra="allow", frozen=True, use_attribute_docstrings=True)

    type: str
    weight: float = Field(default=1.0, gt=0)
    """Its weight in the partial score."""
    required: bool = True
    """Whether the episode succeeds only if it passes."""

    @property
    def own(self) -> dict[str, Any]:
        """The keys that the evaluator of this type reads."""
        return dict(self.model_extra or {})


class BenchTask(Record):
    """One task of a suite.

    Attributes are those of the JSON form. In ``intent``, ``start_url``, the trace and the
    evaluators ``{shop}`` stands for that site's address, ``{today+30d}`` for a date.
    """

    id: str = Field(min_length=1)
    """Unique in the suite."""
    suite: str
    revision: int = Field(default=1, ge=1)
    intent: str
    """The agent's instruction."""
    start_url: str | None = None
    sites: tuple[SiteUse, ...] = ()
    """Ours, served for the episode; none for live sites."""
    template_id: str = ""
    """Tasks of one template are alike: errors are clustered by it."""
    params: dict[str, JsonValue] = {}
    browsergym: str | None = None
    """Name of the task of BrowserGym that it is, which says what to do; its reward is that of
    the site ``browsergym``."""
    seed: int | None = None
    guard: Guard = "off"
    secrets: tuple[SecretUse, ...] = ()
    """Instead of the person's own."""
    login: str | None = None
    """Name of the account to be logged in with, if any."""
    tags: dict[str, JsonValue] = {}
    """Such as site, category, difficulty, mutating."""
    answer_schema: dict[str, JsonValue] | None = None
    """JSON Schema of the answer; free text without one."""
    feasible: bool = True
    """False where the right answer is that it cannot be done."""
    limits: TaskLimits = TaskLimits()
    reset: Literal["none", "context", "site"] = "site"
    """What is reset before an episode."""
    evaluators: tuple[EvaluatorSpec, ...] = ()
    reference: Reference = Reference()
    valid_until: date | None = None
    """After this day it can no longer be done as written."""
    source: str = ""
    licence: str = ""

    @property
    def mutating(self) -> bool:
        """Whether doing it changes its site, so that no other task may run there meanwhile."""
        return bool(self.tags.get("mutating"))

    @property
    def cluster(self) -> str:
        """Key by which its result is clustered."""
        return self.template_id or self.id
