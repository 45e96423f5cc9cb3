"""The summary of a run as a record."""

from __future__ import annotations

from collections.abc import Mapping

from agent_e.benchmarks.episodes.record import EpisodeUsage
from agent_e.benchmarks.statistics import Interval
from agent_e.benchmarks.tasks.record import Record

SUMMARY_SCHEMA_VERSION = 1


class Spread(Record):
    """Distribution of values; all but ``n`` and ``sum`` are ``None`` if there are none."""

    n: int
    mean: float | None = None
    median: float | None = None
    p90: float | None = None
    p99: float | None = None
    max: float | None = None
    sum: float = 0.0


class Rate(Record):
    """A share with its 95 % interval: Wilson's, over as many independent tries as it is worth."""

    n: int
    count: int
    rate: float | None = None
    interval: Interval | None = None


class MetricSummary(Record):
    """One metric over the episodes that have it."""

    value: float | None
    """The suite's figure, as defined by the metric's ``summary``."""
    missing: int
    """Episodes without it."""
    spread: Spread


class Calibration(Record):
    """Claims against the truth, feasible tasks only."""

    success_right: int = 0
    success_wrong: int = 0
    cannot_right: int = 0
    cannot_wrong: int = 0
    none_right: int = 0
    none_wrong: int = 0


class Group(Record):
    """The episodes of one tag's value."""

    episodes: int
    outcomes: Mapping[str, int]
    success: Rate
    seconds: Spread
    calls: Spread
    cost_usd: Spread
    approvals: Spread
    """Acts for which the rules required a person's approval."""
    grounding_ms: Spread = Spread(n=0)
    """Of a grounder's calls."""


class Cost(Record):
    """Dollars; episodes without a known price are excluded."""

    spread: Spread
    unknown: int
    """Episodes whose price is not known."""
    per_success: float | None = None
    """Total cost per success; ``None`` while any price is unknown."""


class Summary(Record):
    """The results of a run; rates count what ``EpisodeOutcome.counted`` does."""

    schema_version: int = SUMMARY_SCHEMA_VERSION
    suite: str
    agent: str
    architecture: str
    model: str
    """Each of these joined by commas where there were several."""
    assisted: bool
    """Whether any episode gave a model text in place of pictures."""
    episodes: int
    tasks: int
    clusters: int
    attempts: int
    """Attempts, including those that a later one replaced."""
    outcomes: Mapping[str, int]
    success: Rate
    stderr: float | None
    """Of the success rate, clustered by template or task."""
    lower_bound: Rate
    """The same with infra_error and unjudged as failures."""
    part_score: Spread
    seconds_success: Spread
    """Task completion times of successes."""
    seconds_failure: Spread
    overhead: Spread
    """Seconds per episode besides its agent: site, browser session, evidence, scoring."""
    usage: Mapping[str, EpisodeUsage]
    """Sums by role."""
    calls: Spread
    calls_by_role: Mapping[str, Spread]
    cost: Cost
    self_aware: Rate
    """Share of failures in which the agent itself said that it could not do the task."""
    calibration: Calibration
    answered: Rate
    """Feasible tasks that got an answer."""
    answered_right: Rate
    """Of these, those whose answer was right."""
    correct_refusals: Rate
    """Share of infeasible tasks that were rightly declared so."""
    false_refusals: Rate
    """Share of feasible tasks that it said it could not do, and did not."""
    pass_at: Mapping[int, float]
    """By k, the chance that one of k attempts succeeds; up to the fewest attempts at a task."""
    pass_at_interval: Mapping[int, Interval | None] = {}
    pass_hat: Mapping[int, float]
    """By k, the chance that all of k do."""
    pass_hat_interval: Mapping[int, Interval | None] = {}
    metrics: Mapping[str, MetricSummary]
    by_tag: Mapping[str, Mapping[str, Group]]
    """By tag, by its value; ``site`` is one of the tags."""
