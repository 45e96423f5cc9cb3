"""The copy of a run's folder at an address, such as a bucket, that ``fsspec`` can write to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

import platformdirs

from agent_e.benchmarks.episodes.reading import EPISODES
from agent_e.benchmarks.episodes.record import EPISODE_FILE
from agent_e.errors import BrowserError, ConfigError

from .store import RUN_FILE, SLOTS_FILE, TASKS_FILE

_OF_RUN = (RUN_FILE, TASKS_FILE, SLOTS_FILE)


def is_address(place: str) -> bool:
    """Whether this names a place that is no folder of this machine."""
    return "://" in place


def without_password(address: str) -> str:
    """Return the address without the name and password of an account."""
    scheme, _, rest = address.partition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}://{place.rpartition('@')[2]}{slash}{path}"


def local_copy(address: str) -> Path:
    """Where the run at an address is kept on this machine."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", without_password(address)).strip("-")
    return Path(platformdirs.user_cache_path("agent-e", appauthor=False)) / "copies" / name


class Mirror:
    """Keeps an address like a folder of this machine; only one runner may use it at a time."""

    def __init__(self, address: str, folder: Path) -> None:
        """Connect.

        Raises:
            ConfigError: nothing for such addresses is installed, or the address is none.
        """
        self.address = without_password(address)
        try:
            import fsspec
        except ImportError as error:
            raise ConfigError(
                f"The address {self.address} needs fsspec. Install it with: pip install "
                "'agent-e[ray]'"
            ) from error
        self._folder = folder
        try:
            self._files, root = fsspec.core.url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise ConfigError(f"The address {self.address} cannot be used: {error}") from error
        self._root = PurePosixPath(root)

    def pull(self, *, whole: bool) -> None:
        """Fetch what is not here yet: all, or what says which episodes are done.

        Raises:
            ConfigError: the address cannot be read.
        """
        with self._reading():
            there = self._there()
        for name in sorted(there, key=_last_is_done):
            here = self._folder / name
            needed = whole or name in _OF_RUN or PurePosixPath(name).name == EPISODE_FILE
            if needed and not here.exists():
                here.parent.mkdir(parents=True, exist_ok=True)
                partial = here.with_name(f".{here.name}.partial")
                with self._reading():
                    self._files.get_file(str(self._root / name), str(partial))
                partial.replace(here)

    def push(self) -> None:
        """Copy what is not there yet, such as what an earlier fault left behind.

        Raises:
            BrowserError: the address cannot be written.
        """
        with self._writing():
            there = self._there()
        done = self._folder.glob(f"{EPISODES}/*/*/*/{EPISODE_FILE}")
        late = [each.parent for each in done if self._name(each) not in there]
        self._put(self._folder / name for name in _OF_RUN)
        for folder in late:
            self.push_episode(folder)

    def push_episode(self, folder: Path) -> None:
        """Copy the folder of an episode that has ended.

        Raises:
            BrowserError: the address cannot be written.
        """
        self._put(path for path in folder.rglob("*") if path.is_file())

    def _put(self, paths: Iterable[Path]) -> None:
        # The record comes last: its presence says that the rest is there.
        for path in sorted(paths, key=lambda each: _last_is_done(each.name)):
            goal = str(self._root / self._name(path))
            with self._writing():
                self._files.makedirs(str(PurePosixPath(goal).parent), exist_ok=True)
                self._files.put_file(str(path), goal)

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()

    def _there(self) -> set[str]:
        self._files.invalidate_cache()
        root = str(self._root)
        found: Any = self._files.find(root) if self._files.exists(root) else []
        return {str(PurePosixPath(each).relative_to(self._root)) for each in found}

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            # Each kind of store raises its own.
            raise ConfigError(f"{self.address} cannot be read: {_words(error)}") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise BrowserError(
                f"{self.address} cannot be written: {_words(error)} What is missing there is in "
                f"{self._folder}; the same command copies it."
            ) from error


def _last_is_done(name: str) -> bool:
    return PurePosixPath(name).name == EPISODE_FILE


def _words(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].rstrip(".") + "."
