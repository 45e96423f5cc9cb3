"""Lines that a person types, read without stopping the event loop."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

POSIX = sys.platform != "win32"
LINE_BYTES = 4096


class NoLine(Exception):
    """No line comes: Ctrl-D was pressed, or, if ``gone``, nobody can type any more."""

    def __init__(self, *, gone: bool) -> None:
        """Say which."""
        super().__init__("Nobody can type any more." if gone else "Ctrl-D was pressed.")
        self.gone = gone


class Keyboard:
    """Reads lines: the terminal's own editing holds, and its mode is put back after each.

    The event loop waits for a line, not a thread: what is cancelled leaves nobody behind who
    would take the next one.
    """

    def __init__(self, source: TextIO) -> None:
        """Read from ``source``, which has a file descriptor."""
        self._source = source

    def forget(self) -> None:
        """Drop what was typed but not read yet."""
        if POSIX and self._source.isatty():
            import termios

            termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    async def line(self, prompt: Callable[[], None], *, echo: bool = True) -> str:
        """Prompt, and return what is typed, without its end.

        Args:
            prompt: writes it; called again when the process goes on after Ctrl-Z.
            echo: whether it is seen while it is typed.

        Raises:
            NoLine: there is none.
        """
        with self._mode(_nothing, prompt, echo=echo, whole=True):
            prompt()
            return await self._read()

    @contextmanager
    def hushed(self, leave: Callable[[], None], come_back: Callable[[], None]) -> Iterator[None]:
        """Have nothing seen of what is typed in this block.

        Args:
            leave: called before the process stops for Ctrl-Z.
            come_back: called when it goes on.
        """
        with self._mode(leave, come_back, echo=False, whole=False):
            yield

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Put the terminal's mode back after this block, in which a program may change it."""
        if sys.platform == "win32" or not self._source.isatty():
            yield
            return
        import termios

        before = termios.tcgetattr(self._source.fileno())
        try:
            yield
        finally:
            with suppress(termios.error):
                termios.tcsetattr(self._source.fileno(), termios.TCSANOW, before)

    async def _read(self) -> str:
        typed = b""
        while not typed.endswith(b"\n"):
            try:
                data = await self._some()
            except BlockingIOError:
                continue
            except OSError as error:
                # Linux says so when the terminal itself is gone.
                raise NoLine(gone=True) from error
            if not data and not typed:
                raise NoLine(gone=not self._source.isatty())
            typed += data
            if not data:
                break
        return typed.decode(errors="replace").rstrip("\r\n")

    async def _some(self) -> bytes:
        """Return a part of a line, never of the next one; nothing at the end."""
        # A terminal gives one line at a time; of what else there is, the rest is left to others.
        most = LINE_BYTES if self._source.isatty() else 1
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        keys = self._source.fileno()
        try:
            loop.add_reader(keys, ready.set)
        except PermissionError:
            # Regular files and /dev/null cannot be waited for; they are always ready.
            return os.read(keys, most)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(keys)
        return os.read(keys, most)

    @contextmanager
    def _mode(
        self, leave: Callable[[], None], come_back: Callable[[], None], *, echo: bool, whole: bool
    ) -> Iterator[None]:
        """Have the terminal echo or not in this block, and give whole lines if asked to."""
        if sys.platform == "win32" or not self._source.isatty():
            yield
            return
        import termios

        keys = self._source.fileno()
        try:
            before = termios.tcgetattr(keys)
        except termios.error as error:
            raise NoLine(gone=True) from error
        during = [*before[:6], [*before[6]]]
        if whole:
            during[0] |= termios.ICRNL
            during[3] |= termios.ICANON | termios.ISIG | termios.ECHOE | termios.ECHONL
        during[3] = during[3] | termios.ECHO if echo else during[3] & ~termios.ECHO
        if whole and not echo:
            # Ctrl-\ would end the process on the spot, and leave the terminal silent.
            during[6][termios.VQUIT] = b"\0"

        def put(mode: list[int | list[bytes | int]]) -> None:
            with suppress(termios.error):  # the terminal is gone, and its mode with it
                termios.tcsetattr(keys, termios.TCSANOW, mode)

        def stop() -> None:
            leave()
            put(before)

        def go_on() -> None:
            put(during)
            come_back()

        put(during)
        try:
            with _stoppable(stop, go_on):
                yield
        finally:
            put(before)


def _nothing() -> None:
    """Nothing is to be done."""


def has_control(line: str) -> bool:
    """Whether a line holds what a key for moving about leaves in it."""
    return any(unicodedata.category(each) == "Cc" and each != "\t" for each in line)


@contextmanager
def _stoppable(stop: Callable[[], None], go_on: Callable[[], None]) -> Iterator[None]:
    """Call these around a stop by Ctrl-Z in this block: meanwhile the terminal is the shell's."""
    if sys.platform == "win32":
        yield
        return
    loop = asyncio.get_running_loop()

    def stopped() -> None:
        stop()
        loop.remove_signal_handler(signal.SIGTSTP)
        signal.raise_signal(signal.SIGTSTP)
        loop.add_signal_handler(signal.SIGTSTP, stopped)
        go_on()

    try:
        loop.add_signal_handler(signal.SIGTSTP, stopped)
    except (RuntimeError, ValueError):
        # Not in the main thread, where alone there are signals.
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTSTP)
