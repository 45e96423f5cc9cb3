"""Write a run folder.

    runs/<id>/
        run.json       resolved configuration, versions, prompt hashes; written first
        events.jsonl   one event a line, in order, each written before the effect it announces
        result.json    written last: its presence is the only sign that the run came to an end
        shots/         pictures of the page, by number of their event
        downloads/     files the browser saved, by number
            extracts/      records too many to show, by number of their event

``events`` lists the kinds, and their members beside ``seq``, ``time`` and ``kind``.
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError, JournalLost

from .reader import read_lines

Redact = Callable[[Any], Any]
Mask = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Returns an event in the form that may be written."""


def new_run_dir(root: Path) -> Path:
    """Make and return ``root/<id>``, for its owner only; the id sorts by time and is unique.

    Raises:
        ConfigError: the folder cannot be written to.
    """
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    path = root / name
    try:
        path.mkdir(0o700, parents=True, exist_ok=False)
    except OSError as error:
        raise ConfigError(
            f"The run folder {path} cannot be made: {error.strerror}. "
            "Give another place with --out."
        ) from error
    return path


def _lock(file: int, run_dir: Path) -> None:
    """Keep other processes from carrying out the same run, for as long as the file is open."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        raise ConfigError(
            f"The run {run_dir.name} is being carried out already. Wait for its end."
        ) from error
    except OSError:
        # Some network shares know no locks.
        return


class Journal:
    """Append events to a run folder and pass each on to listeners such as the live view.

    In a folder that has events already, of an interrupted run, numbering continues after the last.
    A line is one ``write`` of the operating system: a process killed at any moment leaves at most
    one torn line, at the end, which readers skip. Once the folder cannot be written any more, as
    when the disk is full, nothing more is; listeners still receive every event.

    Attributes:
        lost: why nothing can be written any more, ``None`` while it can.
        on_lost: called with that once.
    """

    def __init__(
        self, run_dir: Path, *, redact: Redact | None = None, mask: Mask | None = None
    ) -> None:
        """Open or create the journal of a run folder.

        Args:
            run_dir: the folder.
            redact: removes secrets from every event.
            mask: is applied first, for secrets that only the event itself identifies.
        """
        self.run_dir = run_dir
        self._mask = mask
        self._redact = redact
        self.lost: JournalLost | None = None
        self.on_lost: Callable[[JournalLost], None] = lambda error: None
        self._listeners: list[Callable[[Mapping[str, Any]], None]] = []
        self._numbers = itertools.count(_mended(run_dir / "events.jsonl") + 1)
        try:
            self._file = os.open(
                run_dir / "events.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600
            )
        except OSError as error:
            raise ConfigError(
                f"The journal in {run_dir} cannot be written: {error.strerror}. "
                "Give another place with --out."
            ) from error
        _lock(self._file, run_dir)

    def subscribe(self, listener: Callable[[Mapping[str, Any]], None]) -> None:
        """Call ``listener`` with every event written from now on."""
        self._listeners.append(listener)

    def write(self, kind: str, /, **fields: Any) -> int:
        """Append one event and return its number."""
        event: Mapping[str, Any]
        number = next(self._numbers)
        event = {"seq": number, "time": round(time.time(), 4), "kind": kind, **fields}
        if self._mask is not None:
            event = self._mask(event)
        # Views and event streams must not show more than the file.
        event = self._redacted(event)
        line = json.dumps(event, ensure_ascii=False, default=str)
        if self.lost is None:
            try:
                _write(self._file, line.encode("utf-8", "backslashreplace") + b"\n")
            except OSError as error:
                # Most callers are told of events by the browser, and could not handle it.
                self._lose(error)
        for listener in self._listeners:
            listener(event)
        return number

    def write_file(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a JSON file of the run folder atomically; raises as ``write_bytes``."""
        redacted = self._redacted(value)
        text = json.dumps(redacted, ensure_ascii=False, indent=2, default=str) + "\n"
        self.write_bytes(name, text.encode("utf-8", "backslashreplace"))

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file of the run folder, such as a picture, atomically.

        Raises:
            JournalLost: the folder cannot be written.
        """
        path = self.run_dir / name
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            path.parent.mkdir(exist_ok=True)
            with open(temporary, "wb", opener=_private) as file:
                file.write(data)
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise self._lose(error) from error

    def _lose(self, error: OSError) -> JournalLost:
        if self.lost is None:
            self.lost = JournalLost(
                f"The run folder {self.run_dir} cannot be written any more: {error.strerror}. "
                "Make room there, or give another place with --out, and run it again."
            )
            self.on_lost(self.lost)
        return self.lost

    def _redacted(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        # Value by value: numbers such as the time must stay numbers.
        return self._redact(value) if self._redact is not None else value

    def close(self) -> None:
        """Flush to disk and close; further writes fail."""
        try:
            os.fsync(self._file)
        except OSError as error:
            self._lose(error)
        finally:
            os.close(self._file)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _write(file: int, data: bytes) -> None:
    """Write all of it, with one call where the system takes it whole."""
    while data:
        data = data[os.write(file, data) :]


def _mended(path: Path) -> int:
    """Return the number of the last event, 0 without one, after removing a torn last line.

    A torn line would spoil the next one.
    """
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if not lines:
        return 0
    try:
        json.loads(lines[-1])
    except ValueError:
        os.truncate(path, path.stat().st_size - len(lines[-1]))
    else:
        if not lines[-1].endswith(b"\n"):
            with path.open("ab") as file:
                file.write(b"\n")
    return max((int(event["seq"]) for event in read_lines(path)), default=0)
