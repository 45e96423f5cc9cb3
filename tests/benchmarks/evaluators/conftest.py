"""Episodes written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import (
    EPISODE_FILE,
    EVIDENCE_FILE,
    NETWORK_FILE,
    EpisodeOutcome,
    EpisodeRecord,
    Evidence,
    Score,
    Verdict,
)
from agent_e.benchmarks.evaluators import Case, score_episode
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, SiteUse

SHOP = "http://127.0.0.1:4711"


class Folder:
    """A bench run's folder with one episode in it after the other."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tasks: dict[str, BenchTask] = {}

    def task(self, *checks: Mapping[str, Any], id: str = "t1", **fields: Any) -> BenchTask:
        given: dict[str, Any] = {
            "id": id,
            "suite": "by-hand",
            "intent": "Do it.",
            "evaluators": tuple(EvaluatorSpec.model_validate(check) for check in checks),
            **fields,
        }
        task = BenchTask.model_validate(given)
        self.tasks[id] = task
        lines = [each.model_dump_json() + "\n" for each in self.tasks.values()]
        (self.root / "tasks.jsonl").write_text("".join(lines), encoding="utf-8")
        return task

    def episode(
        self,
        task: BenchTask,
        *,
        epoch: int = 1,
        attempt: int = 1,
        pages: Mapping[str, str] | None = None,
        requests: Sequence[Mapping[str, Any]] = (),
        outcome: str | None = None,
        score: Score | None = None,
        **evidence: Any,
    ) -> Path:
        folder = self.root / "episodes" / task.id / str(epoch) / str(attempt)
        (folder / "pages").mkdir(parents=True)
        tabs = []
        for number, (url, html) in enumerate((pages or {}).items()):
            name = f"pages/{number}.html"
            (folder / name).write_text(html, encoding="utf-8")
            tabs.append({"url": url, "html": name, "active": number == 0})
        seen = Evidence.model_validate(
            {"intent": task.intent, "tabs": tuple(tabs), "claim": "success", **evidence}
        )
        (folder / EVIDENCE_FILE).write_text(seen.model_dump_json(), encoding="utf-8")
        lines = [json.dumps(request) + "\n" for request in requests]
        (folder / NETWORK_FILE).write_text("".join(lines), encoding="utf-8")
        if outcome is not None:
            record = EpisodeRecord(
                suite=task.suite,
                task_id=task.id,
                cluster=task.cluster,
                epoch=epoch,
                attempt=attempt,
                agent="own",
                outcome=EpisodeOutcome(outcome),
                claim=seen.claim,
                answer=seen.answer,
                score=score,
                started=0.0,
            )
            (folder / EPISODE_FILE).write_text(record.model_dump_json(), encoding="utf-8")
        return folder

    def case(self, task: BenchTask, **episode: Any) -> Case:
        return Case.read(task, self.episode(task, **episode))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


Judged = Callable[..., Any]


@pytest.fixture
def judged(folder: Folder) -> Judged:
    """Judge a new episode by one check and return its verdict."""
    numbers = iter(range(1, 1000))

    async def judge(
        check: Mapping[str, Any],
        *,
        intent: str = "Do it.",
        reference: Mapping[str, Any] | None = None,
        **episode: Any,
    ) -> Verdict:
        task = folder.task(
            check, intent=intent, reference=Reference.model_validate(reference or {})
        )
        made = folder.episode(task, attempt=next(numbers), **episode)
        return (await score_episode(task, made)).verdicts[0]

    return judge


__all__ = ["SHOP", "Folder", "Judged", "SiteUse"]
