"""Background work: referenced until it is done, and never lost silently."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any

from playwright.async_api import Error as PlaywrightError

_STOP_S = 1.0


class Background:
    """The tasks of one session that run beside its callers."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start the work; the event loop reports an error in it as never retrieved."""
        task = asyncio.get_running_loop().create_task(work)
        self.keep(task)
        return task

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Hold on to a task that was started elsewhere until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Cancel what is left and wait briefly for it to end."""
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_STOP_S)


async def done_within(limit_s: float, work: Awaitable[object]) -> bool:
    """Do what nothing rests on, and return whether it was done; errors of Playwright are dropped.

    So are hangs. It is for steps of shutdown (what they were to close is gone already, or ends
    with its browser or the driver) and for looks at what may be closing.
    """
    try:
        async with asyncio.timeout(limit_s):
            await work
    except (TimeoutError, PlaywrightError):
        return False
    return True


def consume(task: asyncio.Future[Any]) -> None:
    """Retrieve the error of an abandoned task, which would be reported otherwise."""
    if not task.cancelled():
        task.exception()


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Finish the work even if cancelled meanwhile; the cancellation is raised afterwards.

    A half-done shutdown leaves processes behind; ``work`` must bound its own time.
    """
    task = asyncio.get_running_loop().create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            if task.cancelled():
                raise
            cancelled = error
    task.result()
    if cancelled:
        raise cancelled
