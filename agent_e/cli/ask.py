"""Read a line from the person without stopping the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Iterator


async def read_line(prompt: str) -> str | None:
    """Return one line from the terminal, without its end; ``None`` at Ctrl-D.

    With stdout on a terminal too the line can be edited; else the prompt goes to stderr.
    """
    try:
        if sys.stdout.isatty():
            with _terminal_restored():
                return await _edited_line(prompt)
        from agent_e.human import Keyboard, NoLine

        try:
            return await Keyboard(sys.stdin).line(
                lambda: print(prompt, end="", file=sys.stderr, flush=True)
            )
        except NoLine:
            return None
    except asyncio.CancelledError:
        print(file=sys.stderr, flush=True)  # what comes next must not stand behind the prompt
        raise


async def _edited_line(prompt: str) -> str | None:
    # A daemon thread: an executor's would be waited for after Ctrl-C, until Enter is pressed.
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str | None] = loop.create_future()

    def answer(text: str | None) -> None:
        if not line.done():
            line.set_result(text)

    def read() -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # gives input() editing and history
        try:
            text: str | None = input(prompt)
        except EOFError:
            text = None
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(answer, text)

    threading.Thread(target=read, name="ask", daemon=True).start()
    return await line


@contextlib.contextmanager
def _terminal_restored() -> Iterator[None]:
    # The thread may still be inside the line editor, which has the terminal in a mode of its own.
    try:
        import termios
    except ImportError:
        yield
        return
    stdin = sys.stdin.fileno()
    mode = termios.tcgetattr(stdin)
    try:
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSANOW, mode)
