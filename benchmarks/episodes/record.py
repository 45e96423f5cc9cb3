"""What an episode leaves: evidence, from which everything is judged, and its record.

DIR/
    run.json       options, versions, the tasks' hash; written first
    tasks.jsonl    the tasks as run, with placeholders resolved
    slots.json     tasks and repetitions of the last command
    episodes/<task>/<epoch>/<attempt>/
        evidence.json    the agent's answer and the final state
        pages/N.html     each open tab at the end, as DOM
        pages/N.png      and as screenshot (the active one only)
        network.jsonl    every request
        network.har      with headers and bodies, where a check reads them
        run/             run folder of our agent, or of the one that acts for a white agent
        episode.json     written last: its presence is the only sign of completion
    scores/<digest>.jsonl    conclusions of other evaluators, from `bench rescore`
    verdicts.jsonl           people's
    report/
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, JsonValue

from agent_e.benchmarks.tasks.record import Record

EPISODE_SCHEMA_VERSION = 1


class EpisodeOutcome(StrEnum):
    """How an episode ended; each ends in exactly one."""

    SUCCESS = "success"
    FAIL_SELF_AWARE = "fail_self_aware"
    """The agent said that it could not do the task."""
    FAIL_OBLIVIOUS = "fail_oblivious"
    """The agent claimed success, but the evaluators disagree."""
    FAIL_LIMIT = "fail_limit"
    """Steps, calls, time or money were used up."""
    FAIL_INVALID = "fail_invalid"
    """The model's reply was unusable."""
    BLOCKED = "blocked"
    """A captcha, a log-in or a person stood in the way."""
    INFRA_ERROR = "infra_error"
    """Browser, site, provider, judge: not the agent's doing."""
    UNJUDGED = "unjudged"
    """It could not be judged."""

    @property
    def counted(self) -> bool:
        """Whether it is in the denominator of the success rate."""
        return self not in (EpisodeOutcome.INFRA_ERROR, EpisodeOutcome.UNJUDGED)


Claim = Literal["success", "cannot", "none"]
"""The agent's claim about its own work; ``none`` if it was ended before making one."""

ClaimSource = Literal["status", "lexicon", "critique", "none"]
"""Source of the claim: an explicit status, words of refusal, a model's reading of it."""


class TabEvidence(Record):
    """One open tab at the end."""

    url: str
    title: str = ""
    html: str = ""
    """File of its DOM in the episode's folder, open shadow roots written as templates."""
    active: bool = False


class DownloadEvidence(Record):
    """One saved file."""

    name: str
    size: int
    sha256: str


class RequestEvidence(Record):
    """One request of the browser, a line of network.jsonl."""

    method: str
    url: str
    resource: str = ""
    """Kind, such as document, xhr or fetch."""
    navigation: bool = False
    post_data: str | None = None
    """As sent, at most 64 KiB; ``None`` where there is none or it is not text."""
    content_type: str = ""
    """Of the posted data."""
    status: int | None = None
    """Of the response; ``None`` where none came."""


class Evidence(Record):
    """The state when the agent ended: evaluators see this and nothing else."""

    answer: JsonValue = None
    claim: Claim = "none"
    claim_source: ClaimSource = "none"
    intent: str
    """The agent's instruction."""
    start_url: str | None = None
    tabs: tuple[TabEvidence, ...] = ()
    """Oldest first."""
    sites: dict[str, str] = {}
    """Address of each of our sites."""
    state_before: dict[str, JsonValue] = {}
    """Of each of our sites, when the episode began."""
    state: dict[str, JsonValue] = {}
    """Of each of our sites, at the end."""
    js: dict[str, JsonValue] = {}
    """Values of expressions in a fresh page at the end, by the evaluator's key (see evaluators)."""
    downloads: tuple[DownloadEvidence, ...] = ()
    screenshots: tuple[str, ...] = ()
    """Files in the episode's folder, in order; the last one shows the end."""
    peak_memory_mb: float | None = None
    """Peak of the memory that the worker, its sites, the browser and its driver held together while
    the agent worked, sampled every second and at the end; shared pages excluded."""


