"""People's verdicts on episodes: verdicts.jsonl, one line for each time somebody looked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from agent_e.benchmarks.episodes.reading import Key, StoredEpisode, read_tries
from agent_e.benchmarks.episodes.record import EVIDENCE_FILE
from agent_e.benchmarks.tasks.record import Record
from agent_e.errors import ConfigError

VERDICTS_FILE = "verdicts.jsonl"


class PersonVerdict(Record):
    """One person's verdict on one episode; a later line of the same person replaces it."""

    task: str
    epoch: int
    attempt: int
    who: str
    verdict: Literal["success", "failure", "skip"]
    reason: str = ""
    time: float
    """Unix time."""

    @property
    def key(self) -> Key:
        """The episode."""
        return self.task, self.epoch, self.attempt


def read_verdicts(run_dir: Path) -> list[PersonVerdict]:
    """Return all verdicts of people, oldest first; a torn last line is skipped.

    Raises:
        ConfigError: a line in the middle cannot be read.
    """
    path = run_dir / VERDICTS_FILE
    return read_verdicts_file(path) if path.exists() else []


def read_verdicts_file(path: Path) -> list[PersonVerdict]:
    """Read verdicts from a file, such as one that the review page saved.

    Raises:
        ConfigError: it is missing, or a line other than the last cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ConfigError(f"The verdicts {path} cannot be read: {error.strerror}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(PersonVerdict.model_validate_json(line))
        except ValidationError as error:
            if number == len(lines):
                break
            raise ConfigError(
                f"{path} is damaged at line {number}. Mend or remove the line."
            ) from error
    return found


def add_verdicts(run_dir: Path, verdicts: Iterable[PersonVerdict]) -> int:
    """Append verdicts that are not there yet; returns how many."""
    known = {each.model_dump_json() for each in read_verdicts(run_dir)}
    lines = [line for each in verdicts if (line := each.model_dump_json()) not in known]
    path = run_dir / VERDICTS_FILE
    with path.open("ab") as file:
        # A line torn by a killed process would swallow the next one.
        torn = path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
        file.write((("\n" if torn else "") + "".join(f"{line}\n" for line in lines)).encode())
        file.flush()
        os.fsync(file.fileno())
    return len(lines)


def verdicts_of(run_dir: Path, key: Key) -> list[PersonVerdict]:
    """Return people's verdicts on one episode, the last one of each."""
    latest = {each.who: each for each in read_verdicts(run_dir) if each.key == key}
    return list(latest.values())


def episodes_of(run_dir: Path) -> list[StoredEpisode]:
    """Return every finished episode of a run, by task, epoch and attempt.

    Raises:
        ConfigError: there are none, or one is damaged.
    """
    found = list(read_tries(run_dir))
    if not found:
        raise ConfigError(
            f"There are no finished episodes in {run_dir}. Give the folder of a bench run."
        )
    return sorted(found, key=lambda each: each.key)


def to_review(
    items: Sequence[StoredEpisode], verdicts: Sequence[PersonVerdict], who: str
) -> list[StoredEpisode]:
    """Return the finished episodes that this person has not judged yet."""
    done = {each.key for each in verdicts if each.who == who}
    return [
        each for each in items if each.key not in done and (each.folder / EVIDENCE_FILE).exists()
    ]


def last_words(verdicts: Iterable[PersonVerdict]) -> dict[Key, dict[str, bool]]:
    """Return by episode each person's last verdict, true for success, without skips."""
    latest: dict[Key, dict[str, bool]] = {}
    for each in verdicts:
        people = latest.setdefault(each.key, {})
        people.pop(each.who, None)
        if each.verdict != "skip":
            people[each.who] = each.verdict == "success"
    return latest
