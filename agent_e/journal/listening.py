"""User-supplied listeners: plain or async, and harmless to the run when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agent_e.errors import AgentEError

Listener = Callable[[Mapping[str, Any]], Awaitable[None] | None]
_LOG = logging.getLogger(__name__)


class GuardedListener:
    """Calls a listener with every event of a run, in order; its first failure is reported."""

    def __init__(self, listener: Listener, write: Callable[..., object]) -> None:
        """``write`` journals the failure."""
        self._listener = listener
        self._write = write
        self._last: asyncio.Task[None] | None = None
        self._reported = False

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Pass an event on; an async listener processes it beside the run."""
        try:
            work = self._listener(event)
        except Exception as error:  # it is foreign code, and the run must go on
            self._report(error)
            return
        if work is not None:
            self._last = asyncio.ensure_future(self._finished(self._last, work))

    async def close(self) -> None:
        """Wait for an async listener to finish."""
        if self._last is not None:
            await self._last
        # What it has to report is written in the next turn of the loop.
        await asyncio.sleep(0)

    async def _finished(self, before: asyncio.Task[None] | None, work: Awaitable[None]) -> None:
        if before is not None:
            await before
        try:
            await work
        except Exception as error:  # as above
            self._report(error)

    def _report(self, error: Exception) -> None:
        if not self._reported:
            self._reported = True
            name, words = type(error).__name__, str(error)
            # Not in the middle of another event.
            asyncio.get_running_loop().call_soon(
                lambda: self._write("hook.failed", hook="listener", type=name, error=words)
            )
            if isinstance(error, AgentEError):
                _LOG.error("%s The run goes on, and this is not said again.", words)
                return
            _LOG.error(
                "The listener of the run failed (%s: %s). The run goes on, and further failures "
                "of it are not reported.",
                type(error).__name__,
                error,
                exc_info=error,
            )
