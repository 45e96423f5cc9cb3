"""Rescoring of stored episodes, without a browser: ``scores/<digest>.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent_e.benchmarks.episodes.outcome import end_of_record, outcome_of
from agent_e.benchmarks.episodes.reading import Key, StoredEpisode, standing
from agent_e.benchmarks.episodes.record import (
    EVIDENCE_FILE,
    EpisodeOutcome,
    Score,
    Verdict,
    read_evidence,
)
from agent_e.benchmarks.judging.judge import Judge
from agent_e.benchmarks.judging.people import episodes_of
from agent_e.benchmarks.statistics import Interval, rate_interval
from agent_e.benchmarks.tasks.record import BenchTask, Record
from agent_e.errors import ConfigError

from .base import EvaluationError
from .scoring import rules_digest, score_episode
from .table import EVALUATORS, asks

SCORES = "scores"


class Rescored(Record):
    """An episode's current outcome: a line of a scores file."""

    task_id: str
    epoch: int
    attempt: int
    outcome: EpisodeOutcome
    score: Score | None
    error: str = ""
    """Why it could not be scored: a fault of the harness."""

    @property
    def key(self) -> Key:
        """The episode."""
        return self.task_id, self.epoch, self.attempt


@dataclass(frozen=True, kw_only=True, slots=True)
class Rescoring:
    """All episodes of a run, rescored.

    Attributes:
        changed: episode, earlier outcome, current outcome.
        rate: share of successes among counted episodes; ``interval`` is its confidence interval.
    """

    file: Path
    rows: tuple[Rescored, ...]
    changed: tuple[tuple[Key, EpisodeOutcome, EpisodeOutcome], ...]
    rate: float | None
    interval: Interval | None
    n: int

    def to_json(self) -> Mapping[str, Any]:
        """The JSON form."""
        return {
            "file": str(self.file),
            "episodes": len(self.rows),
            "changed": [
                {"task": key[0], "epoch": key[1], "attempt": key[2], "before": old, "now": new}
                for key, old, new in self.changed
            ],
            "errors": [
                {
                    "task": row.task_id,
                    "epoch": row.epoch,
                    "attempt": row.attempt,
                    "error": row.error,
                }
                for row in self.rows
                if row.error
            ],
            "success_rate": self.rate,
            "interval": list(self.interval) if self.interval else None,
            "n": self.n,
        }


async def rescore(
    run_dir: Path, *, judge: Judge | None = None, types: Collection[str] = ()
) -> Rescoring:
    """Judge every finished episode of a run again and write the results.

    The file is named after everything that verdicts depend on: a repetition writes the same file,
    and does not ask the judge again for what it already contains.

    Args:
        run_dir: the folder of a bench run.
        judge: model for the checks that need one.
        types: only checks of these types are run again; other verdicts are reused.

    Raises:
        ConfigError: the folder holds no run, or a type is unknown.
    """
    for name in types:
        if name not in EVALUATORS:
            raise ConfigError(f"There is no evaluator {name}. There are: {', '.join(EVALUATORS)}.")
    tasks = read_tasks(run_dir)
    items = episodes_of(run_dir)
    file = run_dir / SCORES / f"{rules_digest(list(tasks.values()), judge, types)}.jsonl"
    earlier = {row.key: row for row in read_scores(file)} if file.exists() else {}
    rows = []
    for item in items:
        if item.record.task_id not in tasks:
            raise ConfigError(
                f"The episode {item.folder} is of the task {item.record.task_id}, which is not in "
                f"{run_dir / 'tasks.jsonl'}. Remove the folder."
            )
        again = _Again(tasks[item.record.task_id], item, judge, types, earlier.get(item.key))
        rows.append(await again.row())
        _write(file, [*rows, *(row for key, row in earlier.items() if _later(key, item.key))])
    _write(file, rows)
    return _summary(file, items, rows)


