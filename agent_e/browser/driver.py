"""Playwright's driver: a process of ours, which starts browsers as its own children."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import psutil
from playwright.async_api import Browser, Playwright, async_playwright

from agent_e.errors import BrowserError

from .background_tasks import consume, done_within, to_the_end
from .errors import mapped_errors
from .overload import Overload

_STOP_S = 2.0
_GONE = "Connection closed while reading from the driver"


class Driver:
    """A running driver.

    Attributes:
        playwright: its API.
        overload: watches over its browsers.
    """

    def __init__(self, manager: Any, playwright: Playwright, max_memory_mb: float) -> None:
        self.playwright = playwright
        self.overload = Overload(max_memory_mb, processes=self.children, end_all=self.kill)
        self._watching: set[asyncio.Task[None]] = set()
        # Playwright tells nobody which process it is, nor that it has ended.
        client = manager._client
        self._process = psutil.Process(client._transport._proc.pid)
        self._on = client._connection.on
        self._browsers: list[psutil.Process] = []
        # Its calls report its end; this would be logged as well.
        client._transport.on_error_future.add_done_callback(consume)

    @classmethod
    @asynccontextmanager
    async def start(cls, *, max_memory_mb: float = 0) -> AsyncIterator[Driver]:
        """Run a driver during the block; nothing of it is left afterwards.

        Args:
            max_memory_mb: what its browsers may take, for each session; 0 is no limit.

        Raises:
            BrowserError: it does not start.
        """
        driver = await _started(max_memory_mb)
        driver._watching.add(asyncio.create_task(driver.overload.watch_memory()))
        try:
            yield driver
        finally:
            for each in driver._watching:
                each.cancel()
            await to_the_end(driver._stop())

    def on_end(self, callback: Callable[[], None]) -> None:
        """Call this when the driver ends, whether or not it was stopped."""
        self._on("close", callback)

    def watch(self, browser: Browser) -> None:
        """Watch from now on whether a browser of it answers."""
        self._watching.add(asyncio.create_task(self.overload.watch_answers(browser)))

    def children(self) -> list[psutil.Process]:
        """The processes of its browsers; those last known, when it has ended."""
        with suppress(psutil.NoSuchProcess):
            self._browsers = self._process.children(recursive=True)
        return self._browsers

    def kill(self) -> None:
        """End it and its browsers at once; what a page keeps busy answers to nothing else."""
        for each in (*self.children(), self._process):
            with suppress(psutil.NoSuchProcess):
                each.kill()

    @staticmethod
    def kill_stopped(processes: Iterable[psutil.Process]) -> None:
        """Kill those under SIGSTOP: they do not notice that their browser has ended."""
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                if each.status() == psutil.STATUS_STOPPED:
                    each.kill()

    async def _stop(self) -> None:
        if not await done_within(_STOP_S, self.playwright.stop()):
            self.kill()


async def _started(max_memory_mb: float) -> Driver:
    """Start a driver; try again if it was killed while starting.

    Ctrl-C on a terminal also reaches the driver, which ignores it only once started.
    """
    for again in (True, False):
        try:
            with mapped_errors("starting Playwright"):
                # A start cancelled half way would leave a process behind: finish it first.
                return await _whole(max_memory_mb)
        except Exception as error:
            if _GONE not in str(error):
                raise
            if not again:
                raise BrowserError(
                    "Playwright's driver ended while it was starting. Try again."
                ) from error
    raise AssertionError("a second failure is raised")


async def _whole(max_memory_mb: float) -> Driver:
    manager = async_playwright()
    task = asyncio.ensure_future(manager.start())
    try:
        return Driver(manager, await asyncio.shield(task), max_memory_mb)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        if not task.cancelled() and task.exception() is None:
            await to_the_end(Driver(manager, task.result(), 0)._stop())
        raise
