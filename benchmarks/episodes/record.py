"""What an episode leaves: evidence, from which everything is judged, and its record.

DIR/
    run.json       what was asked for, versions, the tasks' hash; written first
    tasks.jsonl    the tasks as they were done, texts resolved
    episodes/<task>/<epoch>/<attempt>/
        evidence.json    what the agent said and how everything was at the end
        pages/N.html     each open tab at the end, as its DOM was
        pages/N.png      and as it looked (the active one only)
        network.jsonl    every request
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
    """It said that it could not."""
    FAIL_OBLIVIOUS = "fail_oblivious"
    """It claimed success, and the evaluators say no."""
    FAIL_LIMIT = "fail_limit"
    """Steps, calls, time or money were used up."""
    FAIL_INVALID = "fail_invalid"
    """What the model answered could not be used."""
    BLOCKED = "blocked"
    """A captcha, a log-in or a person stood in the way."""
    INFRA_ERROR = "infra_error"
    """Browser, site, provider, judge: not the agent's doing."""
    UNJUDGED = "unjudged"
    """Nobody could say whether it was right."""

    @property
    def counted(self) -> bool:
        """Whether it is in the denominator of the success rate."""
        return self not in (EpisodeOutcome.INFRA_ERROR, EpisodeOutcome.UNJUDGED)


Claim = Literal["success", "cannot", "none"]
"""What the agent said of its own work; ``none`` when it was ended before it said anything."""

ClaimSource = Literal["status", "lexicon", "critique", "none"]
"""By what the claim is known: a status of its own, words of refusal, a model's reading of it."""


class TabEvidence(Record):
    """One open tab at the end."""

    url: str
    title: str = ""
    html: str = ""
    """File of its DOM in the episode's folder, open shadow roots written as templates."""
    active: bool = False


class DownloadEvidence(Record):
    """One file that was saved."""

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
    """As sent, at most 64 KiB; ``None`` where there is none or it is no text."""
    content_type: str = ""
    """Of what was posted."""
    status: int | None = None
    """Of the response; ``None`` where none came."""


class Evidence(Record):
    """How everything was when the agent ended: evaluators see this and nothing else."""

    answer: JsonValue = None
    claim: Claim = "none"
    claim_source: ClaimSource = "none"
    intent: str
    """What the agent was told."""
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
    """Most that the worker, its sites, the browser and its driver were seen to hold together while
    the agent worked, looked at each second and at the end; pages shared by processes left out."""


class Verdict(Record):
    """What one evaluator says."""

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
    """What of the episode it rests on, cut to a few hundred characters."""
    votes: tuple[str, ...] = ()
    """What each of several judges said, where judges were asked."""
    required: bool = True
    weight: float = 1.0
    cost_usd: float | None = 0.0
    """``None`` where a price is not known."""


class Score(Record):
    """What all evaluators of a task say together."""

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
    """One try at one task: episode.json."""

    schema_version: int = EPISODE_SCHEMA_VERSION
    suite: str
    task_id: str
    cluster: str
    """Template or task: what errors are clustered by."""
    tags: dict[str, JsonValue] = {}
    feasible: bool = True
    epoch: int
    """Repetition, from 1."""
    attempt: int
    """Try at this repetition, from 1; more than one only after an infrastructure error."""
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
    """For anything but success: what the run or the harness said of it, where they did; what checks
    say stands in ``score``."""
    assisted: bool = False
    """Whether a model that cannot see was given pages in words (never ranked beside vision)."""
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
    """By name, as ``metrics`` defines them; ``None`` where there is no data."""
    run: str = ""
    """Folder of the agent's run in the episode's folder."""

    @property
    def calls(self) -> int:
        """Model calls of all roles."""
        return sum(usage.calls for usage in self.usage.values())


EPISODE_FILE = "episode.json"
EVIDENCE_FILE = "evidence.json"
NETWORK_FILE = "network.jsonl"


def read_evidence(folder: Path) -> Evidence:
    """Read an episode's evidence."""
    return Evidence.model_validate_json((folder / EVIDENCE_FILE).read_text(encoding="utf-8"))


def read_episode(folder: Path) -> EpisodeRecord:
    """Read an episode's record."""
    return EpisodeRecord.model_validate_json((folder / EPISODE_FILE).read_text(encoding="utf-8"))


def to_json(record: BaseModel) -> Mapping[str, Any]:
    """A record as JSON-able data."""
    return record.model_dump(mode="json")
