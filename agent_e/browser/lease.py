"""Who holds the window: the agents, or for a while the person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

_INSIDE: ContextVar[bool] = ContextVar("inside", default=False)
"""Whether the current code already has its turn; tasks it starts share it."""


class BrowserLease:
    """The lock that all browser use by agents goes through.

    Attributes:
        quiet: whether nothing in the window is reported now.
        lent: whether the person holds the window.
        times: how often it has been lent.
    """

    def __init__(self) -> None:
        """Start with the agents holding the window."""
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
        """Use the browser as an agent: waits while the person has it; never interrupted."""
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
        """Do what lending itself requires, whoever holds the window."""
        token = _INSIDE.set(True)
        try:
            yield
        finally:
            _INSIDE.reset(token)

    async def close(self) -> None:
        """Let no agent begin a turn, and wait until the current one is over."""
        self._open.clear()
        await self._idle.wait()

    def open(self) -> None:
        """Let agents take turns again."""
        self.quiet = self.lent = False
        self._open.set()

    def lend(self, *, quiet: bool) -> None:
        """Hand the window to the person; call ``close`` first."""
        self.quiet, self.lent = quiet, True
        self.times += 1
