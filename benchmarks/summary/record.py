"""The summary of a run as a record."""

from __future__ import annotations

from collections.abc import Mapping

from agent_e.benchmarks.episodes.record import EpisodeUsage
from agent_e.benchmarks.statistics import Interval
from agent_e.benchmarks.tasks.record import Record

SUMMARY_SCHEMA_VERSION = 1


class Spread(Record):
    """How values lie; all but ``n`` and ``sum`` are ``None`` where there are none."""

    n: int
    mean: float | None = None
    median: float | None = None
    p90: float | None = None
    max: float | None = None
    sum: float = 0.0


class Rate(Record):
    """A share with Wilson's 95 % interval."""

    n: int
    count: int
    rate: float | None = None
    interval: Interval | None = None


class MetricSummary(Record):
    """One metric over the episodes that have it."""

    value: float | None
    """The suite's figure, as the metric's ``summary`` says."""
    missing: int
    """Episodes without it."""
    spread: Spread


class Calibration(Record):
    """What was claimed against what was true, feasible tasks only."""

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
    """Acts for which the rules wanted a person's yes."""


class Cost(Record):
    """Dollars; episodes without a known price are not in it."""

    spread: Spread
    unknown: int
    """Episodes whose price is not known."""
    per_success: float | None = None
    """All that was spent over what was achieved; ``None`` while any price is unknown."""


class Summary(Record):
    """All that is said of a run; rates count what ``EpisodeOutcome.counted`` does."""

    schema_version: int = SUMMARY_SCHEMA_VERSION
    suite: str
    agent: str
    architecture: str
    model: str
    """Each of these joined by commas where there were several."""
    assisted: bool
    """Whether any episode gave a model in words what others see."""
    episodes: int
    tasks: int
    clusters: int
    attempts: int
    """Tries, those included that a later one replaced."""
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
    """Seconds an episode took beside its agent: site, browser session, evidence, scoring."""
    usage: Mapping[str, EpisodeUsage]
    """Sums by role."""
    calls: Spread
    calls_by_role: Mapping[str, Spread]
    cost: Cost
    self_aware: Rate
    """Of the failures, those of which the agent itself said that it could not."""
    calibration: Calibration
    answered: Rate
    """Feasible tasks that were given an answer."""
    answered_right: Rate
    """Of these, those whose answer was right."""
    correct_refusals: Rate
    """Of infeasible tasks, those that were rightly said to be so."""
    false_refusals: Rate
    """Of feasible tasks, those that it said it could not do, and did not."""
    pass_at: Mapping[int, float]
    """By k, the chance that one of k tries succeeds; up to the fewest tries of a task."""
    pass_hat: Mapping[int, float]
    """By k, the chance that all of k do."""
    metrics: Mapping[str, MetricSummary]
    by_tag: Mapping[str, Mapping[str, Group]]
    """By tag, by its value; ``site`` is one of the tags."""
