"""Tasks in files of our own format: one JSON object per line."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from agent_e.benchmarks.tasks.record import BenchTask, Reference, SiteUse, TaskLimits, TraceStep
from agent_e.errors import ConfigError

_NESTED: dict[str, type[BaseModel]] = {
    "sites": SiteUse,
    "reference": Reference,
    "trace": TraceStep,
    "limits": TaskLimits,
}


def read_tasks(path: Path, suite: str = "") -> Iterator[BenchTask]:
    """Read tasks one by one; empty lines are skipped.

    Args:
        path: of the file.
        suite: suite of tasks that name none; if empty, the file's name without extension.

    Raises:
        ConfigError: the file cannot be read, or a line is no task; names file, line and key.
    """
    try:
        # Every line is validated by itself, so that errors name a line, not an offset in the file.
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _read_task(line, f"{path.name}, line {number}", suite or path.stem)
    except OSError as error:
        raise ConfigError(
            f"The tasks in {path} cannot be read: {error.strerror}. Give another file."
        ) from error


def _read_task(line: bytes, where: str, suite: str) -> BenchTask:
    try:
        values = json.loads(line)
    except ValueError as error:  # also bytes that are not UTF-8
        raise ConfigError(
            f"{where}: this is no JSON object ({error}). Correct the line."
        ) from error
    if not isinstance(values, dict):
        raise ConfigError(f"{where}: this is no JSON object. Write one task a line.")
    try:
        return BenchTask.model_validate({"suite": suite, **values})
    except ValidationError as error:
        raise ConfigError(f"{where}: {_problems(error)}") from error


def _problems(error: ValidationError) -> str:
    """Return all errors in one sentence; for a missing key, with the keys present."""
    found: list[Any] = error.errors()
    missing = [_key(each) for each in found if each["type"] == "missing"]
    words = [f"the keys {', '.join(missing)} are missing"] if len(missing) > 1 else []
    words = words or [f"the key {key} is missing" for key in missing]
    for each in found:
        if each["type"] == "extra_forbidden":
            words.append(f"there is no key {_key(each)}{_nearest(each['loc'])}")
        elif each["type"] != "missing":
            text = str(each["msg"])
            words.append(f"{_key(each)}: {text[:1].lower()}{text[1:]}")
    keys = f"A task has: {', '.join(BenchTask.model_fields)}." if missing else "Correct the line."
    return f"{'; '.join(words)}. {keys}"


def _key(problem: Any) -> str:
    return ".".join(str(part) for part in problem["loc"])


def _nearest(loc: tuple[str | int, ...]) -> str:
    parent = next((part for part in reversed(loc[:-1]) if isinstance(part, str)), "")
    keys = _NESTED.get(parent, BenchTask).model_fields
    near = difflib.get_close_matches(str(loc[-1]), keys, n=1, cutoff=0.5)
    return f" (did you mean {near[0]}?)" if near else f" (there are: {', '.join(keys)})"
