"""Runs of suites in the folder of runs, as they stand now; only what has changed is read again."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

from pydantic import ValidationError

from agent_e.benchmarks.episodes.reading import EPISODES, attempts, read_attempt, standing
from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import RUN_FILE, SLOTS_FILE, TASKS_FILE, BenchStore
from agent_e.errors import ConfigError
from agent_e.journal import read_object

from ..episode_ids import run_of

SuiteState = Literal["running", "done", "interrupted"]
BENCH = "bench"
"""Folder that `agent-e bench run` writes to by default, in the folder of runs."""
_IN = ":"
"""Stands for the separator of a path in an id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EpisodeTry:
    """One finished attempt at an episode; see ``EpisodeRecord``."""

    task_id: str
    epoch: int
    attempt: int
    outcome: EpisodeOutcome
    seconds: float
    cost_usd: float | None
    steps: int
    message: str
    run: Path | None

    @property
    def slot(self) -> tuple[str, int]:
        """Task and repetition."""
        return self.task_id, self.epoch


_Known = tuple[int, EpisodeTry | None]
"""When the record of an attempt was changed, and what it holds; ``None`` if it is damaged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenEpisode:
    """An episode that is under way; ``run`` is its agent's folder, once there is one."""

    task_id: str
    epoch: int
    run: Path | None

    @property
    def slot(self) -> tuple[str, int]:
        """Task and repetition."""
        return self.task_id, self.epoch


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteRun:
    """A run of a suite.

    Attributes:
        id: its path below the folder of runs, in one part of an address.
        episodes: the attempts that count.
        under_way: the episodes that are under way.
        total: how many there are to be.
        started: seconds since the epoch.
    """

    id: str
    path: Path
    suite: str
    agent: str
    model: str
    architecture: str
    state: SuiteState
    episodes: tuple[EpisodeTry, ...]
    under_way: tuple[OpenEpisode, ...]
    total: int
    started: float

    @property
    def outcomes(self) -> dict[str, int]:
        """How many episodes ended in each way."""
        found = Counter(each.outcome for each in self.episodes)
        return {outcome.value: found[outcome] for outcome in EpisodeOutcome}


