"""What the API takes and gives."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from agent_e.journal.events import number
from agent_e.types import Task

from .folder_run import FolderRun, FolderState
from .grants import GrantRow
from .managed_run import ManagedRun, ServedState
from .run_figures import RunFigures
from .schema import Given, Taken

Words = Annotated[str, Field(min_length=1, max_length=20_000)]


class Problem(Given):
    """What went wrong."""

    error: str
    """One or two sentences: what happened, why, what to do next."""


class RunLimits(Taken):
    """How much the run may use."""

    max_steps: int | None = Field(default=None, ge=1)
    """Model calls."""
    max_calls: int | None = Field(default=None, ge=1)
    """Requests to models, failed tries among them."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Input and output tokens together."""
    max_cost: float | None = Field(default=None, gt=0)
    """US dollars; needs a model whose price is known."""
    seconds: float | None = Field(default=None, gt=0)
    """Wall time; waiting for the person does not count."""


class RunHuman(Taken):
    """Asking the person, in human mode."""

    on_ask: Literal["fail", "default", "deny"] | None = None
    """What becomes of a question that nobody answers in time."""
    deadline_s: float | None = Field(default=None, gt=0)
    """Longest wait for an answer, seconds; left out, there is no limit."""
    plan_review: bool | None = None
    """Ask before anything is done by the plan, and when it changes; the mode is human then."""
    review: bool | None = None
    """Ask before the run ends whether its answer will do; the mode is human then."""


class RunSafety(Taken):
    """What the run may do."""

    profile: Literal["strict", "balanced", "ci"] | None = None
    """What is asked: every change, what cannot be taken back, or nothing (that is refused then)."""
    allow: list[str] | None = None
    """Hosts to stay on, such as example.org or *.example.org."""
    deny: list[str] | None = None
    """Hosts that are never opened."""
    may: list[Annotated[str, Field(max_length=200)]] | None = Field(default=None, max_length=50)
    """Acts done without asking, as --may has them: sign-in, send or order<=50 EUR."""
    on: list[str] | None = None
    """Hosts where those hold; left out, the sites of the task."""
    saved_logins: bool | None = None
    """Sign in on the task's sites with what the vault holds for them without asking."""
    keep_task: bool | None = None
    """Leave passwords, codes and keys in the task as they are, for tasks about such things."""


_RUN_EXAMPLE: JsonDict = {
    "task": "Find the price of the Fjord Wool Blanket.",
    "start_url": "http://127.0.0.1:8000/",
    "mode": "human",
    "limits": {"max_steps": 40},
}


class RunRequest(Taken):
    """A run to be made; what is left out is as the server was started with."""

    model_config = ConfigDict(
        extra="forbid",
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [_RUN_EXAMPLE]},
    )

    task: Words
    """What to do, in words."""
    start_url: str | None = Field(default=None, max_length=8_000)
    """The page to begin on."""
    output_schema: dict[str, Any] | None = None
    """JSON Schema that the answer has to meet."""
    plan: list[Words] = Field(default=[], max_length=50)
    """Steps to go by; left out, the agent plans."""
    grants: list[GrantRow] | None = Field(default=None, max_length=12)
    """What the words of the task allow, of what POST /console/grants read in them; left out, a
    model reads them, and with an empty list they allow nothing."""
    architecture: str | None = None
    """How the agent is put together."""
    preset: str | None = None
    """Settings of the architecture's own."""
    model: str | None = None
    """provider:model, or offline."""
    planner_model: str | None = None
    """Another model for the planner."""
    mode: Literal["autonomous", "human"] | None = None
    """With human the agent may ask; see the run's requests."""
    verify: Literal["auto", "always", "never"] | None = None
    """When a model judges the answer."""
    limits: RunLimits = RunLimits()
    """How much it may use."""
    human: RunHuman = RunHuman()
    """Asking the person."""
    safety: RunSafety = RunSafety()
    """What it may do."""

    def changes(self) -> dict[str, Any]:
        """Return what it changes of the settings, nested."""
        aside = {"task", "start_url", "output_schema", "plan", "grants"}
        return self.model_dump(exclude_none=True, exclude_unset=True, exclude=aside)

    def to_task(self) -> Task:
        """Return the task."""
        given = self.grants
        return Task(
            text=self.task,
            start_url=self.start_url,
            output_schema=self.output_schema,
            plan=tuple(self.plan),
            grants=None if given is None else tuple(row.model_dump() for row in given),
        )


class LimitsInfo(Given):
    """The limits of a run as they are resolved; null is no limit."""

    steps: float | None
    """Model calls."""
    llm_calls: float | None
    """Requests to models, failed tries among them."""
    tokens: float | None
    """Input and output tokens together."""
    usd: float | None
    """US dollars."""
    seconds: float | None
    """Wall time; waiting for the person does not count."""


