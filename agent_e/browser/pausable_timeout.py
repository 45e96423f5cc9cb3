"""Time limits on the page that pause while a person is being asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_COUNTED: ContextVar[bool] = ContextVar("counted", default=False)
"""Whether the current code's limits run on all the same; tasks it starts share it."""


class PausableTimeout:
    """Whether a person is being asked something that the page waits for.

    Attributes:
        spent_s: total seconds spent waiting for people.
    """

    def __init__(self) -> None:
        """Start with nobody being asked."""
        self.spent_s = 0.0
        self._asked = 0
        self._since = 0.0
        self._ended = 0.0
        self._answered = asyncio.Event()
        self._answered.set()

    @property
    def waiting(self) -> bool:
        """Whether somebody is being asked now."""
        return self._asked > 0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Pause time limits while a person is asked."""
        if not self._asked:
            self._since = time.monotonic()
            self._answered.clear()
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._ended = time.monotonic()
                self.spent_s += self._ended - self._since
                self._answered.set()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Let the block's own limits run on while a person is asked: it is what they asked for."""
        token = _COUNTED.set(True)
        try:
            yield
        finally:
            _COUNTED.reset(token)

    async def answered(self) -> None:
        """Wait until nobody is being asked."""
        await self._answered.wait()

    def left(self, limit_s: float, since: float) -> float:
        """Seconds left of a limit that restarts with every answer.

        Args:
            limit_s: the limit.
            since: ``time.monotonic()`` when it first began.
        """
        if _COUNTED.get():
            return limit_s - (time.monotonic() - since)
        if self.waiting:
            return limit_s
        return limit_s - (time.monotonic() - max(since, self._ended))
