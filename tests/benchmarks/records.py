"""Episode records by hand, for tests of what is made of many."""

from __future__ import annotations

from typing import Any

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord

SHORT = {
    "ok": EpisodeOutcome.SUCCESS,
    "aware": EpisodeOutcome.FAIL_SELF_AWARE,
    "oblivious": EpisodeOutcome.FAIL_OBLIVIOUS,
    "limit": EpisodeOutcome.FAIL_LIMIT,
    "infra": EpisodeOutcome.INFRA_ERROR,
    "unjudged": EpisodeOutcome.UNJUDGED,
}
CLAIMS = {"ok": "success", "aware": "cannot", "oblivious": "success", "unjudged": "success"}


def episode(task: str, outcome: str = "ok", /, **fields: Any) -> EpisodeRecord:
    """One episode; its claim and answer are those that go with the outcome."""
    claim = fields.setdefault("claim", CLAIMS.get(outcome, "none"))
    fields.setdefault("answer", "42" if claim == "success" else None)
    fields.setdefault("cluster", task)
    defaults = {"suite": "s", "epoch": 1, "attempt": 1, "agent": "own", "started": 0.0}
    return EpisodeRecord(**{**defaults, "task_id": task, "outcome": SHORT[outcome], **fields})