class RunInfo(Given):
    """How a run stands."""

    id: str
    """By which it is asked for."""
    state: ServedState | FolderState
    """planning (also while it waits for a browser), awaiting_plan, running, paused, awaiting_human,
    stopping, ended; interrupted: it was cut off, and resume goes on with one of the server's own.
    Of runs that this server has not made also unfinished (nothing tells which process has it) and
    damaged (its files cannot be read)."""
    served: bool
    """Whether a server of this folder has made it; others can be looked at, and those under way
    stopped, held, steered and answered."""
    task: str
    """What it is to do."""
    start_url: str | None
    """The page it began on."""
    url: str | None
    """The page it is on; before it has one, and once it has ended, its start."""
    architecture: str
    """How the agent is put together."""
    mode: Literal["autonomous", "human"]
    """Whether it may ask."""
    models: dict[str, str]
    """Names of its models by role."""
    started: float | None
    """Seconds since the epoch."""
    ended: float | None
    """Seconds since the epoch; null before its end."""
    seconds: float
    """How long it takes so far, or took; since it was resumed, if it was."""
    steps: int
    """Model calls so far, those beside the agents' work left out."""
    tokens: int
    """Input and output tokens together, so far."""
    cost_usd: float | None
    """US dollars so far; null where a price is not known."""
    limits: LimitsInfo
    """How much it may use."""
    requests: int
    """How many questions wait for an answer."""
    asked: list[dict[str, Any]] = []
    """The questions, as of its requests; the list of runs leaves them out."""
    holder: str
    """Who has taken over its window; empty while the agents have it."""
    can_take_over: bool
    """Whether its window can be taken over."""
    plan_version: int
    """Of its plan; 0 without one. In the list of runs also 0 for those that have ended."""
    problem: str
    """Why an interrupted run could not be gone on with, or a damaged one not be read."""
    outcome: str | None
    """How it ended; null before its end."""
    result: dict[str, Any] | None
    """As of agent-e run --json, once it has ended."""


class RunList(Given):
    """Runs, newest first."""

    runs: list[RunInfo]


class Steering(Taken):
    """What is wanted now."""

    words: Annotated[str, Field(min_length=1, max_length=20_000, examples=["Only those in stock."])]
    """Takes the place of what is under way."""


class Answering(Taken):
    """The answer to one question."""

    id: Annotated[str, Field(min_length=1, max_length=100, examples=["1-5d0f3a2b"])]
    """Of the question."""
    value: Any = None
    """As the question's schema has it; not looked at when it is declined."""
    note: str = Field(default="", max_length=20_000)
    """What is said beside it, such as why not."""
    decline: bool = False
    """Whether it is a no."""


class AnswerTaken(Given):
    """What was taken for the answer; the value of a secret is the name it is kept by."""

    id: str
    state: ServedState


class RequestList(Given):
    """Questions that wait, oldest first; see the fields of a request in the journal."""

    requests: list[dict[str, Any]]


class JournalEvents(Given):
    """Events of a run, oldest first."""

    events: list[dict[str, Any]]
    """Each with its number, time and kind; ``line``, where it has any, is the event in words."""


class PlanVersionInfo(Given):
    """One version of a plan."""

    number: int
    """From 1."""
    steps: list[str]
    """In order."""
    by: Literal["planner", "person"]
    """Who made it."""
    diff: list[str]
    """Against the version before: lines after +, - or a blank."""


class PlanInfo(Given):
    """A plan and how it came to be."""

    version: int
    """Of the newest; 0 without a plan."""
    steps: list[str]
    """Of the newest version."""
    done: int
    """How many of its steps are done."""
    begun: int
    """How many are done or under way; those stay as they are."""
    versions: list[PlanVersionInfo]
    """Oldest first."""


class PlanChange(Taken):
    """The steps as they are to be."""

    steps: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=2_000)]],
        Field(max_length=200, examples=[["find the product", "report its price"]]),
    ]
    """All of them, also those that are done."""
    version: int = Field(ge=0, le=1_000_000, examples=[1])
    """Number of the version that they were made from."""


class Artefact(Given):
    """A file of the run."""

    path: str
    """Below the run's artefacts."""
    bytes: int
    """Its size."""
    media_type: str
    """As it is sent."""


class ArtefactList(Given):
    """The files of a run."""

    artefacts: list[Artefact]


def info_of(run: ManagedRun | FolderRun) -> RunInfo:
    """Return how a run stands."""
    result, figures, requests = run.result, run.figures, run.requests
    return RunInfo(
        id=run.id,
        state=run.state,
        served=run.served,
        task=run.task_text,
        start_url=run.start_url,
        url=(figures.url if result is None else "") or run.start_url,
        architecture=run.architecture,
        mode=run.mode,
        models=dict(run.models),
        started=figures.started or None,
        ended=figures.ended,
        seconds=_seconds_of(figures, result),
        steps=figures.steps,
        tokens=figures.tokens,
        cost_usd=figures.cost_usd,
        limits=_limits_of(run.limits, figures),
        requests=len(requests),
        asked=requests,
        holder=run.holder,
        can_take_over=run.can_take_over,
        plan_version=run.plan_version,
        problem=run.problem,
        outcome=str(result.get("outcome")) if result is not None else None,
        result=dict(result) if result is not None else None,
    )


def _seconds_of(figures: RunFigures, result: Mapping[str, Any] | None) -> float:
    took = number(result.get("seconds")) if result is not None else None
    if took is not None or not figures.begun:
        return took or 0.0
    return round(max((figures.ended or time.time()) - figures.begun, 0.0), 3)


def _limits_of(limits: Mapping[str, Any], figures: RunFigures) -> LimitsInfo:
    def limit(name: str) -> float | None:
        most = number(limits.get(name))
        return None if most is None else most + figures.raised.get(name, 0.0)

    return LimitsInfo(
        steps=limit("max_steps"),
        llm_calls=limit("max_calls"),
        tokens=limit("max_tokens"),
        usd=limit("max_cost"),
        seconds=limit("seconds"),
    )


def plan_of(run: ManagedRun | FolderRun) -> PlanInfo:
    """Return a run's plan."""
    plan = run.plan
    return PlanInfo.model_validate(
        run.hide(
            {
                "version": plan.version,
                "steps": list(plan.steps),
                "done": plan.done,
                "begun": plan.begun,
                "versions": [
                    {
                        "number": each.number,
                        "steps": list(each.steps),
                        "by": each.by,
                        "diff": plan.diff(each.number - 1, each.number),
                    }
                    for each in plan.versions
                ],
            }
        )
    )
