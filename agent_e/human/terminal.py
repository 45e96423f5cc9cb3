"""A terminal, shared by one conversation at a time."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from .terminal_keys import NoLine, plain_line
from .terminal_screen import Screen, shown

if TYPE_CHECKING:
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

SETTLED_S = 0.3
"""A window being resized changes size many times a second."""
GRACE_S = 0.5
"""How long a program may take to release the terminal."""


class Terminal:
    """Keyboard and screen, held by one conversation with the person at a time.

    Attributes:
        screen: to write to.
        editing: whether a program of the person's own has the terminal.
    """

    def __init__(
        self,
        source: TextIO | None = None,
        sink: TextIO | None = None,
        *,
        lend: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Create it.

        Args:
            source: of input; by default stdin.
            sink: for output; by default stderr.
            lend: entered during a conversation; keeps others from writing there.
        """
        self._source, self._sink = source or sys.stdin, sink or sys.stderr
        self.screen = Screen(self._sink)
        self.editing = False
        self._lend = lend
        self._one = asyncio.Lock()
        self._free = asyncio.Event()
        self._free.set()
        self._talk: asyncio.Future[None] | None = None
        self._restart = False

    async def line(self, prompt: str = "> ", *, echo: bool = True) -> str:
        """Return a line typed after a prompt.

        Raises:
            NoLine: there is none.
        """
        try:
            return await self._line(shown(prompt), echo)
        except OSError as error:
            # Linux's error when the terminal itself is gone.
            raise NoLine(gone=True) from error

    async def _line(self, words: str, echo: bool) -> str:
        keys = self._source.isatty()
        if echo and keys and self.screen.draws:
            from prompt_toolkit.output import create_output

            return await self._edited(words, create_output(self._sink), self._history)
        if echo or not keys:
            self.screen.write(words)
            return await plain_line(self._source)
        from prompt_toolkit.history import DummyHistory
        from prompt_toolkit.output import DummyOutput

        with self._keys.raw_mode():
            self.screen.write(words)
            try:
                return await self._edited("", DummyOutput(), DummyHistory())
            finally:
                self.screen.write("\n")

    async def in_turn(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Run a conversation once the terminal is free; restart it if set aside."""
        async with self._one:
            while True:
                await self._free.wait()
                with self._lend():
                    if await self._whole(talk):
                        return

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Hold the terminal for this block, interrupting any conversation."""
        with self._lend():
            self._free.clear()
            try:
                if (task := self._talk) is not None:
                    self._set_aside()
                    await asyncio.gather(task, return_exceptions=True)
                self._forget_typed()
                yield
            finally:
                self._free.set()

    async def lent_to(self, command: Sequence[str]) -> int:
        """Run the person's own program on the terminal; return its exit code.

        Raises:
            OSError: it cannot be run.
        """
        self.editing = True
        try:
            with self._keys.cooked_mode() if self._source.isatty() else nullcontext():
                # Stdout carries the run's answer, perhaps to another program.
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=self._source, stdout=self._sink, stderr=self._sink
                )
                return await _ended(process)
        finally:
            self.editing = False

    @cached_property
    def _keys(self) -> Input:
        from prompt_toolkit.input import create_input

        return create_input(self._source)

    @cached_property
    def _history(self) -> History:
        from prompt_toolkit.history import InMemoryHistory

        return InMemoryHistory()

    async def _edited(self, prompt: str, output: Output, history: History) -> str:
        """Return a line typed and edited on an output."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.output.vt100 import Vt100_Output

        keys = KeyBindings()
        keys.add("c-c")(lambda _: signal.raise_signal(signal.SIGINT))
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # not every terminal reports its cursor
        session: PromptSession[str] = PromptSession(
            prompt,
            input=self._keys,
            output=output,
            key_bindings=keys,
            history=history,
            enable_suspend=True,
        )
        session.app.before_render += lambda _: self._check_width()
        try:
            line = await session.prompt_async(set_exception_handler=False, handle_sigint=False)
        except EOFError:
            raise NoLine(gone=self._keys.closed) from None
        return line.rstrip("\r\n")

    def _forget_typed(self) -> None:
        """Drop what was typed but not read yet."""
        if self._source.isatty():
            from prompt_toolkit.input.typeahead import clear_typeahead

            with self._keys.raw_mode():
                while self._keys.read_keys():
                    pass
            clear_typeahead(self._keys)

    async def _whole(self, talk: Callable[[], Awaitable[None]]) -> bool:
        """Run the conversation; return whether it finished."""
        self._restart = False
        self._forget_typed()
        task = self._talk = asyncio.ensure_future(talk())
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as gone:
            task.cancel(*gone.args)
            await asyncio.gather(task, return_exceptions=True)
            raise
        finally:
            self._talk = None
            self.screen.clear()
        if task.cancelled() and self._restart:
            self.screen.say("")
            await asyncio.sleep(SETTLED_S)
            return False
        task.result()
        return True

    def _check_width(self) -> None:
        """Restart the conversation if its box no longer fits."""
        if self.screen.torn and not self._restart:
            self._set_aside()

    def _set_aside(self) -> None:
        if self._talk is not None:
            self._restart = True
            self._talk.cancel()


async def _ended(process: asyncio.subprocess.Process) -> int:
    """Wait for the process to end, and kill it if cancelled."""
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
