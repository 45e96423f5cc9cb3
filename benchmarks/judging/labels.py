"""Labels of people from elsewhere: a CSV file with a row for each opinion on an episode."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from agent_e.benchmarks.episodes.reading import StoredEpisode, standing
from agent_e.benchmarks.tasks.record import Record
from agent_e.errors import ConfigError

from .people import PersonVerdict


class Label(Record):
    """A row: what one person said of a task's episode."""

    task: str
    epoch: int = Field(default=1, ge=1)
    label: Literal["success", "failure"]


def read_labels(path: Path, items: Iterable[StoredEpisode]) -> list[PersonVerdict]:
    """Return labels as verdicts on the attempts that count; those of other tasks are left out.

    The columns are ``task``, ``label`` and, unless it is always 1, ``epoch``; others are ignored.
    Rows of the same episode are of different people.

    Raises:
        ConfigError: the file cannot be read, a row is no label, or none is of these episodes.
    """
    attempts = {item.slot: item.key[2] for item in standing(items, lambda each: each.record)}
    labels = [(f"{path.name}:{line}", label) for line, label in _rows(path)]
    found = [
        PersonVerdict(
            task=label.task,
            epoch=label.epoch,
            attempt=attempts[label.task, label.epoch],
            who=who,
            verdict=label.label,
            time=0,
        )
        for who, label in labels
        if (label.task, label.epoch) in attempts
    ]
    if not found:
        raise ConfigError(
            f"None of the {len(labels)} labels in {path} is of an episode of this run. Compare "
            "its column task with agent-e bench report."
        )
    return found


def _rows(path: Path) -> Iterable[tuple[int, Label]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            for row in rows:
                known = {name: row[name] for name in Label.model_fields if row.get(name)}
                yield rows.line_num, Label.model_validate_strings(known)
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigError(
            f"{path}, line {rows.line_num}: {'.'.join(map(str, first['loc']))}: {first['msg']}. "
            "Write columns task, epoch and label, which is success or failure."
        ) from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"The labels {path} cannot be read: {error}.") from error
