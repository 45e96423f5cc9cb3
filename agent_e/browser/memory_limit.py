"""Keeps browsers within their memory by ending the process that takes most of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import psutil

_LOOK_S = 0.5
_LOOK_OFTEN_S = 0.1
"""The same once half of the memory is taken: a page can fill a gigabyte in a second."""
_BLAMED_S = 3.0
"""How long after the end of a process the crash of a page is its consequence."""
_MB = 1_000_000


class MemoryLimit:
    """The memory that the browsers of one driver may take, for each session in them.

    The process to end is a page's, or one that works for pages; only if the browser's own process
    has taken the memory, all of it is ended.
    """

    def __init__(self, max_mb: float, *, everything: Callable[[], None]) -> None:
        """Create it; 0 MB is no limit. ``everything`` ends the browsers."""
        self._max_mb = max_mb
        self._everything = everything
        self._sessions = 0
        self._ended = float("-inf")

    @contextmanager
    def session(self) -> Iterator[None]:
        """Have one session more during the block."""
        self._sessions += 1
        try:
            yield
        finally:
            self._sessions -= 1

    @property
    def exceeded(self) -> str:
        """How the limit was exceeded, completing "it …"; ``""`` unless that was just now."""
        if time.monotonic() - self._ended > _BLAMED_S:
            return ""
        return f"used more than {self._max_mb:g} MB of memory and was closed"

    async def watch(self, processes: Callable[[], Iterable[psutil.Process]]) -> None:
        """Watch these processes until cancelled."""
        wait_s = _LOOK_S
        while self._max_mb:
            await asyncio.sleep(wait_s)
            # It reads a file for each process of the machine.
            held = await asyncio.to_thread(lambda: {each: _held(each) for each in processes()})
            allowed = self._max_mb * _MB * max(self._sessions, 1)
            taken = sum(held.values())
            wait_s = _LOOK_OFTEN_S if taken > allowed / 2 else _LOOK_S
            if taken > allowed:
                self._end(max(held, key=lambda each: held[each]))

    def _end(self, process: psutil.Process) -> None:
        with suppress(psutil.NoSuchProcess):
            for_pages = any(each.startswith("--type=") for each in process.cmdline())
            self._ended = time.monotonic()
            if for_pages:
                process.kill()
            else:
                self._everything()


def _held(process: psutil.Process) -> int:
    """Bytes of a process alone: every process of a browser shares its program."""
    with suppress(psutil.Error):
        found = process.memory_info()
        return int(found.rss - getattr(found, "shared", 0))
    return 0
