"""Registers where ``agent-e site`` serves, so that runs on this machine may open these sites."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import psutil

from agent_e.errors import ConfigError

from .origins import read_place


@contextmanager
def local_site_origins(url: str) -> Iterator[None]:
    """Register, while the block runs, that this process serves a site there.

    Raises:
        ConfigError: it cannot be written to disk.
    """
    folder = _folder()
    place = read_place(url)
    assert place is not None, "a site of ours has an address"
    file = folder / f"{os.getpid()}-{place.port}.json"
    record = {"host": place.host, "port": place.port, "started": psutil.Process().create_time()}
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_text(json.dumps(record))
    except OSError as error:
        raise ConfigError(
            f"Where the site is cannot be noted in {folder}: {error.strerror}. Other runs could "
            "not open it; give a home folder that can be written to."
        ) from error
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def served_places() -> frozenset[tuple[str, int]]:
    """Return host and port of every site that a living ``agent-e site`` process serves."""
    return frozenset(filter(None, map(_place, _folder().glob("*.json"))))


def _place(file: Path) -> tuple[str, int] | None:
    try:
        record = json.loads(file.read_text())
        process = psutil.Process(int(file.stem.partition("-")[0]))
        if process.create_time() != record["started"]:
            return None
        return str(record["host"]), int(record["port"])
    except (OSError, ValueError, KeyError, TypeError, psutil.Error):
        # Left behind by a killed process: its port may be in use by anything now.
        return None


def _folder() -> Path:
    return platformdirs.user_state_path("agent-e", appauthor=False) / "sites"
