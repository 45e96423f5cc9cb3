"""Keyboard and screen of a terminal, and whose turn it is there."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from typing import TextIO

from .terminal_keyboard import Keyboard, has_control
from .terminal_screen import Screen

SETTLED_S = 0.3
"""A window that is pulled at has another size many times a second."""
GRACE_S = 0.5
"""How long a program may take to leave the terminal."""
_KEYS = "Arrows and other keys of that kind do not work here. Type the line again."


class Terminal:
    """Keyboard and screen, which belong to one talk with the person at a time.

    Attributes:
        screen: what is written to.
        editing: whether a program of the person's own has the terminal.
    """

    def __init__(
        self,
        source: TextIO | None = None,
        sink: TextIO | None = None,
        *,
        lend: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Make it.

        Args:
            source: what is typed; by default stdin.
            sink: what is shown; by default stderr.
            lend: entered for as long as somebody talks; keeps others from writing there.
        """
        self._source, self._sink = source or sys.stdin, sink or sys.stderr
        self.keyboard = Keyboard(self._source)
        self.screen = Screen(self._sink)
        self.editing = False
        self._lend = lend
        self._one = asyncio.Lock()
        self._free = asyncio.Event()
        self._free.set()
        self._talk: asyncio.Task[None] | None = None
        self._anew = False

    async def line(self, prompt: str = "> ", *, echo: bool = True) -> str:
        """Return a line that is typed after a prompt.

        Raises:
            NoLine: there is none.
        """
        while True:
            line = await self.keyboard.line(lambda: self.screen.prompt(prompt), echo=echo)
            if not has_control(line):
                return line
            self.screen.say(_KEYS)

    async def in_turn(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Talk once nobody else does; what is set aside in between is begun anew."""
        async with self._one:
            while True:
                await self._free.wait()
                with self._lend(), self._watching_size():
                    if await self._whole(talk):
                        return

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Have the terminal in this block, whoever is talking."""
        with self._lend():
            self._free.clear()
            try:
                await self._set_aside()
                yield
            finally:
                self._free.set()

    async def lent_to(self, command: Sequence[str]) -> int:
        """Run a program of the person's own on the terminal; returns its exit code.

        Raises:
            OSError: it cannot be run.
        """
        self.editing = True
        try:
            with self.keyboard.kept():
                # Of stdout the answer of the run is read, perhaps by another program.
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=self._source, stdout=self._sink, stderr=self._sink
                )
                return await _ended(process)
        finally:
            self.editing = False

    async def _whole(self, talk: Callable[[], Awaitable[None]]) -> bool:
        """Talk; return whether it came to its end."""
        self._anew = False
        self.keyboard.forget()
        task = self._talk = asyncio.ensure_future(_awaited(talk))
        try:
            await asyncio.wait({task})
        finally:
            self._talk = None
            self.screen.clear()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if task.cancelled() and self._anew:
            self.screen.say("")
            return False
        task.result()
        return True

    async def _set_aside(self) -> None:
        if (task := self._talk) is not None:
            self._anew = True
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @contextmanager
    def _watching_size(self) -> Iterator[None]:
        """Begin a talk anew when what was drawn for it does not fit any more."""
        loop = asyncio.get_running_loop()
        timer: asyncio.TimerHandle | None = None

        def settled() -> None:
            if self._talk is not None and self.screen.torn and not self.editing:
                self._anew = True
                self._talk.cancel()

        def resized() -> None:
            nonlocal timer
            if timer is not None:
                timer.cancel()
            timer = loop.call_later(SETTLED_S, settled)

        if sys.platform == "win32":
            yield
            return
        try:
            loop.add_signal_handler(signal.SIGWINCH, resized)
        except (RuntimeError, ValueError):
            # Not in the main thread, where alone there are signals.
            yield
            return
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()
            loop.remove_signal_handler(signal.SIGWINCH)


async def _ended(process: asyncio.subprocess.Process) -> int:
    """Wait for its end, and see to it where nobody waits any more."""
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE_S):
                    await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _awaited(talk: Callable[[], Awaitable[None]]) -> None:
    await talk()
