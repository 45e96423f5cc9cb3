"""Whose the window is: the agents', or for a while the person's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

_INSIDE: ContextVar[bool] = ContextVar("inside", default=False)
"""Whether what runs here has its turn already; what it starts is part of the turn."""


class BrowserLease:
    """The door that all use of a browser by agents goes through.

    Attributes:
        quiet: whether nothing of what happens in the window is told now.
        lent: whether the window is the person's.
        times: how often it has been.
    """

    def __init__(self) -> None:
        """Begin with the window being the agents'."""
        self.quiet = False
        self.lent = False
        self.times = 0
        self._turns = 0
        self._open = asyncio.Event()
        self._open.set()
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Use the browser as an agent: waits while it is the person's, and is never interrupted."""
        if _INSIDE.get():
            yield
            return
        while not self._open.is_set():
            await self._open.wait()
        self._turns += 1
        self._idle.clear()
        token = _INSIDE.set(True)
        try:
            yield
        finally:
            _INSIDE.reset(token)
            self._turns -= 1
            if not self._turns:
                self._idle.set()

    @contextmanager
    def as_owner(self) -> Iterator[None]:
        """Do what lending itself takes, whosever the window is."""
        token = _INSIDE.set(True)
        try:
            yield
        finally:
            _INSIDE.reset(token)

    async def close(self) -> None:
        """Let no agent begin a turn any more, and wait until the last one is over."""
        self._open.clear()
        await self._idle.wait()

    def open(self) -> None:
        """Let the agents have their turns again."""
        self.quiet = self.lent = False
        self._open.set()

    def lend(self, *, quiet: bool) -> None:
        """Note that the window is the person's from now on; ``close`` comes before."""
        self.quiet, self.lent = quiet, True
        self.times += 1
