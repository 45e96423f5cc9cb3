"""Which runs have changed, for everyone who watches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from .folder_run import POLL_S

_LOG = logging.getLogger(__name__)


class Watcher:
    """What one client has not been told yet; it never holds more than one entry a run.

    Attributes:
        wake: set when there is something.
        changed: ids of runs that changed, in order.
        anew: whether the list of runs has to be told anew.
    """

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.changed: dict[str, None] = {}
        self.anew = False

    def tell(self, id_: str) -> None:
        """Note that a run has changed."""
        self.changed[id_] = None
        self.wake.set()


class RunNews:
    """Tells of runs that change; those of other processes are looked at while somebody watches."""

    def __init__(self, poll: Callable[[], tuple[set[str], bool]]) -> None:
        """``poll`` returns the ids of other processes' runs that changed, and if one is gone."""
        self._poll = poll
        self._watchers: set[Watcher] = set()
        self._unwatched = asyncio.Event()
        self._unwatched.set()
        self._starting = asyncio.Lock()
        self._polling: asyncio.Task[None] | None = None
        self._trouble = ""

    def tell(self, id_: str) -> None:
        """Tell everyone that a run has changed."""
        for each in self._watchers:
            each.tell(id_)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[Watcher]:
        """Watch all runs while the block runs."""
        watcher = Watcher()
        self._watchers.add(watcher)
        self._unwatched.clear()
        try:
            async with self._starting:
                if self._polling is None:
                    # What happened while nobody watched is no news.
                    await self._changes()
                    self._polling = asyncio.create_task(self._look())
            yield watcher
        finally:
            self._watchers.remove(watcher)
            if not self._watchers:
                self._unwatched.set()
            if not self._watchers and self._polling is not None:
                self._polling.cancel()
                self._polling = None

    async def unwatched(self, seconds: float) -> None:
        """Wait until nobody watches, for so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._unwatched.wait()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            changed, gone = await self._changes()
            for each in self._watchers:
                each.anew |= gone
                each.changed.update(dict.fromkeys(sorted(changed)))
                if changed or gone:
                    each.wake.set()

    async def _changes(self) -> tuple[set[str], bool]:
        try:
            found = await asyncio.to_thread(self._poll)
        except Exception as error:
            # Such as a network share that is away: the next look may find it.
            if (trouble := repr(error)) != self._trouble:
                _LOG.warning("the folder of runs cannot be looked at", exc_info=error)
            self._trouble = trouble
            return set(), False
        self._trouble = ""
        return found
