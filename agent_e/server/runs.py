"""All runs of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent_e.config import Settings
from agent_e.errors import AgentEError, ConfigError
from agent_e.journal import new_run_dir, read_events, read_run, read_unfinished
from agent_e.run_inputs import read_run_info
from agent_e.safety.secrets import Vault
from agent_e.types import Task
from agent_e.workspace import Opener

from .folder_listing import FolderRuns
from .folder_run import FolderRun
from .managed_run import ManagedRun
from .run_news import RunNews

_END_S = 4.0
"""Longest wait for runs to end with the server."""
_TELL_S = 0.5
"""Longest wait for those who watch to be told of it."""
_LOG = logging.getLogger(__name__)


AnyRun = ManagedRun | FolderRun


class Runs:
    """Runs by id: those that this server carries out, and all others of its folder.

    Attributes:
        root: parent of their folders.
        closing: set when the server ends.
        folder: the runs that it does not carry out, or no more.
        news: which of them have changed, for those who watch.
    """

    def __init__(self, settings: Settings, opener: Opener) -> None:
        """Create the collection; ``begin`` looks for runs left from before.

        Args:
            settings: defaults of every run.
            opener: opens browser sessions.
        """
        self.root = settings.runs_dir
        self.closing = asyncio.Event()
        self.folder = FolderRuns(self.root)
        self.news = RunNews(lambda: self.folder.poll(self._runs))
        self._settings = settings
        self._opener = opener
        self._vault = Vault()
        self._runs: dict[str, ManagedRun] = {}

    async def begin(self) -> None:
        """Take up the runs of earlier processes that have not ended; open questions are asked."""
        for path in sorted(self.root.glob("*/run.json"), reverse=True):
            if (path.parent / "result.json").exists():
                continue
            try:
                record = read_run(path.parent, events=False)
                if not record.info.get("served"):
                    continue
                run = self._read(record.path, record.info)
            except (ConfigError, OSError) as error:
                _LOG.warning("run %s cannot be taken up: %s", path.parent.name, error)
                continue
            self._runs[run.id] = run
            await _ask_again(run)

    async def create(self, task: Task, changes: Mapping[str, Any]) -> ManagedRun:
        """Begin a run; it is in progress when this returns.

        Args:
            task: what to do.
            changes: of the server's settings, nested.

        Raises:
            ConfigError: something is invalid; nothing was done then.
        """
        path = new_run_dir(self.root)
        try:
            run = self._made(path, task, _changed(self._settings, changes))
            # Before its first event, which is told to those who watch.
            self._runs[run.id] = run
            await run.start()
        except Exception:
            # Whatever it was: nobody carries the run out.
            self._runs.pop(path.name, None)
            with suppress(OSError):  # what is in it says why it is there
                path.rmdir()
            raise
        return run

    @property
    def settings(self) -> Settings:
        """Defaults of every run."""
        return self._settings

    def find(self, id_: str) -> AnyRun | None:
        """Return the run of an id, if there is one."""
        return self._runs.get(id_) or self.folder.find(id_)

    async def look_at(self, id_: str) -> AnyRun | None:
        """Return the run of an id, if there is one, without holding up the others."""
        return self._runs.get(id_) or await asyncio.to_thread(self.folder.find, id_)

    async def newest(self, most: int) -> list[AnyRun]:
        """Return the newest runs, newest first."""
        others = await asyncio.to_thread(self.folder.newest, most, frozenset(self._runs))
        found: list[AnyRun] = [*self._runs.values(), *others]
        return sorted(found, key=lambda run: run.id, reverse=True)[:most]

    async def close(self) -> None:
        """End runs in progress within a few seconds; those waiting for the person are left."""
        self.closing.set()
        under_way = [run for run in self._runs.values() if run.working]
        for run in under_way:
            run.let_go()
        await asyncio.gather(*(run.over(_END_S) for run in under_way))
        await self.news.unwatched(_TELL_S)

    def _read(self, path: Path, info: Mapping[str, Any]) -> ManagedRun:
        return self._made(path, *read_run_info(info, self.root))

    def _made(self, path: Path, task: Task, settings: Settings) -> ManagedRun:
        return ManagedRun(
            *(path, task, settings),
            opener=self._opener,
            vault=self._vault,
            changed=self._tell,
        )

    def _tell(self, id_: str) -> None:
        run = self._runs.get(id_)
        if run is not None and not run.working and run.result is not None:
            # From here on its files tell everything; it would be kept for ever.
            del self._runs[id_]
        self.news.tell(id_)


async def _ask_again(run: ManagedRun) -> None:
    try:
        before = read_unfinished(read_events(run.path))
        if before.pending:
            await run.start(before)
    except AgentEError as error:
        run.problem = f"The run cannot go on. {error}"
        _LOG.warning("run %s cannot go on: %s", run.id, error)


def _changed(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Return the settings with some of them changed; unset ones stay unset, for presets."""
    try:
        return Settings.model_validate(_merged(settings.model_dump(exclude_unset=True), changes))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{key} does not fit: {first['msg']}.") from error


def _merged(into: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(into)
    for key, value in changes.items():
        inner = merged.get(key)
        nested = isinstance(inner, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(inner, value) if nested else value  # type: ignore[arg-type]
    return merged
