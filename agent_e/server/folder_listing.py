"""All runs of the folder that this server does not carry out, newest first."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Container
from pathlib import Path

from .episode_ids import episode_run_path
from .folder_run import OVER, FolderRun

_ID = re.compile(r"[\w-][\w.-]*")
_TICK_NS = 1_000_000_000
_REST = 10
"""A run that is over may be resumed or removed: its files are looked at in one of so many polls."""


class FolderRuns:
    """The runs of a folder, and by their ids those of episodes; each is read as it changes."""

    def __init__(self, root: Path) -> None:
        """Create it; nothing is read yet."""
        self.root = root
        self._runs: dict[str, FolderRun] = {}
        self._polled: set[str] = set()
        self._polls = 0
        self._listing = threading.Lock()
        self._polling = threading.Lock()
        self._names: set[str] = set()
        self._listed_at = 0
        self._unmade: set[str] = set()

    def newest(self, most: int, but: Container[str]) -> list[FolderRun]:
        """Return the newest runs, except those of some ids, as they stand now."""
        self._list()
        names = [name for name in sorted(self._names, reverse=True) if name not in but][:most]
        return [run for name in names if (run := self.find(name)) is not None]

    def find(self, id_: str) -> FolderRun | None:
        """Return the run of an id as it stands now, if there is one."""
        run = self._runs.get(id_)
        is_new = run is None
        if run is None:
            path = self.root / id_ if _has_run(self.root, id_) else episode_run_path(self.root, id_)
            if path is None:
                return None
            run = FolderRun(id_, path)
        run.refresh()
        if is_new:
            run.told = run.version
        if run.is_gone:
            self._runs.pop(id_, None)
            return None
        self._runs[id_] = run
        return run

    def poll(self, but: Container[str]) -> tuple[set[str], bool]:
        """Return the ids of runs that changed since the last poll, and whether one is gone."""
        with self._polling:
            return self._poll(but)

    def _poll(self, but: Container[str]) -> tuple[set[str], bool]:
        self._list()
        names, self._polled = self._polled, set(self._names)
        changed = {name for name in self._polled - names if name not in but}
        self._polls += 1
        for id_, run in list(self._runs.items()):
            rests = run.state in OVER and self._polls % _REST
            if not rests and id_ not in but:
                run.refresh()
            if run.is_gone:
                self._runs.pop(id_, None)
            elif run.version != run.told:
                run.told = run.version
                changed.add(id_)
        return changed, bool(names - self._polled)

    def _list(self) -> None:
        """Read the names again if the folder has changed."""
        with self._listing:
            at = self.root.stat().st_mtime_ns
            if at != self._listed_at:
                # Another folder could be made within the same tick of the file system's clock.
                self._listed_at = at if time.time_ns() - at > _TICK_NS else 0
                with os.scandir(self.root) as entries:
                    found = {each.name for each in entries if each.is_dir()}
                self._names &= found
                self._unmade = found - self._names
            # A folder is there before the file that makes it a run's.
            made = {name for name in self._unmade if _has_run(self.root, name)}
            self._unmade -= made
            self._names |= {name for name in made if not (self.root / name / "episodes").is_dir()}


def _has_run(root: Path, name: str) -> bool:
    return bool(_ID.fullmatch(name)) and (root / name / "run.json").is_file()
