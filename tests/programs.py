"""``agent-e`` in a process of its own, forked from one that has imported everything already.

Importing costs two seconds of processor time: more than most of what is looked at. The tests of
starting itself run ``python -m agent_e``.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import sys
import termios
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from agent_e.cli import main

_PROCESSES = get_context("forkserver")
_PROCESSES.set_forkserver_preload(
    # What commands import only when they need it; and what this process itself is made of.
    ["agent_e.cli", "agent_e.run", "agent_e.server.act", "agent_e.server.serving"]
    + ["agent_e.benchmarks.sites", "pytest", __name__]
)


class Program:
    """A running ``agent-e``; its attributes and methods are those of asyncio's processes."""

    def __init__(self) -> None:
        self.stdout = asyncio.StreamReader()
        self.stderr = asyncio.StreamReader()
        self.stdin: int | None = None

    async def start(
        self, arguments: Sequence[str], folder: Path, variables: Mapping[str, str], *, piped: bool
    ) -> None:
        theirs_in, ours_in = os.pipe() if piped else (os.open(os.devnull, os.O_RDONLY), None)
        ours_out, theirs_out = os.pipe()
        ours_err, theirs_err = os.pipe()
        await self._start(arguments, folder, variables, (theirs_in, theirs_out, theirs_err))
        self.stdin = ours_in
        await _read(ours_out, self.stdout)
        await _read(ours_err, self.stderr)

    async def start_at(
        self, terminal: int, arguments: Sequence[str], folder: Path, variables: Mapping[str, str]
    ) -> None:
        """Start it on a terminal, whose keys such as Ctrl-C then reach it."""
        pipes = [os.dup(terminal) for _ in range(3)]
        await self._start(arguments, folder, variables, pipes)

    async def _start(
        self,
        arguments: Sequence[str],
        folder: Path,
        variables: Mapping[str, str],
        pipes: Sequence[int],
    ) -> None:
        theirs = [Connection(each) for each in pipes]
        self.process = _PROCESSES.Process(
            target=_become, args=(list(arguments), folder, dict(variables), theirs), daemon=True
        )
        await asyncio.to_thread(self.process.start)
        for each in theirs:
            each.close()

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, number)

    async def communicate(self, sent: bytes = b"") -> tuple[bytes, bytes]:
        """Send this, and return all that is printed when the program has ended."""
        if self.stdin is not None:
            with os.fdopen(self.stdin, "wb") as stdin:
                stdin.write(sent)
        out, err = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await asyncio.to_thread(self.process.join)
        return out, err


async def start_at(
    terminal: int,
    *arguments: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> Program:
    """Start ``agent-e`` on a terminal, in a session of its own."""
    program = Program()
    await program.start_at(
        terminal,
        arguments,
        folder or Path.cwd(),
        os.environ if variables is None else variables,
    )
    return program


async def start(
    *arguments: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    piped: bool = False,
) -> Program:
    """Start ``agent-e`` in a folder with these variables; by default those of this process.

    ``piped`` lets ``communicate`` send something; without it there is nothing to read.
    """
    program = Program()
    await program.start(
        arguments, folder or Path.cwd(), os.environ if variables is None else variables, piped=piped
    )
    return program


async def _read(pipe: int, into: asyncio.StreamReader) -> None:
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(into), os.fdopen(pipe, "rb", buffering=0)
    )


def _become(
    arguments: list[str], folder: Path, variables: dict[str, str], pipes: list[Connection]
) -> None:
    for number, pipe in enumerate(pipes):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    if os.isatty(0):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    main(arguments)
