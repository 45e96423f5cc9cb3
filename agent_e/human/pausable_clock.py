"""A clock that pauses while the run waits for a person."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager


class PausableClock:
    """A run's clock: it stops while the person is asked or has paused the run."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start running; ``clock`` gives monotonic seconds."""
        self._clock = clock
        self._waiting = 0
        self._since = 0.0
        self._spent = 0.0
        self._limits: dict[asyncio.Timeout, float] = {}

    def now(self) -> float:
        """Seconds, not counting waits."""
        now = self._since if self._waiting else self._clock()
        return now - self._spent

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Stop the clock for this block."""
        self._waiting += 1
        if self._waiting == 1:
            self._since = self._clock()
            for limit in self._running():
                limit.reschedule(None)
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._spent += self._clock() - self._since
                for limit in self._running():
                    limit.reschedule(self._at(self._limits[limit]))

    @asynccontextmanager
    async def limit(self, seconds: float | None) -> AsyncIterator[asyncio.Timeout]:
        """Cancel the block if it takes longer, as ``asyncio.timeout`` does."""
        if seconds is None:
            async with asyncio.timeout(None) as none:
                yield none
            return
        ends = self.now() + seconds
        async with asyncio.timeout(None) as limit:
            self._limits[limit] = ends
            if not self._waiting:
                limit.reschedule(self._at(ends))
            try:
                yield limit
            finally:
                del self._limits[limit]

    def extend(self, limit: asyncio.Timeout, seconds: float) -> None:
        """Extend a block's ``limit``; an expired one stays expired."""
        if limit not in self._limits or limit.expired():
            return
        self._limits[limit] += seconds
        if not self._waiting:
            limit.reschedule(self._at(self._limits[limit]))

    def _running(self) -> list[asyncio.Timeout]:
        # An expired one exists until its block has cleaned up, and cannot be moved.
        return [limit for limit in self._limits if not limit.expired()]

    def _at(self, ends: float) -> float:
        """The event loop's time at which this clock will reach ``ends``."""
        return asyncio.get_running_loop().time() + ends - self.now()
