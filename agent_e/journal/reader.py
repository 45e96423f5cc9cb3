"""Read run folders, finished or not."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from agent_e.errors import ConfigError

from .transcript import RunTranscript

Event = dict[str, Any]
_PICTURE = re.compile(r"(?:shots|pages)/[\w-]+\.(?:jpg|jpeg|png|webp)")
_STANDS = {"awaiting_human": "waiting", "awaiting_plan": "waiting", "paused": "paused"}
_CLOCKS_S = 2.0
"""Possible difference between file timestamps and process clocks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunRecord:
    """One run folder.

    ``result`` is ``None`` for a run that has not ended (or was killed); ``problem`` says why a
    listed folder cannot be read.
    """

    run_id: str
    path: Path
    info: Event
    events: list[Event] = field(default_factory=list)
    result: Event | None = None
    problem: str = ""

    @property
    def task(self) -> str:
        """The task's text."""
        return str(self.info.get("task", {}).get("text", ""))

    @property
    def transcript(self) -> RunTranscript:
        """Its events, decoded."""
        return RunTranscript.read(self.events)


def read_events(run_dir: Path) -> Iterator[Event]:
    """Yield the events in order; a torn last line, left by a killed process, is skipped.

    Raises:
        ConfigError: a line in the middle is not JSON, so the file is not a journal.
    """
    return read_lines(run_dir / "events.jsonl")


def read_lines(path: Path) -> Iterator[Event]:
    """Yield the objects of any of our append-only files, none where the file is missing.

    Raises:
        ConfigError: as for ``read_events``.
    """
    if not path.exists():
        return
    torn = 0
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if torn:
                raise ConfigError(
                    f"{path} is damaged at line {torn}: it is not a journal of agent-e."
                )
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                torn = number


def picture_path(run_dir: Path, name: str) -> Path | None:
    """Return the file of a picture; ``None`` for any other file, as a journal may be untrusted."""
    path = run_dir / name
    fits = _PICTURE.fullmatch(name) and not path.is_symlink() and path.is_file()
    return path if fits else None


def read_run(run_dir: Path, *, events: bool = True) -> RunRecord:
    """Read one run folder.

    Raises:
        ConfigError: it is not a run folder, or belongs to a suite's run.
    """
    info = read_object(run_dir / "run.json")
    if (run_dir / "episodes").is_dir():
        raise ConfigError(
            f"{run_dir} is the run of a suite. Its report is made by agent-e bench report "
            f"{run_dir}; runs of its episodes lie below episodes/."
        )
    if info is None:
        raise ConfigError(
            f"{run_dir} is not a run folder: it has no run.json. See agent-e runs list."
        )
    return RunRecord(
        run_id=run_dir.name,
        path=run_dir,
        info=info,
        events=list(read_events(run_dir)) if events else [],
        result=read_object(run_dir / "result.json"),
    )


def list_runs(root: Path) -> list[RunRecord]:
    """Return every run under ``root`` without its events, newest first."""
    if not root.is_dir():
        return []
    folders = sorted((path.parent for path in root.glob("*/run.json")), reverse=True)
    return [_listed(folder) for folder in folders]


def _listed(folder: Path) -> RunRecord:
    try:
        return read_run(folder, events=False)
    except ConfigError as error:  # one damaged folder must not hide the others
        return RunRecord(run_id=folder.name, path=folder, info={}, problem=str(error))


def read_object(path: Path) -> Event | None:
    """Read a JSON file of a run folder; ``None`` if it is missing, empty if it is no object.

    Raises:
        ConfigError: it is not JSON in UTF-8, or nests too deep.
    """
    if not path.exists():
        return None
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{path} is damaged: {error}. Remove the run folder or restore the file."
        ) from error
    return value if isinstance(value, dict) else {}


def find_run(root: Path, run: str) -> Path:
    """Return a run folder by its path, id, unique beginning of one, or ``latest``.

    Raises:
        ConfigError: none or several match; the message names similar ids.
    """
    if (Path(run) / "run.json").is_file():
        return Path(run)
    names = sorted((path.parent.name for path in root.glob("*/run.json")), reverse=True)
    if not names:
        raise ConfigError(f"There are no runs in {root} yet. Make one with agent-e run.")
    if run == "latest":
        return root / names[0]
    matches = [name for name in names if run and name.startswith(run)]
    if run in names or len(matches) == 1:
        return root / (run if run in names else matches[0])
    if matches:
        raise ConfigError(
            f"{len(matches)} runs begin with {run}: {', '.join(matches[:5])}. Write more of the id."
        )
    near = difflib.get_close_matches(run, names, n=3, cutoff=0.3) or names[:3]
    raise ConfigError(f"There is no run {run} in {root}. Near it: {', '.join(near)}.")


def run_state(record: RunRecord) -> str:
    """Return the run's outcome, or its current state while it has none.

    That is ``running``, ``waiting`` for a person, ``paused`` or ``interrupted``; ``unfinished``
    where ``run.json`` does not name the process, so the state is unknown.
    """
    if record.problem:
        return "damaged"
    if record.result is not None:
        return str(record.result.get("outcome", "unknown"))
    process = record.info.get("pid")
    if not isinstance(process, int):
        return "unfinished"
    if not is_alive(process, record.path):
        return "interrupted"
    state = ""
    for event in record.events or read_events(record.path):
        if event.get("kind") == "control.state":
            state = str(event.get("state"))
    return _STANDS.get(state, "running")


def is_alive(process: int, run_dir: Path) -> bool:
    """Whether the process of the run is alive, and not another one with its number."""
    if process <= 0:  # a file may say anything
        return False
    try:
        began = psutil.Process(process).create_time()
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True
    return bool(began <= (run_dir / "run.json").stat().st_mtime + _CLOCKS_S)
