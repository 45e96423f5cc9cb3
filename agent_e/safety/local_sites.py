"""Where the sites of ``agent-e site`` are, so that a run on this machine may open them."""

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
    """Make it known, while the block runs, that this process serves a site there.

    Raises:
        ConfigError: it cannot be written down.
    """
    folder = _folder()
    place = read_place(url)
    assert place is not None, "a site of ours has an address"
    file = folder / f"{os.getpid()}-{place.port}.json"
    said = {"host": place.host, "port": place.port, "started": psutil.Process().create_time()}
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_text(json.dumps(said))
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
    """Host and port of every site that a living process of ``agent-e site`` serves."""
    return frozenset(filter(None, map(_place, _folder().glob("*.json"))))


def _place(file: Path) -> tuple[str, int] | None:
    try:
        said = json.loads(file.read_text())
        process = psutil.Process(int(file.stem.partition("-")[0]))
        if process.create_time() != said["started"]:
            return None
        return str(said["host"]), int(said["port"])
    except (OSError, ValueError, KeyError, TypeError, psutil.Error):
        # Left behind by one that was killed: its port may be anybody's now.
        return None


def _folder() -> Path:
    return platformdirs.user_state_path("agent-e", appauthor=False) / "sites"
