"""The browsers of the server: a few processes, in which every run has its own context."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.config import BrowserSettings

_SESSIONS = 100
"""A browser's memory grows with use; after this many contexts it takes no more."""


class _Worker:
    """One browser: the contexts it has had, and has now."""

    def __init__(self, shared: SharedBrowser, stack: AsyncExitStack) -> None:
        self.shared = shared
        self.stack = stack
        self.had = self.open = 0

    @property
    def sound(self) -> bool:
        return self.had < _SESSIONS and self.shared.browser.is_connected()


class Browsers:
    """Opens the sessions of runs, each in the least used browser."""

    def __init__(self, settings: BrowserSettings, *, workers: int, limit: int) -> None:
        """Create the pool; browsers start on demand.

        Args:
            settings: of the browsers.
            workers: number of browsers.
            limit: concurrent sessions; others wait for their turn.
        """
        self._settings = settings
        self._most = workers
        self._turns = asyncio.Semaphore(limit)
        self._workers: list[_Worker] = []
        self._worn: list[_Worker] = []
        self._starting = asyncio.Lock()

    @property
    def contexts(self) -> int:
        """Number of contexts in all browsers."""
        return sum(
            len(each.shared.browser.contexts)
            for each in (*self._workers, *self._worn)
            if each.shared.browser.is_connected()
        )

    @asynccontextmanager
    async def open(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AsyncIterator[BrowserSession]:
        """Open a session when there is room; an ``Opener`` of agents.

        Raises:
            BrowserError: as ``BrowserSession.open``.
        """
        async with (
            self._turns,
            self._used() as worker,
            BrowserSession.open(
                settings, downloads_dir=downloads_dir, on_event=on_event, shared=worker.shared
            ) as session,
        ):
            yield session

    async def close(self) -> None:
        """Close all browsers."""
        workers, self._workers, self._worn = [*self._workers, *self._worn], [], []
        await asyncio.gather(*(each.stack.aclose() for each in workers))

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[_Worker]:
        worker = await self._free()
        try:
            yield worker
        finally:
            worker.open -= 1
            await self._end_worn()

    async def _free(self) -> _Worker:
        async with self._starting:
            self._worn += [each for each in self._workers if not each.sound]
            self._workers = [each for each in self._workers if each.sound]
            worker = min(self._workers, key=lambda each: each.open, default=None)
            if worker is None or (worker.open and len(self._workers) < self._most):
                worker = await self._started()
                self._workers.append(worker)
            worker.open += 1
            worker.had += 1
            return worker

    async def _started(self) -> _Worker:
        async with AsyncExitStack() as stack:
            shared = await stack.enter_async_context(SharedBrowser.start(self._settings))
            return _Worker(shared, stack.pop_all())

    async def _end_worn(self) -> None:
        ended = [each for each in self._worn if not each.open]
        self._worn = [each for each in self._worn if each.open]
        await asyncio.gather(*(each.stack.aclose() for each in ended))