class SuiteRuns:
    """The runs of suites below a folder of runs."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._tries: dict[Path, dict[Path, _Known]] = {}
        self._reading = threading.Lock()

    def all(self) -> list[SuiteRun]:
        """Return every run of a suite, newest first."""
        folders = list(self._folders())
        found = [self._read(id_, path) for id_, path in folders]
        with self._reading:
            there = {path for _, path in folders}
            self._tries = {path: tries for path, tries in self._tries.items() if path in there}
        return sorted(found, key=lambda each: (each.started, each.id), reverse=True)

    def path(self, id_: str) -> Path | None:
        """Return the folder of an id: of one that was listed, as an id is not trusted."""
        return next((path for each, path in self._folders() if each == id_), None)

    def find(self, id_: str) -> SuiteRun | None:
        """Return the run of an id, if there is one."""
        path = self.path(id_)
        return self._read(id_, path) if path is not None else None

    def _folders(self) -> Iterator[tuple[str, Path]]:
        root = self._root.resolve()
        for parent in (self._root / BENCH, self._root):
            for path in sorted(_entries(parent)):
                if (path / EPISODES).is_dir() and path.resolve().is_relative_to(root):
                    id_ = _IN.join(path.relative_to(self._root).parts)
                    # What has no name in UTF-8 could not be asked for.
                    yield id_.encode("utf-8", "replace").decode(), path

    def _read(self, id_: str, path: Path) -> SuiteRun:
        info = _json(path / RUN_FILE)
        begun = list(attempts(path))
        with self._reading:
            known = self._tries.get(path, {})
            read = {attempt: _read_again(attempt, known.get(attempt)) for attempt in begun}
            self._tries[path] = {attempt: each for attempt, each in read.items() if each}
            tries = [each[1] for each in self._tries[path].values() if each[1]]
        running = BenchStore(path).under_way
        under_way = list(_under_way(path, begun)) if running else []
        again = {each.slot for each in under_way}
        episodes = [each for each in standing(tries, lambda each: each) if each.slot not in again]
        slots = _slots(path, episodes)
        done = {each.slot for each in episodes}
        suite, agent, model, architecture = _names(info)
        return SuiteRun(
            id=id_,
            path=path,
            suite=suite or path.name,
            agent=agent,
            model=model,
            architecture=architecture,
            state="running" if running else "interrupted" if slots - done else "done",
            episodes=tuple(episodes),
            under_way=tuple(under_way),
            total=len(slots | done | again),
            started=_changed_at(path / RUN_FILE),
        )


def _read_again(attempt: Path, known: _Known | None) -> _Known | None:
    """Return a finished attempt, read only if it has changed; ``None`` for one that goes on."""
    try:
        changed = (attempt / EPISODE_FILE).stat().st_mtime_ns
    except OSError:
        return None
    return known if known and known[0] == changed else (changed, _read_try(attempt))


def _read_try(attempt: Path) -> EpisodeTry | None:
    # The report counts damaged ones.
    stored = next(read_attempt(attempt, lambda damaged: None), None)
    if stored is None:
        return None
    record = stored.record
    return EpisodeTry(
        task_id=record.task_id,
        epoch=record.epoch,
        attempt=record.attempt,
        outcome=record.outcome,
        seconds=record.seconds,
        cost_usd=record.cost_usd,
        steps=record.calls,
        message=record.message or _reason(record),
        run=run_of(attempt, record.run),
    )


def _reason(record: EpisodeRecord) -> str:
    """Why a check failed, where nothing else says what was wrong."""
    verdicts = record.score.verdicts if record.score else ()
    return next((each.reason for each in verdicts if each.required and not each.passed), "")


def _under_way(path: Path, begun: Iterable[Path]) -> Iterator[OpenEpisode]:
    newest = {attempt.parent: attempt for attempt in begun}
    since = _changed_at(path / SLOTS_FILE)
    for epoch, attempt in newest.items():
        # What an earlier command left was cut off, and waits for its turn.
        if not (attempt / EPISODE_FILE).exists() and _changed_at(attempt) >= since:
            runs = sorted(_entries(attempt / "run"), reverse=True)
            run = next((run_of(attempt, f"run/{each.name}") for each in runs), None)
            yield OpenEpisode(task_id=unquote(epoch.parent.name), epoch=int(epoch.name), run=run)


def _slots(path: Path, episodes: Iterable[EpisodeTry]) -> set[tuple[str, int]]:
    """Return task and repetition of each episode that there is to be.

    Folders of older versions do not say how often a task is repeated.
    """
    value = _json(path / SLOTS_FILE)
    tasks, epochs = value.get("tasks"), value.get("epochs")
    if not isinstance(tasks, list) or not isinstance(epochs, int):
        tasks = list(_task_ids(path / TASKS_FILE))
        epochs = max((each.epoch for each in episodes), default=1)
    return {(str(task), epoch) for task in tasks for epoch in range(1, min(epochs, 1000) + 1)}


def _task_ids(path: Path) -> Iterator[str]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield str(json.loads(line)["id"])
        except (ValueError, KeyError, TypeError):  # the last one, torn when the process was killed
            continue


def _names(info: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Return suite, agent, model and architecture."""
    given = info.get("plan")
    try:
        plan = BenchPlan.model_validate(given)
    except ValidationError:  # of another version, or damaged
        known = given if isinstance(given, Mapping) else {}
        return str(known.get("suite") or ""), str(known.get("agent") or ""), "", ""
    return plan.suite, plan.agent, plan.model, plan.architecture


def _changed_at(path: Path) -> float:
    """Return when a file or folder was changed, seconds since the epoch; 0 if there is none."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _entries(path: Path) -> Iterator[Path]:
    try:
        with os.scandir(path) as entries:
            yield from [path / each.name for each in entries if each.is_dir()]
    except OSError:  # removed meanwhile, or none
        return


def _json(path: Path) -> Mapping[str, Any]:
    try:
        return read_object(path) or {}
    except (OSError, ConfigError):  # damaged
        return {}