class PointVerdict(Record):
    """The verdict on one point of a rubric, and what of the episode shows that it is met."""

    requirement: str
    met: bool
    screenshot: str = ""
    """File in the episode's folder."""
    quote: str = ""
    """Words of the agent's answer."""
    reason: str = ""


class Verdict(Record):
    """The verdict of one evaluator."""

    type: str
    version: int
    """Of the evaluator's rule."""
    score: float
    """0 to 1."""
    passed: bool | None
    """``None`` where it could not be judged."""
    reason: str
    """One sentence."""
    evidence: str = ""
    """What in the episode it rests on, cut to a few hundred characters."""
    votes: tuple[str, ...] = ()
    """The vote of each judge, where there are several."""
    points: tuple[PointVerdict, ...] = ()
    """Of a rubric."""
    required: bool = True
    weight: float = 1.0
    cost_usd: float | None = 0.0
    """``None`` where a price is not known."""


class Score(Record):
    """The combined verdict of all evaluators of a task."""

    passed: bool | None
    """Whether every required one passed; ``None`` where one could not be judged and none failed."""
    score: float
    """Weighted mean, 0 to 1."""
    verdicts: tuple[Verdict, ...] = ()


class EpisodeUsage(Record):
    """Model calls and tokens of one role."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0


class EpisodeRecord(Record):
    """One attempt at one task: episode.json."""

    schema_version: int = EPISODE_SCHEMA_VERSION
    suite: str
    task_id: str
    cluster: str
    """Template or task: errors are clustered by it."""
    tags: dict[str, JsonValue] = {}
    feasible: bool = True
    epoch: int
    """Repetition, from 1."""
    attempt: int
    """Attempt at this repetition, from 1; more than one only after an infrastructure error."""
    agent: str
    """own, do-nothing, random, oracle, replay, or an address."""
    architecture: str = ""
    """Where the agent is our own."""
    model: str = ""
    outcome: EpisodeOutcome
    claim: Claim = "none"
    claim_source: ClaimSource = "none"
    answer: JsonValue = None
    score: Score | None = None
    """``None`` where nothing was judged."""
    message: str = ""
    """For anything but success: the message of the run or the harness, if any; those of checks are
    in ``score``."""
    assisted: bool = False
    """Whether a model without vision was given pages as text (never ranked beside vision)."""
    started: float
    """Unix time."""
    seconds: float = 0.0
    """Task completion time: from the first instruction to the final answer."""
    overhead_s: float = 0.0
    """The harness's own: context, start page, evidence, evaluation."""
    usage: dict[str, EpisodeUsage] = {}
    """By role of the agent; never a judge's."""
    cost_usd: float | None = None
    """``None`` where a price is not known."""
    metrics: dict[str, float | None] = {}
    """By name, as defined in ``metrics``; ``None`` where there is no data."""
    run: str = ""
    """Folder of the agent's run in the episode's folder."""

    @property
    def calls(self) -> int:
        """Model calls of all roles."""
        return sum(usage.calls for usage in self.usage.values())


EPISODE_FILE = "episode.json"
EVIDENCE_FILE = "evidence.json"
NETWORK_FILE = "network.jsonl"
HAR_FILE = "network.har"


def read_evidence(folder: Path) -> Evidence:
    """Read an episode's evidence."""
    return Evidence.model_validate_json((folder / EVIDENCE_FILE).read_text(encoding="utf-8"))


def read_episode(folder: Path) -> EpisodeRecord:
    """Read an episode's record."""
    return EpisodeRecord.model_validate_json((folder / EPISODE_FILE).read_text(encoding="utf-8"))


def to_json(record: BaseModel) -> Mapping[str, Any]:
    """Return a record as JSON-able data."""
    return record.model_dump(mode="json")
