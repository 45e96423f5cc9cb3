"""Read the episodes of a bench run, and select the attempt at each that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import ValidationError

from agent_e.errors import ConfigError

from .record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord, read_episode

EPISODES = "episodes"
T = TypeVar("T")
Key = tuple[str, int, int]
"""Task, epoch, attempt."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredEpisode:
    """One finished attempt at an episode, and its folder."""

    folder: Path
    record: EpisodeRecord

    @property
    def key(self) -> Key:
        """Task, epoch and attempt."""
        return *self.slot, self.record.attempt

    @property
    def slot(self) -> tuple[str, int]:
        """Task and epoch."""
        return self.record.task_id, self.record.epoch


class Try(Protocol):
    """The minimal data of an attempt at an episode."""

    @property
    def task_id(self) -> str:
        """The task."""

    @property
    def epoch(self) -> int:
        """Its repetition."""

    @property
    def attempt(self) -> int:
        """The number of the attempt, from 1."""

    @property
    def outcome(self) -> EpisodeOutcome:
        """How it ended."""


def standing(tries: Iterable[T], known: Callable[[T], Try]) -> list[T]:
    """Return the attempt that counts for each task and epoch, in order of first appearance.

    It is the first that is no infrastructure fault, else the last fault. The first, because only
    faults are retried: another one beside it, as in folders that were copied together, would be a
    second chance that other episodes did not have.
    """
    best: dict[tuple[str, int], tuple[tuple[bool, int], T]] = {}
    for each in tries:
        of = known(each)
        fault = of.outcome is EpisodeOutcome.INFRA_ERROR
        rank = (not fault, of.attempt if fault else -of.attempt)
        slot = of.task_id, of.epoch
        if slot not in best or rank > best[slot][0]:
            best[slot] = rank, each
    return [each for _, each in best.values()]


def read_standing(
    folder: Path, on_damaged: Callable[[Path], None] | None = None
) -> list[StoredEpisode]:
    """Return the attempt that counts for each task and epoch of a run; see ``read_tries``."""
    return standing(read_tries(folder, on_damaged), lambda each: each.record)


def read_tries(
    folder: Path, on_damaged: Callable[[Path], None] | None = None
) -> Iterator[StoredEpisode]:
    """Yield every finished attempt of a run, including those that a later one replaced.

    Args:
        folder: of the run.
        on_damaged: called for records that cannot be read, which are then skipped.

    Raises:
        ConfigError: the folder holds no bench run, or a record is damaged without ``on_damaged``.
    """
    root = folder / EPISODES
    if not root.is_dir():
        raise ConfigError(
            f"{folder} holds no bench run: it has no folder {EPISODES}. Give the folder that "
            "agent-e bench run named as its out_dir."
        )
    for attempt in attempts(folder):
        yield from read_attempt(attempt, on_damaged)


def attempts(folder: Path) -> Iterator[Path]:
    """Yield the folder of every attempt of a run, also of those that have not ended."""
    root = folder / EPISODES
    for task in sorted(root.iterdir()) if root.is_dir() else ():
        for epoch in numbered(task):
            yield from numbered(epoch)


def read_slot(
    epoch: Path, on_damaged: Callable[[Path], None] | None = None
) -> Iterator[StoredEpisode]:
    """Yield the finished attempts in the folder of one task and epoch, oldest first.

    Raises:
        ConfigError: a record is damaged, without ``on_damaged``.
    """
    for attempt in numbered(epoch):
        yield from read_attempt(attempt, on_damaged)


def read_attempt(
    attempt: Path, on_damaged: Callable[[Path], None] | None = None
) -> Iterator[StoredEpisode]:
    """Yield an attempt if it has ended.

    Raises:
        ConfigError: its record is damaged, without ``on_damaged``.
    """
    path = attempt / EPISODE_FILE
    if not path.exists():
        return
    try:
        yield StoredEpisode(folder=attempt, record=read_episode(attempt))
    except (OSError, ValidationError, UnicodeDecodeError) as error:
        if on_damaged is None:
            raise ConfigError(
                f"{path} is damaged: {_words(error)}. Remove its folder, and run the same "
                "command again."
            ) from error
        on_damaged(path)


def numbered(folder: Path) -> list[Path]:
    """Return the subfolders named by a number, in numerical order."""
    if not folder.is_dir():
        return []
    found = [path for path in folder.iterdir() if path.name.isdecimal()]
    return sorted(found, key=lambda path: int(path.name))


def _words(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return error.errors()[0]["msg"]
    return getattr(error, "strerror", None) or "it is not UTF-8 text"


def find_run_dir(folder: Path) -> Path | None:
    """The agent's run folder in an episode's, the newest where an attempt left several."""
    folders = sorted(path.parent for path in (folder / "run").glob("*/run.json"))
    return folders[-1] if folders else None
