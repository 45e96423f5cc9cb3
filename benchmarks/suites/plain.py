"""User-defined tasks: a file with one JSON object per line is a suite."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from agent_e.benchmarks.suites.browsergym import PREFIX, browsergym_suite
from agent_e.benchmarks.suites.suite import Suite
from agent_e.benchmarks.tasks.jsonl import read_tasks
from agent_e.errors import ConfigError


def plain_suite(path: Path) -> Suite:
    """Return the suite of a file, named after it."""
    return Suite(
        name=path.stem,
        summary=f"The tasks in {path.name}.",
        licence="not said",
        read=lambda options: list(read_tasks(path)),
    )


def find_suite(suites: Mapping[str, Suite], name: str) -> Suite:
    """Return the suite of that name, that of BrowserGym, or that of the file at that path.

    Raises:
        ConfigError: there is neither.
    """
    if name in suites:
        return suites[name]
    if name.startswith(PREFIX):
        return browsergym_suite(name.removeprefix(PREFIX))
    path = Path(name)
    if path.suffix in (".jsonl", ".json") or path.is_file():
        if not path.is_file():
            raise ConfigError(f"There is no file {name}. Give a suite or a file of tasks.")
        return plain_suite(path)
    near = difflib.get_close_matches(name, suites, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(suites)}."
    raise ConfigError(f"There is no suite {name}. {hint}")
