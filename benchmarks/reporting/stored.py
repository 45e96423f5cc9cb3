"""Read what a run of a suite left in its folder."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeRecord, read_episode
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

VERDICTS_FILE = "verdicts.jsonl"
_LONGEST_NAME = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """One episode and where it lies."""

    folder: Path
    record: EpisodeRecord

    @property
    def key(self) -> tuple[str, int]:
        """Task and repetition."""
        return self.record.task_id, self.record.epoch

    @property
    def page(self) -> str:
        """Name of its page: safe in any file system, and of this episode only."""
        name = f"{self.record.task_id}-{self.record.epoch}"
        plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:_LONGEST_NAME].lstrip(".")
        if plain != name:
            plain += f"-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
        return f"{plain}.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class BenchFolder:
    """A run of a suite.

    Attributes:
        episodes: of each task and repetition the attempt that counts, by task.
        attempts: all that were made.
        damaged: episodes that cannot be read.
        labels: what people said, ``success`` or ``failure``, by task, repetition and person.
    """

    path: Path
    episodes: tuple[Stored, ...]
    attempts: int
    damaged: int
    tasks: dict[str, BenchTask]
    info: dict[str, Any]
    labels: dict[tuple[str, int, str], str]


def read_bench(path: Path) -> BenchFolder:
    """Read a folder that ``agent-e bench run`` made, finished or not.

    Raises:
        ConfigError: there are no episodes in it.
    """
    kept: dict[tuple[str, int], Stored] = {}
    attempts = damaged = 0
    for file in sorted(path.glob(f"episodes/*/*/*/{EPISODE_FILE}")):
        try:
            found = Stored(folder=file.parent, record=read_episode(file.parent))
        except (ValidationError, OSError, UnicodeDecodeError):
            damaged += 1
            continue
        attempts += 1
        if found.key not in kept or _rank(found) > _rank(kept[found.key]):
            kept[found.key] = found
    if not kept:
        raise ConfigError(
            f"There are no episodes in {path}. Give the folder that agent-e bench run wrote to."
        )
    return BenchFolder(
        path=path,
        episodes=tuple(kept[key] for key in sorted(kept, key=_natural)),
        attempts=attempts,
        damaged=damaged,
        tasks={task.id: task for task in _tasks(path / "tasks.jsonl")},
        info=_object(path / "run.json"),
        labels=_labels(path / VERDICTS_FILE),
    )


def _natural(key: tuple[str, int]) -> tuple[list[tuple[int, str]], int]:
    """Put ``shop--9`` before ``shop--10``."""
    parts = re.split(r"(\d+)", key[0][:200])
    return [(int(part) if part.isdecimal() else -1, part) for part in parts], key[1]


def _rank(stored: Stored) -> tuple[bool, int]:
    """A newer attempt counts, and one that is no fault of the infrastructure before any that is."""
    return stored.record.outcome.value != "infra_error", stored.record.attempt


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
        except ValidationError:  # of another version: its page does without
            continue


def _labels(path: Path) -> dict[tuple[str, int, str], str]:
    """The last word of each person on each episode."""
    said = {}
    for line in _lines(path):
        key = str(line.get("task")), int(line.get("epoch") or 1), str(line.get("who"))
        said[key] = str(line.get("verdict"))
    return {key: verdict for key, verdict in said.items() if verdict in ("success", "failure")}


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # a report can be made without it
        return {}
    return value if isinstance(value, dict) else {}
