"""Read a line from the person without stopping the event loop."""

from __future__ import annotations

import sys


async def read_line(prompt: str) -> str | None:
    """Return one line from the terminal, without its end; ``None`` at Ctrl-D.

    The prompt goes to stderr where stdout is no terminal.
    """
    from agent_e.human import NoLine, Terminal

    terminal = Terminal(sink=sys.stdout if sys.stdout.isatty() else sys.stderr)
    try:
        return await terminal.line(prompt)
    except NoLine:
        return None
