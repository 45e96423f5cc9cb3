"""Reads the folder of a suite's run."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent_e.benchmarks.episodes.reading import StoredEpisode, read_tries, standing
from agent_e.benchmarks.judging.people import PersonVerdict, read_verdicts
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

_MAX_NAME_LENGTH = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored(StoredEpisode):
    """One episode with its own page."""

    @property
    def page(self) -> str:
        """File name of its page: safe in any file system, and unique to this episode."""
        name = f"{self.record.task_id}-{self.record.epoch}"
        plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:_MAX_NAME_LENGTH].lstrip(".")
        if plain != name:
            plain += f"-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
        return f"{plain}.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class BenchFolder:
    """A run of a suite.

    Attributes:
        episodes: the attempt that counts of each task and repetition, by task.
        attempts: number of all attempts.
        damaged: number of unreadable episodes.
        verdicts: of people, oldest first.
    """

    path: Path
    episodes: tuple[Stored, ...]
    attempts: int
    damaged: int
    tasks: dict[str, BenchTask]
    info: dict[str, Any]
    verdicts: tuple[PersonVerdict, ...]


def read_bench(path: Path) -> BenchFolder:
    """Read a folder of ``agent-e bench run``, finished or not.

    Raises:
        ConfigError: it has no episodes, or the verdicts of people are damaged.
    """
    damaged: list[Path] = []
    tries = list(read_tries(path, damaged.append))
    counting = standing(tries, lambda each: each.record)
    if not counting:
        raise ConfigError(
            f"There are no episodes in {path}. Give the folder that agent-e bench run wrote to."
        )
    return BenchFolder(
        path=path,
        episodes=tuple(
            Stored(folder=each.folder, record=each.record)
            for each in sorted(counting, key=lambda each: _natural(each.slot))
        ),
        attempts=len(tries),
        damaged=len(damaged),
        tasks={task.id: task for task in _tasks(path / "tasks.jsonl")},
        info=_object(path / "run.json"),
        verdicts=tuple(read_verdicts(path)),
    )


def _natural(key: tuple[str, int]) -> tuple[list[tuple[int, str]], int]:
    """Sort ``shop--9`` before ``shop--10``."""
    parts = re.split(r"(\d+)", key[0][:200])
    return [(int(part) if part.isdecimal() else -1, part) for part in parts], key[1]


def _lines(path: Path) -> Iterator[Any]:
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:  # the last one, torn when the process was killed
            continue


def _tasks(path: Path) -> Iterator[BenchTask]:
    for value in _lines(path):
        try:
            yield BenchTask.model_validate(value)
        except ValidationError:  # of another version: its page goes without
            continue


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # a report can be made without it
        return {}
    return value if isinstance(value, dict) else {}
