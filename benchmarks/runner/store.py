"""The folder of a bench run: finished and remaining episodes, and resuming."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from agent_e import __version__
from agent_e.benchmarks.episodes.reading import (
    EPISODES,
    StoredEpisode,
    numbered,
    read_slot,
    read_standing,
    standing,
)
from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

from .plan import BenchPlan, Slot

RUN_FILE = "run.json"
TASKS_FILE = "tasks.jsonl"
SLOTS_FILE = "slots.json"
_LOCK = ".lock"
_PACKAGES = ("playwright", "openai", "anthropic")


class BenchStore:
    """Reads and writes one folder; only one runner uses it at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other runners out while the block runs.

        Raises:
            ConfigError: the folder cannot be used, or another runner is using it.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise ConfigError(
                f"The folder {self.folder} cannot be written: {error.strerror}. "
                "Give another with --out."
            ) from error
        try:
            # The system releases the lock when the process ends, however it does.
            _lock(lock, self.folder)
            yield
        finally:
            os.close(lock)

    @property
    def under_way(self) -> bool:
        """Whether a runner is using the folder."""
        try:
            lock = os.open(self.folder / _LOCK, os.O_RDONLY)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    def begin(self, plan: BenchPlan, tasks: Sequence[BenchTask], facts: dict[str, Any]) -> None:
        """Write the run's identity, or check that it is the one begun here.

        Raises:
            ConfigError: the folder holds a different run.
        """
        path = self.folder / RUN_FILE
        if path.exists():
            _check_same(path, plan)
        else:
            info = {
                "plan": plan.identity,
                "versions": {
                    "agent-e": __version__,
                    "python": platform.python_version(),
                    **{package: version(package) for package in _PACKAGES},
                },
                **facts,
            }
            write_whole(path, json.dumps(info, ensure_ascii=False, indent=2, default=str))
        known = {task.id for task in self.tasks()}
        fresh = [task for task in tasks if task.id not in known]
        if fresh:
            _append(self.folder / TASKS_FILE, (task.model_dump_json() for task in fresh))

    def write_slots(self, tasks: Sequence[BenchTask], epochs: int) -> None:
        """Write which episodes the runner is to do, for those who watch."""
        value = {"tasks": [task.id for task in tasks], "epochs": epochs}
        write_whole(self.folder / SLOTS_FILE, json.dumps(value))

    def info(self) -> dict[str, Any]:
        """Return run.json.

        Raises:
            ConfigError: it is missing or damaged.
        """
        path = self.folder / RUN_FILE
        if not path.exists():
            raise ConfigError(
                f"{self.folder} holds no bench run: it has no {RUN_FILE}. Make one with "
                "agent-e bench run SUITE --out DIR."
            )
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ConfigError(f"{path} is damaged: {error}.") from error
        return found if isinstance(found, dict) else {}

    def tasks(self) -> list[BenchTask]:
        """Return the tasks as frozen at the first run."""
        return [BenchTask.model_validate_json(line) for line in _lines(self.folder / TASKS_FILE)]

    def frozen(self, tasks: Sequence[BenchTask]) -> list[BenchTask]:
        """Return these tasks in their frozen form, where there is one.

        A date that has moved on since would change a half-finished task.
        """
        known = {task.id: task for task in self.tasks()}
        return [known.get(task.id, task) for task in tasks]

    def slot_folder(self, slot: Slot) -> Path:
        """Folder of the tries at a slot."""
        return self.folder / EPISODES / _safe(slot.task.id) / str(slot.epoch)

    def next_attempt(self, slot: Slot) -> int:
        """The number of the next try: a folder that was begun is never reused."""
        return 1 + max((int(path.name) for path in numbered(self.slot_folder(slot))), default=0)

    def concluded(self, slot: Slot) -> EpisodeRecord | None:
        """Return the record that counts for a slot, if any."""
        counting = standing(read_slot(self.slot_folder(slot)), lambda each: each.record)
        return counting[0].record if counting else None

    def episodes(self) -> list[StoredEpisode]:
        """Return the episode that counts of each slot that has one."""
        return read_standing(self.folder) if (self.folder / EPISODES).is_dir() else []

    def records(self) -> list[EpisodeRecord]:
        """Return the records of these episodes."""
        return [each.record for each in self.episodes()]


def write_record(
    folder: Path, name: str, record: BaseModel, redact: Callable[[Any], Any] = lambda value: value
) -> None:
    """Write a record as a file of an episode's folder, atomically."""
    redacted = redact(record.model_dump(mode="json"))
    write_whole(folder / name, json.dumps(redacted, ensure_ascii=False, indent=1))


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name, flush it to disk, and rename it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    with temporary.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _lock(file: int, folder: Path) -> None:
    # One who only looks whether it is in use has it for a moment.
    for wait_s in (0.05, 0.1, 0.2, None):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as error:
            if wait_s is None:
                raise ConfigError(
                    f"Another bench run is at work in {folder}. Wait for it, or give another --out."
                ) from error
            time.sleep(wait_s)


def _check_same(path: Path, plan: BenchPlan) -> None:
    before = BenchStore(path.parent).info().get("plan", {})
    changed = sorted(_changed(before, json.loads(json.dumps(plan.identity))))
    if changed:
        raise ConfigError(
            f"{path.parent} holds a run with another {', '.join(changed[:4])}. "
            "Give another --out, or the same options."
        )


def _changed(before: Any, now: Any, prefix: str = "") -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in before.keys() | now.keys():
            yield from _changed(before.get(key), now.get(key), f"{prefix}{key}.")
    elif before != now:
        yield prefix.removesuffix(".").removeprefix("settings.")


def _safe(task_id: str) -> str:
    name = quote(task_id, safe=" +,=@")
    return "%2E" + name[1:] if name.startswith(".") else name


def _append(path: Path, lines: Iterable[str]) -> None:
    complete = "".join(_lines(path)).encode("utf-8")
    if path.exists() and path.stat().st_size > len(complete):
        # The torn line of a killed process would swallow the next one.
        os.truncate(path, len(complete))
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())


def _lines(path: Path) -> Iterator[str]:
    """The complete lines of a file, without a torn last one from a killed process."""
    if path.exists():
        yield from (
            line
            for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
            if line.endswith("\n")
        )
