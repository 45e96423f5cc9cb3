"""Ids of the runs that are episodes of suites: opaque, and leading nowhere else."""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path

from agent_e.benchmarks.episodes.reading import EPISODES

_PREFIX = "episode-"
_ID = re.compile(rf"{_PREFIX}([A-Za-z0-9_-]{{4,2000}})")
_BELOW = 3
"""Folders from that of all episodes to an attempt: task, repetition, attempt."""


def episode_run_id(root: Path, run: Path) -> str:
    """Return the id of an episode's run folder below the folder of runs."""
    path = os.fsencode(run.relative_to(root))
    return _PREFIX + base64.urlsafe_b64encode(path).decode().rstrip("=")


def episode_run_path(root: Path, id_: str) -> Path | None:
    """Return the run folder of an id; ``None`` if that is no run of an episode below ``root``."""
    found = _ID.fullmatch(id_)
    if found is None:
        return None
    padded = found[1] + "=" * (-len(found[1]) % 4)
    try:
        run = root / os.fsdecode(base64.urlsafe_b64decode(padded))
        return run if _is_run(root, run) and episode_run_id(root, run) == id_ else None
    except (OSError, ValueError):  # no name of any file
        return None


def run_of(attempt: Path, name: str) -> Path | None:
    """Return the run folder that an episode's record names, if it is within the episode."""
    run = attempt / name if name else attempt
    # Names in a record are not trusted.
    inside = run != attempt and run.resolve().is_relative_to(attempt.resolve())
    return run if inside and (run / "run.json").is_file() else None


def _is_run(root: Path, run: Path) -> bool:
    if ".." in run.parts or not run.is_relative_to(root):
        return False
    parts = run.relative_to(root).parts
    if EPISODES not in parts[:-_BELOW]:
        return False
    at = parts.index(EPISODES) + 1 + _BELOW
    attempt, rest = Path(root, *parts[:at]), parts[at:]
    if not rest or not attempt.resolve().is_relative_to(root.resolve()):
        return False
    return run_of(attempt, str(Path(*rest))) == run
