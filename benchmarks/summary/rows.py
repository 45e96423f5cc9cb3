"""The data of each episode that figures of a suite need, so that thousands fit in little memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from agent_e.benchmarks.episodes.reading import standing
from agent_e.benchmarks.episodes.record import Claim, EpisodeOutcome, EpisodeRecord, EpisodeUsage
from agent_e.benchmarks.metrics import gave_answer

Key = tuple[str, int]
"""Task and epoch."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One episode; see ``EpisodeRecord``."""

    task_id: str
    epoch: int
    attempt: int
    cluster: str
    suite: str
    agent: str
    architecture: str
    model: str
    tags: Mapping[str, JsonValue]
    feasible: bool
    assisted: bool
    outcome: EpisodeOutcome
    claim: Claim
    answered: bool
    part_score: float | None
    seconds: float
    overhead_s: float
    usage: Mapping[str, EpisodeUsage]
    cost_usd: float | None
    metrics: Mapping[str, float | None]

    @property
    def key(self) -> Key:
        """Key for comparisons."""
        return self.task_id, self.epoch

    @property
    def counted(self) -> bool:
        """Whether it is in the denominator of the success rate."""
        return self.outcome.counted

    @property
    def success(self) -> bool:
        """Whether the task was achieved."""
        return self.outcome is EpisodeOutcome.SUCCESS

    @property
    def calls(self) -> int:
        """Model calls of all roles."""
        return sum(usage.calls for usage in self.usage.values())


def standing_rows(records: Iterable[EpisodeRecord]) -> tuple[dict[Key, Row], int]:
    """Return the attempts that count by task and epoch, and the number of all attempts."""
    rows = [_row(record) for record in records]
    # Sorted, as sums of floats must not depend on the order of the run.
    counted = sorted(standing(rows, lambda row: row), key=lambda row: row.key)
    return {row.key: row for row in counted}, len(rows)


def _row(record: EpisodeRecord) -> Row:
    return Row(
        task_id=record.task_id,
        epoch=record.epoch,
        attempt=record.attempt,
        cluster=record.cluster,
        suite=record.suite,
        agent=record.agent,
        architecture=record.architecture,
        model=record.model,
        tags=record.tags,
        feasible=record.feasible,
        assisted=record.assisted,
        outcome=record.outcome,
        claim=record.claim,
        answered=gave_answer(record.claim, record.answer),
        part_score=record.score.score if record.score else None,
        seconds=record.seconds,
        overhead_s=record.overhead_s,
        usage=record.usage,
        cost_usd=record.cost_usd,
        metrics=record.metrics,
    )
