"""Read a line from the person without stopping the event loop."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from agent_e.human import Terminal


async def read_line(prompt: str) -> str | None:
    """Return one line from the terminal, without its end; ``None`` at Ctrl-D.

    The prompt goes to stderr where stdout is no terminal.
    """
    from agent_e.human import NoLine

    sink = sys.stdout if sys.stdout.isatty() else sys.stderr
    try:
        return await _terminal(sys.stdin, sink).line(prompt)
    except NoLine:
        return None


@cache
def _terminal(source: TextIO, sink: TextIO) -> Terminal:
    """Return a terminal with a history of earlier input."""
    from agent_e.human import Terminal

    return Terminal(source, sink)
