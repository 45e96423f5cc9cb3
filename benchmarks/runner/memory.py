"""Memory of processes: of a worker for its episodes' records, of all for benchmarks."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import psutil

_EVERY_S = 1.0
"""One sample takes about 5 ms of CPU time."""
MB = 1_000_000


class MemoryWatch:
    """Samples, while a block runs, the memory of a process and all its descendants.

    Attributes:
        peak_mb: the maximum so far, in MB; see ``held``.
    """

    def __init__(self, pid: int | None = None) -> None:
        """Watch a process; by default this one."""
        self.peak_mb = 0.0
        self._pid = os.getpid() if pid is None else pid
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin."""
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End without waiting for a sample in progress."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait({self._watching})

    async def look(self) -> None:
        """Sample now, in a thread: it reads a file for each process of the machine."""
        held = await asyncio.to_thread(held_by_tree, self._pid)
        self.peak_mb = max(self.peak_mb, held / MB)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            await self.look()


def held_by_tree(pid: int) -> int:
    """Bytes held by a process and all its descendants; 0 when it is gone."""
    return sum(held(process) for process in process_tree(pid))


def held(process: psutil.Process) -> int:
    """Bytes held by a process alone; 0 when it is gone.

    Shared pages, above all the browser's program, are left out where the system reports
    them: each process of a browser would count them again.
    """
    with contextlib.suppress(psutil.Error):
        found = process.memory_info()
        return int(found.rss - getattr(found, "shared", 0))
    return 0


def process_tree(pid: int) -> Iterator[psutil.Process]:
    """Yield a process and all its descendants; none when it is gone."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        yield process
        yield from process.children(recursive=True)
