"""Public data of suites: found in a folder, or fetched from where its authors publish it.

None of it comes with agent-e. Every file is identified by its SHA-256, so that a suite has the same
tasks everywhere, wherever the file came from.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import httpx
import platformdirs

from agent_e.config import DATA_VARIABLE
from agent_e.errors import ConfigError

_TIMEOUT_S = 30.0


@dataclass(frozen=True, kw_only=True)
class DataFile:
    """One public file.

    Attributes:
        path: in the data folder, such as ``webvoyager/WebVoyager_data.jsonl``.
        url: where its authors publish this very version; without ``sha256`` a page about it.
        sha256: of its bytes; ``None`` for what people have to get themselves, in any version: a
            file, or a folder of them.
    """

    path: str
    url: str
    sha256: str | None = None

    @property
    def source(self) -> str:
        """Where it comes from, as ``github.com/OWNER/NAME``."""
        parts = urlsplit(self.url)
        if parts.netloc != "raw.githubusercontent.com":
            return f"{parts.netloc}{parts.path}"
        return "/".join(["github.com", *parts.path.split("/")[1:3]])


def data_folder(given: Path | None = None) -> Path:
    """Return the given folder, else the environment's, else one in the user's cache."""
    if given is not None:
        return given
    if named := os.environ.get(DATA_VARIABLE):
        return Path(named)
    return Path(platformdirs.user_cache_path("agent-e", appauthor=False)) / "bench"


def data_state(
    files: Sequence[DataFile], folder: Path
) -> Literal["built in", "there", "to fetch", "to get"]:
    """Return whether all files are there; their content is checked when they are read.

    ``to get`` is what people have to get themselves.
    """
    missing = [file for file in files if not (folder / file.path).exists()]
    if not missing:
        return "there" if files else "built in"
    return "to fetch" if all(file.sha256 for file in missing) else "to get"


def read_data(file: DataFile, folder: Path, suite: str) -> bytes:
    """Return the file's bytes.

    Raises:
        ConfigError: it is missing, or is another version.
    """
    path = folder / file.path
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        how = f"Fetch it with `agent-e bench fetch {suite}`" if file.sha256 else _by_hand(file)
        raise ConfigError(
            f"The suite {suite} needs {file.path}, which is not in {folder}. {how}, or give the "
            "folder that has it with --data."
        ) from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.") from error
    if file.sha256 and _digest(data) != file.sha256:
        raise ConfigError(
            f"{path} is not the version that the suite {suite} is made of. Delete it and run "
            f"`agent-e bench fetch {suite}`."
        )
    return data


async def fetch_data(
    files: Iterable[DataFile], folder: Path, tell: Callable[[str], None] = lambda line: None
) -> list[Path]:
    """Fetch files that are missing or of another version; return the paths written.

    Args:
        files: to fetch.
        folder: where they belong.
        tell: receives a line about each.

    Raises:
        ConfigError: the file is unreachable, is another one, or cannot be written.
    """
    written = []
    async with httpx.AsyncClient(follow_redirects=True, timeout=_TIMEOUT_S) as client:
        for file in files:
            path = folder / file.path
            if file.sha256 is None:
                tell(f"{file.path}: {'is there' if path.exists() else _by_hand(file)}")
                continue
            if path.is_file() and _digest(path.read_bytes()) == file.sha256:
                tell(f"{file.path} is there")
                continue
            data = await _download(client, file, folder)
            _write(path, data)
            tell(f"{file.path} fetched, {len(data):,} bytes")
            written.append(path)
    return written


async def _download(client: httpx.AsyncClient, file: DataFile, folder: Path) -> bytes:
    host = urlsplit(file.url).netloc
    try:
        response = await client.get(file.url)
        response.raise_for_status()
    except httpx.HTTPStatusError as error:
        raise ConfigError(
            f"{file.path} cannot be fetched: {host} answers {error.response.status_code}. Try "
            f"again later, or put the file into {folder} yourself."
        ) from error
    except httpx.HTTPError as error:
        raise ConfigError(
            f"{file.path} cannot be fetched: there is no way to {host} "
            f"({str(error) or type(error).__name__}). Check the network, or put the file into "
            f"{folder} yourself."
        ) from error
    if _digest(response.content) != file.sha256:
        raise ConfigError(
            f"{host} sent another file than the {file.path} that is expected, so nothing was kept. "
            f"Put the right version (SHA-256 {file.sha256}) into {folder} yourself."
        )
    return response.content


def _by_hand(file: DataFile) -> str:
    return f"Get it from {file.source}, by its authors' terms, and put it there"


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).replace(path)
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be written: {error.strerror}. Give another folder with --data."
        ) from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
