"""A terminal, and whose turn it is there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from typing import TextIO

from .terminal_keys import edited_line, forget_typed, mode_kept, plain_line, unseen
from .terminal_screen import Screen, shown

SETTLED_S = 0.3
"""A window that is pulled at has another size many times a second."""
GRACE_S = 0.5
"""How long a program may take to leave the terminal."""


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
        self.screen = Screen(self._sink)
        self.editing = False
        self._lend = lend
        self._one = asyncio.Lock()
        self._free = asyncio.Event()
        self._free.set()
        self._talk: asyncio.Future[None] | None = None
        self._anew = False

    async def line(self, prompt: str = "> ", *, echo: bool = True) -> str:
        """Return a line that is typed after a prompt.

        Raises:
            NoLine: there is none.
        """
        source, words, keys = self._source, shown(prompt), self._source.isatty()
        if echo and keys and self.screen.draws:
            return await edited_line(source, self._sink, words, self._check_width)
        if echo or not keys:
            self.screen.write(words)
            return await plain_line(source)
        with unseen(source):
            self.screen.write(words)
            try:
                return await edited_line(source, None, "", self._check_width)
            finally:
                self.screen.write("\n")

    async def in_turn(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Talk once nobody else does; what is set aside in between is begun anew."""
        async with self._one:
            while True:
                await self._free.wait()
                with self._lend():
                    if await self._whole(talk):
                        return

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Have the terminal in this block, whoever is talking."""
        with self._lend():
            self._free.clear()
            try:
                if (task := self._talk) is not None:
                    self._set_aside()
                    await asyncio.gather(task, return_exceptions=True)
                forget_typed(self._source)
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
            with mode_kept(self._source):
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
        forget_typed(self._source)
        task = self._talk = asyncio.ensure_future(talk())
        try:
            await asyncio.wait({task})
        finally:
            self._talk = None
            self.screen.clear()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if task.cancelled() and self._anew:
            self.screen.say("")
            await asyncio.sleep(SETTLED_S)
            return False
        task.result()
        return True

    def _check_width(self) -> None:
        """Begin a talk anew when what was drawn for it does not fit any more."""
        if self.screen.torn and not self._anew:
            self._set_aside()

    def _set_aside(self) -> None:
        if self._talk is not None:
            self._anew = True
            self._talk.cancel()


async def _ended(process: asyncio.subprocess.Process) -> int:
    """Wait for its end, and see to it where nobody waits any more."""
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), GRACE_S)
        if process.returncode is None:
            process.kill()
            await process.wait()
