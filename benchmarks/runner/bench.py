"""One bench run from its tasks to its records."""

from __future__ import annotations

import asyncio
import fnmatch
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

from agent_e.benchmarks.apps import APPS
from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.sites import SITES
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import BrowserError, ConfigError
from agent_e.text import format_count

from .agents import find_agent
from .mirror import Mirror
from .plan import BenchPlan, Slot
from .pool import Pool, Workers
from .store import BenchStore
from .worker_process import LocalWorkers

_RAY_TOKEN = Path("~/.ray/auth_token")


@dataclass(frozen=True, kw_only=True, slots=True)
class Watcher:
    """Callbacks for the progress of a run; each is optional."""

    begin: Callable[[int, int], None] = lambda _slots, _done: None
    """With the number of episodes, and of those done before."""
    start: Callable[[Slot], None] = lambda _slot: None
    end: Callable[[EpisodeRecord], None] = lambda _record: None
    tell: Callable[[str], None] = lambda _words: None
    """With a sentence about the workers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BenchRun:
    """The work to do on a suite's tasks.

    Attributes:
        tasks: of the suite, as loaded today.
        epochs: repetitions of each.
        workers: processes, each with a browser.
        ray: address of the Ray cluster that they run on, ``""`` for one of this machine alone;
            ``None`` runs them without Ray.
        mirror: where the store's folder is kept as well.
        retries: of an episode after a fault that is not the agent's.
        facts: about the suite, for run.json.
    """

    plan: BenchPlan
    tasks: Sequence[BenchTask]
    store: BenchStore
    epochs: int = 1
    workers: int = 1
    ray: str | None = None
    mirror: Mirror | None = None
    retries: int = 1
    facts: dict[str, object]

    async def run(self, watcher: Watcher) -> list[EpisodeRecord]:
        """Do the remaining episodes, and return the record of every one of these tasks.

        Raises:
            ConfigError: a task has no check, a site has no address, the folder holds another run,
                or the agent is unknown.
            BrowserError: no worker starts, or the mirror cannot be written.
        """
        find_agent(self.plan.agent)
        _check_judged(self.tasks)
        _check_sites(self.tasks, self.plan)
        with self.store.held():
            if self.mirror is not None:
                await asyncio.to_thread(self.mirror.pull, whole=False)
            tasks = self.store.frozen(self.tasks)
            self.store.begin(self.plan, tasks, self.facts)
            self.store.write_slots(tasks, self.epochs)
            if self.mirror is not None:
                await asyncio.to_thread(self.mirror.push)
            slots = [
                Slot(task=task, epoch=epoch)
                for epoch in range(1, self.epochs + 1)
                for task in tasks
            ]
            left = [slot for slot in slots if not self._is_done(slot)]
            watcher.begin(len(slots), len(slots) - len(left))
            workers = self._workers(watcher)
            pool = Pool(
                plan=self.plan,
                store=self.store,
                workers=workers,
                count=self.workers,
                retries=self.retries,
                on_start=watcher.start,
                on_end=watcher.end,
                keep=lambda folder: self._keep(folder, watcher),
            )
            try:
                await pool.run(left)
            finally:
                await workers.close()
            if self.mirror is not None:
                await asyncio.to_thread(self.mirror.push)
        records = (self.store.concluded(slot) for slot in slots)
        return [record for record in records if record is not None]

    def _workers(self, watcher: Watcher) -> Workers:
        if self.ray is None:
            return LocalWorkers(self.plan, self.store.folder)
        try:
            # Ray reads these when it is imported. It would report its use to its makers, and its
            # client for ray:// shows a cluster its token only if told to.
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            if _RAY_TOKEN.expanduser().exists():
                os.environ.setdefault("RAY_AUTH_MODE", "token")
            from .ray_workers import RayWorkers
        except ImportError as error:
            raise ConfigError(
                "Ray is not installed. Install it with: pip install 'agent-e[ray]'"
            ) from error
        return RayWorkers(self.plan, self.store.folder, self.ray, self.workers, watcher.tell)

    def _keep(self, folder: Path, watcher: Watcher) -> None:
        try:
            if self.mirror is not None:
                self.mirror.push_episode(folder)
        except BrowserError as error:
            # It is copied again at the end, and is no reason to stop meanwhile.
            watcher.tell(str(error))

    def _is_done(self, slot: Slot) -> bool:
        record = self.store.concluded(slot)
        return record is not None and record.outcome is not EpisodeOutcome.INFRA_ERROR


def _check_judged(tasks: Sequence[BenchTask]) -> None:
    without = [task.id for task in tasks if not task.evaluators]
    if without:
        some = ", ".join(without[:3]) + (" …" if len(without) > 3 else "")
        raise ConfigError(
            f"Nothing could judge {format_count(len(without), 'task')} without a check: {some}. "
            f"Give each evaluators; agent-e bench list FILE --check says what is missing."
        )


def _check_sites(tasks: Sequence[BenchTask], plan: BenchPlan) -> None:
    used = dict.fromkeys(use.name for task in tasks for use in task.sites)
    missing = [name for name in used if name not in {*SITES, *APPS, *plan.sites}]
    if missing:
        raise ConfigError(
            f"The suite {plan.suite} is done on sites that agent-e cannot start: "
            f"{', '.join(missing)}. Say where they run: "
            f"{' '.join(f'--sites {name}=URL' for name in missing)}."
        )
    made = [
        task.id for task in tasks for use in task.sites if use.options and use.name in plan.sites
    ]
    if made:
        raise ConfigError(
            f"{made[0]} needs a site made for it, as do {len(made) - 1} others, which a site that "
            "runs already is not. Leave them out with --tasks, or leave out --sites."
        )


def read_sites(given: Sequence[str], tasks: Sequence[BenchTask]) -> dict[str, str]:
    """Read addresses written ``NAME=URL``, without a slash at the end.

    Raises:
        ConfigError: one is not written so, is given twice, or no task is done on that site.
    """
    found: dict[str, str] = {}
    names = sorted({use.name for task in tasks for use in task.sites})
    for text in given:
        name, _, url = text.partition("=")
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(
                f"{text!r} is no address of a site. Write --sites gitlab=http://HOST."
            )
        if name in found:
            raise ConfigError(f"The site {name} has two addresses. Give one.")
        if name not in names:
            some = f"They are done on: {', '.join(names)}" if names else "They are done on none"
            raise ConfigError(f"No task of the suite is done on a site {name}. {some}.")
        found[name] = url.rstrip("/")
    return found


def chosen(tasks: Sequence[BenchTask], globs: Sequence[str], limit: int | None) -> list[BenchTask]:
    """Return the tasks whose id matches a pattern, or all without patterns; at most so many.

    Raises:
        ConfigError: a pattern matches none.
    """
    fitting = {glob: fnmatch.filter([task.id for task in tasks], glob) for glob in globs}
    if idle := [glob for glob, ids in fitting.items() if not ids]:
        some = ", ".join(task.id for task in tasks[:3])
        raise ConfigError(f"No task fits {', '.join(idle)}. Ids look like: {some}.")
    matching = set(chain.from_iterable(fitting.values()))
    return [task for task in tasks if not globs or task.id in matching][:limit]
