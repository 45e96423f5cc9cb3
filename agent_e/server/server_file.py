"""Publishes the server's address, and ensures one server per folder of runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError
from agent_e.human.socket import read_private, write_private

ADDRESS_FILE = "server.json"
_LOCK_FILE = ".server.lock"


class AlreadyServed(ConfigError):
    """Another process serves the folder of runs."""


@contextmanager
def sole_server(root: Path) -> Iterator[None]:
    """Keep other servers from a folder of runs while the block runs: two would own each run.

    Raises:
        AlreadyServed: another server has it.
        ConfigError: it is not writable.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock = os.open(root / _LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(
            f"The folder of runs {root} cannot be written to: {error.strerror}. "
            "Give another place with --out."
        ) from error
    try:
        _take(lock, root)
        yield
    finally:
        os.close(lock)


@contextmanager
def published(root: Path, *, url: str, token: str) -> Iterator[None]:
    """Publish the server's address in ``server.json``, which only its owner can read."""
    path = root / ADDRESS_FILE
    write_private(path, {"url": url, "token": token, "pid": os.getpid()})
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def server_of(root: Path) -> Mapping[str, Any]:
    """Return ``{url, token, pid}`` of the server of a folder of runs; ``{}`` for none."""
    return read_private(root / ADDRESS_FILE)


def _take(lock: int, root: Path) -> None:
    if sys.platform == "win32":
        return  # no lock there that the system takes back by itself when the process dies
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        where = server_of(root).get("url", "another process")
        raise AlreadyServed(
            f"The folder {root} is served already, by {where}. Use that server, or give another "
            "folder with --out."
        ) from error
