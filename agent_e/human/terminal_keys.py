"""Lines typed on a terminal, or read from a file or pipe."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


class NoLine(Exception):
    """End of input: Ctrl-D was pressed or, if ``gone``, nobody can type any more."""

    def __init__(self, *, gone: bool) -> None:
        """Create it."""
        super().__init__("Nobody can type any more." if gone else "Ctrl-D was pressed.")
        self.gone = gone


async def plain_line(source: TextIO) -> str:
    """Return the next line of a file, a pipe or a plain terminal.

    Raises:
        NoLine: there is none.
    """
    typed = b""
    # One byte at a time: the rest of the input is left for others.
    while not typed.endswith(b"\n") and (data := await _byte(source.fileno())):
        typed += data
    if not typed:
        raise NoLine(gone=not source.isatty())
    return typed.decode(errors="replace").rstrip("\r\n")


@contextmanager
def hushed(
    source: TextIO,
    leave: Callable[[], None] = lambda: None,
    come_back: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Turn off echo for this block.

    Args:
        source: of input.
        leave: called before the process stops for Ctrl-Z; meanwhile the terminal is the shell's.
        come_back: called when it goes on.
    """
    if not source.isatty():
        yield
        return
    from prompt_toolkit.input import create_input

    keys = create_input(source)

    def pressed() -> None:
        for press in keys.read_keys():
            if press.key == "c-c":
                signal.raise_signal(signal.SIGINT)
            elif press.key == "c-z" and sys.platform != "win32":
                leave()
                with keys.cooked_mode():
                    os.kill(0, signal.SIGTSTP)
                come_back()

    with keys.raw_mode(), keys.attach(pressed):
        yield


async def _byte(file: int) -> bytes:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(file, ready.set)
    except (PermissionError, NotImplementedError):
        # Regular files and /dev/null cannot be polled, and on Windows nothing can.
        return os.read(file, 1)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)
    return os.read(file, 1)
