"""Ask on the terminal."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from agent_e.errors import NeedsPerson
from agent_e.types import Answer, ApprovalRequest


class TerminalAsker:
    """Writes questions to stderr and reads a line of stdin.

    The event loop waits for the line, not a thread: a cancelled run does not wait for the person.
    """

    def __init__(
        self,
        source: TextIO | None = None,
        sink: TextIO | None = None,
        *,
        redact: Callable[[str], str] = lambda text: text,
    ) -> None:
        """Make it; ``redact`` takes out of a question what a terminal may not show."""
        self._redact = redact
        self._source = source or sys.stdin
        self._sink = sink or sys.stderr

    async def ask(self, question: str, options: Sequence[str] = ()) -> str:
        """Ask and return the line that was typed.

        Raises:
            NeedsPerson: the input is closed.
        """
        question = self._shown(question)
        choices = self._shown(f" ({' / '.join(options)})") if options else ""
        print(f"\n? {question}{choices}\n> ", end="", file=self._sink, flush=True)
        line = await self._line()
        if not line:
            raise NeedsPerson(
                f"The agent asked '{question}', but nobody is at the terminal. "
                "Put the missing detail into the task, or run it where you can answer."
            )
        return line.strip()

    async def approve(self, request: ApprovalRequest) -> Answer:
        """Ask for leave; anything but a clear yes is a no.

        Raises:
            NeedsPerson: the input is closed.
        """
        lines = [f"May I {request.sentence}?"]
        lines += [f"Why I ask: {', '.join(request.risk.reasons)}."]
        if request.amounts:
            lines.append(f"Amounts there: {', '.join(request.amounts)}.")
        if request.sent_to:
            lines.append(f"Sent to: {request.sent_to}.")
        if request.kind:
            lines.append(f"'All' lets me {request.kind} without asking again in this run.")
        # What was typed before answers another question, such as one that had to wait for too long.
        _forget_typed(self._source)
        choices = ("yes", "no", "all") if request.kind else ("yes", "no")
        answer = (await self.ask(" ".join(lines), choices)).strip().casefold()
        return "kind" if request.kind and answer in ("a", "all") else answer in ("y", "yes")

    def _shown(self, words: str) -> str:
        # They may quote a page, and a page may hold what steers a terminal.
        return "".join(each if each.isprintable() else " " for each in self._redact(words))

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


def _forget_typed(source: TextIO) -> None:
    if sys.platform == "win32" or not source.isatty():
        return
    import termios

    termios.tcflush(source.fileno(), termios.TCIFLUSH)
