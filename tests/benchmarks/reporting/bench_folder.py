"""A believable folder of a suite's run: episodes as records, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agent_e.benchmarks.episodes.record import (
    EPISODE_FILE,
    Claim,
    EpisodeOutcome,
    EpisodeRecord,
    EpisodeUsage,
    Score,
    Verdict,
)
from agent_e.benchmarks.tasks.record import BenchTask

SITES = ("shop", "catalog", "flights", "forum", "maps", "news", "recipes", "tickets")
_OUTCOMES = {
    EpisodeOutcome.SUCCESS: 66,
    EpisodeOutcome.FAIL_SELF_AWARE: 12,
    EpisodeOutcome.FAIL_OBLIVIOUS: 9,
    EpisodeOutcome.FAIL_LIMIT: 6,
    EpisodeOutcome.FAIL_INVALID: 2,
    EpisodeOutcome.BLOCKED: 2,
    EpisodeOutcome.INFRA_ERROR: 2,
    EpisodeOutcome.UNJUDGED: 1,
}
_MESSAGES = {
    EpisodeOutcome.FAIL_SELF_AWARE: ("The page has no such filter.", "There is no such product."),
    EpisodeOutcome.FAIL_LIMIT: ("The run used its 100 steps.", "It took longer than its 300 s."),
    EpisodeOutcome.FAIL_INVALID: ("The model answered in prose twice.",),
    EpisodeOutcome.BLOCKED: ("A captcha stood in the way.",),
    EpisodeOutcome.INFRA_ERROR: ("The site did not answer.", "The provider was overloaded."),
    EpisodeOutcome.UNJUDGED: ("The judge gave no verdict.",),
}


def episode(
    task: str = "shop--1",
    outcome: EpisodeOutcome = EpisodeOutcome.SUCCESS,
    *,
    epoch: int = 1,
    **fields: Any,
) -> EpisodeRecord:
    """One record; what is not given is plain."""
    good = outcome is EpisodeOutcome.SUCCESS
    claim: Claim = "cannot" if outcome is EpisodeOutcome.FAIL_SELF_AWARE else "success"
    values: dict[str, Any] = {
        "suite": "local",
        "task_id": task,
        "cluster": task,
        "tags": {"site": task.partition("--")[0]},
        "epoch": epoch,
        "attempt": 1,
        "agent": "own",
        "architecture": "hierarchical",
        "model": "offline",
        "outcome": outcome,
        "claim": claim,
        "answer": "$59.00",
        "score": Score(
            passed=good,
            score=float(good),
            verdicts=(
                Verdict(
                    type="answer_matches",
                    version=1,
                    score=float(good),
                    passed=good,
                    reason="The answer is the expected one."
                    if good
                    else "The answer says $61.00, not $59.00.",
                    evidence="$59.00",
                ),
            ),
        ),
        "started": 1_790_000_000.0,
        "seconds": 12.5,
        "usage": {"planner": EpisodeUsage(calls=2, input_tokens=900, output_tokens=80)},
        "cost_usd": 0.01,
    }
    return EpisodeRecord.model_validate(values | fields)


def many(count: int, seed: int = 1) -> Iterable[EpisodeRecord]:
    """Episodes as a real run has them: skewed times, some failures, some without a price."""
    chance = random.Random(seed)
    for number in range(count):
        outcome = chance.choices([*_OUTCOMES], [*_OUTCOMES.values()])[0]
        calls = max(2, round(chance.lognormvariate(2.6, 0.6)))
        yield episode(
            f"{chance.choice(SITES)}--{number}",
            outcome,
            tags={
                "site": chance.choice(SITES),
                "difficulty": chance.choice(("easy", "medium", "hard")),
                "mutating": chance.random() < 0.3,
            },
            message=chance.choice(_MESSAGES.get(outcome, ("",))),
            seconds=round(chance.lognormvariate(3.4, 0.8), 3),
            usage={
                "planner": EpisodeUsage(calls=calls // 4, input_tokens=900, output_tokens=90),
                "navigator": EpisodeUsage(
                    calls=calls - calls // 4, input_tokens=2100 * calls, output_tokens=40 * calls
                ),
            },
            cost_usd=None if chance.random() < 0.05 else round(0.004 * calls, 5),
            metrics={"step_success": round(chance.random(), 3), "ghost_clicks": None},
        )


def place(folder: Path, record: EpisodeRecord, intent: str = "Find the price.") -> Path:
    """Write an episode into a run's folder; returns its own."""
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in record.task_id)[:60]
    path = folder / "episodes" / name / str(record.epoch) / str(record.attempt)
    path.mkdir(parents=True)
    (path / EPISODE_FILE).write_text(record.model_dump_json(), encoding="utf-8")
    task = BenchTask(id=record.task_id, suite=record.suite, intent=intent)
    with (folder / "tasks.jsonl").open("a", encoding="utf-8") as tasks:
        tasks.write(task.model_dump_json() + "\n")
    return path


def label(folder: Path, task: str, verdict: str, who: str = "ann", epoch: int = 1) -> None:
    """Let a person say what an episode was."""
    said = {"task": task, "epoch": epoch, "attempt": 1, "who": who, "verdict": verdict, "time": 1}
    with (folder / "verdicts.jsonl").open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(said) + "\n")
