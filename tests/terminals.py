"""A terminal as a person has it: what is written is drawn, and keys are pressed."""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
import struct
import termios
from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import Any, Self, TextIO

import pyte

PATIENCE_S = 60


class Window:
    """One end of a pseudo-terminal; ``source`` and ``sink`` are the program's.

    Attributes:
        inner: file descriptor of the program's end.
        written: all bytes that the program has written, and the terminal has echoed.
    """

    def __init__(self, columns: int = 90, rows: int = 40) -> None:
        self._keys, self.inner = os.openpty()
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.written = b""
        self.resize(columns, rows)

    def __enter__(self) -> Self:
        asyncio.get_running_loop().add_reader(self._keys, self._draw)
        return self

    @cached_property
    def source(self) -> TextIO:
        return os.fdopen(os.dup(self.inner), "r", encoding="utf-8")

    @cached_property
    def sink(self) -> TextIO:
        return os.fdopen(os.dup(self.inner), "w", encoding="utf-8")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.get_running_loop().remove_reader(self._keys)
        for name in ("source", "sink"):
            if name in self.__dict__:
                getattr(self, name).close()
        os.close(self.inner)
        os.close(self._keys)

    def draw_all(self) -> None:
        """Draw what was written so far, now."""
        while select.select([self._keys], [], [], 0)[0]:
            self._draw()

    @property
    def lines(self) -> list[str]:
        """What stands there, from above, without trailing blanks and lines."""
        lines = [line.rstrip() for line in self._screen.display]
        while lines and not lines[-1]:
            del lines[-1]
        return lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def mode(self) -> list[Any]:
        """As ``stty`` shows it."""
        return termios.tcgetattr(self._keys)

    @property
    def echoes(self) -> bool:
        return bool(self.mode[3] & termios.ECHO)

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def clear(self) -> None:
        """Take a clean sheet."""
        self._screen.reset()

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._keys, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._screen.resize(rows, columns)

    async def shows(self, words: str) -> None:
        """Wait until these words stand there; a line may end between them."""
        wanted = "".join(words.split())
        await self.until(lambda: wanted in "".join(self.text.split()), f"{words!r} is shown")

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"Not so: {what}. There stands:\n{self.text}") from None

    def _draw(self) -> None:
        data = os.read(self._keys, 1 << 16)
        self.written += data
        self._stream.feed(data)
        self._changed.set()