def read_tasks(run_dir: Path) -> dict[str, BenchTask]:
    """Return the tasks of a run by id.

    Raises:
        ConfigError: there is no such file, or a line other than the last is damaged.
    """
    path = run_dir / "tasks.jsonl"
    try:
        text = path.read_text(encoding="utf-8")
        # A torn last line, left by a killed process, has no line end.
        whole = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
        tasks = [BenchTask.model_validate_json(line) for line in whole if line.strip()]
    except OSError as error:
        raise ConfigError(
            f"{run_dir} holds no bench run: {path.name} cannot be read ({error.strerror})."
        ) from error
    except ValidationError as error:
        raise ConfigError(f"{path} is damaged: {error.errors()[0]['msg']}.") from error
    return {task.id: task for task in tasks}


def read_scores(file: Path) -> list[Rescored]:
    """Read a scores file.

    Raises:
        ConfigError: it is damaged.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [Rescored.model_validate_json(line) for line in lines if line]
    except (OSError, ValidationError) as error:
        raise ConfigError(f"{file} is damaged. Remove it and score again.") from error


@dataclass(frozen=True, slots=True)
class _Again:
    """Rescoring of one episode."""

    task: BenchTask
    item: StoredEpisode
    judge: Judge | None
    types: Collection[str]
    earlier: Rescored | None

    async def row(self) -> Rescored:
        record = self.item.record
        end = end_of_record(record)
        if end == "infra" or not (self.item.folder / EVIDENCE_FILE).exists():
            return self._row(EpisodeOutcome.INFRA_ERROR, record.score)
        try:
            score = await score_episode(
                self.task, self.item.folder, judge=self.judge, reused=self._reused()
            )
            claim = read_evidence(self.item.folder).claim
        except EvaluationError as error:
            return self._row(EpisodeOutcome.INFRA_ERROR, None, str(error))
        return self._row(outcome_of(end, claim, score.passed), score)

    def _reused(self) -> dict[int, Verdict]:
        reused: dict[int, Verdict] = {}
        for number, spec in enumerate(self.task.evaluators):
            if self.types and spec.type not in self.types:
                verdict = _nth(self.item.record.score, number, spec.type)
                if verdict is not None:
                    reused[number] = verdict
            elif asks(spec) and self.earlier:
                verdict = _nth(self.earlier.score, number, spec.type)
                if verdict is not None and verdict.passed is not None:
                    reused[number] = verdict
        return reused

    def _row(self, outcome: EpisodeOutcome, score: Score | None, error: str = "") -> Rescored:
        task_id, epoch, attempt = self.item.key
        return Rescored(
            task_id=task_id, epoch=epoch, attempt=attempt, outcome=outcome, score=score, error=error
        )


def _nth(score: Score | None, number: int, type_: str) -> Verdict | None:
    verdicts = score.verdicts if score is not None else ()
    if number < len(verdicts) and verdicts[number].type == type_:
        return verdicts[number]
    return None


def _later(key: Key, than: Key) -> bool:
    return key > than


def _write(file: Path, rows: Sequence[Rescored]) -> None:
    file.parent.mkdir(exist_ok=True)
    text = "".join(json.dumps(row.model_dump(mode="json"), sort_keys=True) + "\n" for row in rows)
    temporary = file.with_name(f".{file.name}.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


def _summary(file: Path, items: Sequence[StoredEpisode], rows: Sequence[Rescored]) -> Rescoring:
    changed = tuple(
        (row.key, item.record.outcome, row.outcome)
        for item, row in zip(items, rows, strict=True)
        if row.outcome is not item.record.outcome
    )
    clusters = {item.key: item.record.cluster for item in items}
    counted = [row for row in standing(rows, lambda row: row) if row.outcome.counted]
    hits = [row.outcome is EpisodeOutcome.SUCCESS for row in counted]
    return Rescoring(
        file=file,
        rows=tuple(rows),
        changed=changed,
        rate=sum(hits) / len(hits) if hits else None,
        interval=rate_interval(hits, [clusters[row.key] for row in counted]),
        n=len(counted),
    )
