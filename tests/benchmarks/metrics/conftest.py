"""Journals written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.metrics import episode_metrics
from agent_e.benchmarks.tasks.record import BenchTask, Reference, TraceStep

Event = dict[str, Any]


class Journal:
    """Events of a run of ours, as the framework writes them, without a run."""

    def __init__(self, *roles: str) -> None:
        self.events: list[Event] = []
        self.add("run.started", task="t", models=dict.fromkeys(roles, "m"))

    def add(self, kind: str, **fields: Any) -> int:
        self.events.append({"seq": len(self.events) + 1, "time": 0.0, "kind": kind, **fields})
        return len(self.events)

    def ask(
        self,
        role: str,
        *calls: tuple[str, dict[str, Any]],
        shown: str = "",
        fresh: bool = False,
        tools: Sequence[str] = ("click", "get_dom", "open_url", "report", "finish"),
        usage: dict[str, int] | None = None,
        pictures: Sequence[str] = (),
    ) -> None:
        messages: list[Event] = [{"role": "system", "text": "[99] is an example"}] if fresh else []
        messages.append({"role": "user", "text": shown, "pictures": list(pictures)})
        asked = self.add("model.called", role=role, model="m", messages=messages, tools=list(tools))
        made = [{"id": "1", "name": n, "arguments": json.dumps(a)} for n, a in calls]
        self.add("model.replied", role=role, call=asked, text="", calls=made, usage=usage or {})

    def act(
        self,
        action: str,
        target: dict[str, Any] | None = None,
        *,
        status: str = "done",
        ghost: bool | None = False,
        cause: str = "",
        error: str = "",
        **arguments: Any,
    ) -> None:
        started = self.add("action.started", action=action, target=target, arguments=arguments)
        how = {"ghost": ghost, "cause": cause} if status == "done" else {"error": error}
        self.add("action.ended", started=started, status=status, **how)

    def decide(self, selectors: Sequence[str], **action: Any) -> None:
        """A policy behind ``/act`` is told of these elements and answers with this action."""
        step = sum(event["kind"] == "act.asked" for event in self.events)
        elements = [{"selector": each, "tag": "a"} for each in selectors]
        self.add("act.asked", step=step, observation={"url": "u", "dom_summary": elements})
        self.add("act.answered", step=step, action=action, thoughts="", info={})

    def refuse(self, skill: str, error: str, message: str) -> None:
        self.add("skill.failed", skill=skill, type=error, error=message)


def link(name: str, mmid: int = 1, role: str = "link") -> dict[str, Any]:
    return {"mmid": mmid, "role": role, "name": name}


def task_with(*trace: TraceStep, **fields: Any) -> BenchTask:
    return BenchTask(id="t", suite="s", intent="do", reference=Reference(trace=trace), **fields)


Write = Callable[..., Path]
Measure = Callable[..., dict[str, float | None]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an episode's folder of what is given; ``result`` alone makes a run that ended."""

    def write(
        journal: Journal | None = None,
        *,
        result: Event | None = None,
        limit_s: float = 60,
        evidence: Event | None = None,
        network: Sequence[Event] | None = None,
    ) -> Path:
        folder = tmp_path / "episode"
        folder.mkdir()
        if journal is not None:
            run = folder / "run" / "20260101-000000-abcd"
            run.mkdir(parents=True)
            info = {"settings": {"limits": {"seconds": limit_s}}}
            (run / "run.json").write_text(json.dumps(info))
            _lines(run / "events.jsonl", journal.events)
            if result is not None:
                (run / "result.json").write_text(json.dumps(result))
        if evidence is not None:
            (folder / "evidence.json").write_text(json.dumps({"intent": "do", **evidence}))
        if network is not None:
            _lines(folder / "network.jsonl", network)
        return folder

    return write


@pytest.fixture
def measure(write: Write) -> Measure:
    """Write an episode and return its metrics that are not ``None``."""

    def measure(*args: Any, task: BenchTask | None = None, **parts: Any) -> dict[str, float | None]:
        found = episode_metrics(task or task_with(), write(*args, **parts))
        return {name: value for name, value in found.items() if value is not None}

    return measure


def _lines(path: Path, values: Sequence[Event]) -> None:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values))
