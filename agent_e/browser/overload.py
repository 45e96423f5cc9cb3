"""Ends pages that overload their browser: by memory, or by more events than it can pass on.

It works on processes: a browser that is overloaded answers to nothing else.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psutil
from playwright.async_api import Browser, CDPSession
from playwright.async_api import Error as PlaywrightError

from .background_tasks import consume

_LOOK_S = 0.5
_LOOK_OFTEN_S = 0.1
"""The same once half of the memory is taken: a page can fill a gigabyte in a second."""
_ANSWER_S = 10.0
"""How long the browser may take to answer a question that no page is needed for.

On a machine with ten times more work than cores it takes seconds, without any fault of the page.
"""
_RECOVERY_S = 8.0
"""How long it may take to get over what it has been sent, once the page is closed."""
_TURN_S = 0.25
"""How much of a time limit is waited for at once."""
_SAMPLE_S = 0.2
"""Over how long it is measured which process is the busiest."""
_BLAMED_S = 5.0
"""How long after the end of a process the crash of a page is its consequence."""
_MB = 1_000_000


class Overload:
    """Watches over the browsers of one driver.

    What is ended is the process of a page, or one that works for pages. If the browser itself has
    taken the memory, or still does not answer, all of it is ended.
    """

    def __init__(
        self,
        max_memory_mb: float,
        *,
        processes: Callable[[], Sequence[psutil.Process]],
        end_all: Callable[[], None],
    ) -> None:
        """Create it.

        Args:
            max_memory_mb: for each session; 0 is no limit.
            processes: those of the browsers.
            end_all: ends them.
        """
        self._max_memory_mb = max_memory_mb
        self._processes = processes
        self._end_all = end_all
        self._sessions = 0
        self._reason, self._ended = "", float("-inf")

    @contextmanager
    def session(self) -> Iterator[None]:
        """Have one session more during the block."""
        self._sessions += 1
        try:
            yield
        finally:
            self._sessions -= 1

    @property
    def reason(self) -> str:
        """Why something was ended just now, completing "it …"; ``""`` if nothing was."""
        return self._reason if time.monotonic() - self._ended < _BLAMED_S else ""

    async def watch_memory(self) -> None:
        """Watch the memory until cancelled."""
        wait_s = _LOOK_S
        while self._max_memory_mb:
            await asyncio.sleep(wait_s)
            # It reads a file for each process of the machine.
            held = await asyncio.to_thread(
                lambda: {each: _held(each) for each in self._processes()}
            )
            allowed = self._max_memory_mb * _MB * max(self._sessions, 1)
            taken = sum(held.values())
            wait_s = _LOOK_OFTEN_S if taken > allowed / 2 else _LOOK_S
            if taken > allowed:
                used = f"used more than {self._max_memory_mb:g} MB of memory"
                self._end(max(held, key=lambda each: held[each]), used)

    async def watch_answers(self, browser: Browser) -> None:
        """Watch whether the browser answers, until cancelled or it has ended."""
        with suppress(PlaywrightError):
            cdp = await browser.new_browser_cdp_session()
            while await self._answers(cdp):
                pass

    async def _answers(self, cdp: CDPSession) -> bool:
        await asyncio.sleep(_LOOK_S)
        asked = asyncio.ensure_future(cdp.send("Browser.getVersion"))
        asked.add_done_callback(consume)
        busy = "kept the browser too busy to answer"
        if not await _ended_within(asked, _ANSWER_S):
            self._end(await self._busiest(), busy)
            if not await _ended_within(asked, _RECOVERY_S):
                self._end(None, busy)
        return asked.done() and asked.exception() is None

    async def _busiest(self) -> psutil.Process | None:
        """The process of a page that takes most time now."""
        before = {each: _spent(each) for each in self._processes() if _is(each, "renderer")}
        await asyncio.sleep(_SAMPLE_S)
        return max(before, key=lambda each: _spent(each) - before[each], default=None)

    def _end(self, process: psutil.Process | None, why: str) -> None:
        self._reason, self._ended = f"{why} and was closed", time.monotonic()
        if process is not None and _is(process, ""):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        else:
            self._end_all()


async def _ended_within(asked: asyncio.Future[Any], seconds: float) -> bool:
    """Wait for an answer as long as this process itself has gone on.

    After it was held up or suspended, time has passed and what came meanwhile is not read yet.
    """
    for _ in range(math.ceil(seconds / _TURN_S)):
        if (await asyncio.wait({asked}, timeout=_TURN_S))[0]:
            return True
    return False


def _is(process: psutil.Process, kind: str) -> bool:
    """Whether a process works for a browser's own, as this kind."""
    with suppress(psutil.Error):
        return any(each.startswith(f"--type={kind}") for each in process.cmdline())
    return False


def _spent(process: psutil.Process) -> float:
    with suppress(psutil.Error):
        return float(sum(process.cpu_times()[:2]))
    return 0.0


def _held(process: psutil.Process) -> int:
    """Bytes of a process alone: every process of a browser shares its program."""
    with suppress(psutil.Error):
        found = process.memory_info()
        return int(found.rss - getattr(found, "shared", 0))
    return 0
