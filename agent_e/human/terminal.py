"""Ask on the terminal."""

from __future__ import annotations

import asyncio
import sys
from typing import TextIO

from agent_e.errors import BadArgument
from agent_e.types import PersonRequest

from .channel import Reply


class TerminalChannel:
    """Writes questions to stderr and reads a line of stdin.

    The event loop waits for the line, not a thread: a cancelled run does not wait for the person.
    """

    name = "terminal"

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Make it."""
        self._source = source or sys.stdin
        self._sink = sink or sys.stderr
        self._one = asyncio.Lock()

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """See ``Channel``; one question is asked at a time."""
        async with self._one:
            # What was typed before answers another question.
            _forget_typed(self._source)
            options = request.schema.get("enum", ())
            choices = f" ({' / '.join(map(str, options))})" if options else ""
            lines = [f"? {request.question}", *_beside(request)]
            print("\n" + "\n".join(map(_shown, lines)) + choices, file=self._sink)
            while True:
                print("> ", end="", file=self._sink, flush=True)
                if not (line := await self._line()):
                    return
                try:
                    reply(line.rstrip("\n"))
                    return
                except BadArgument as error:
                    print(error, file=self._sink)

    async def _line(self) -> str:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._source.fileno(), ready.set)
        except PermissionError:
            # Regular files and /dev/null cannot be waited for; they are always ready.
            return self._source.readline()
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._source.fileno())
        return self._source.readline()


def _beside(request: PersonRequest) -> list[str]:
    """What is shown with a question, a line each."""
    evidence = request.evidence
    lines = []
    if reasons := evidence.get("reasons"):
        lines.append(f"Why I ask: {', '.join(reasons)}.")
    if amounts := evidence.get("amounts"):
        lines.append(f"Amounts there: {', '.join(amounts)}.")
    if sent_to := evidence.get("sent_to"):
        lines.append(f"Sent to: {sent_to}.")
    if kind := evidence.get("all"):
        lines.append(f"'All' lets me {kind} without asking again in this run.")
    return lines


def _shown(words: str) -> str:
    # They may quote a page, and a page may hold what steers a terminal.
    return "".join(each if each.isprintable() else " " for each in words)


def _forget_typed(source: TextIO) -> None:
    if sys.platform == "win32" or not source.isatty():
        return
    import termios

    termios.tcflush(source.fileno(), termios.TCIFLUSH)
