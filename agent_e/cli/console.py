"""Rich consoles for stdout and stderr that stay quiet when the pipe is closed."""

from __future__ import annotations

import sys

from rich.console import Console

from .output import discard

PIPE_WIDTH = 160


class QuietConsole(Console):
    """A console whose reader may go away."""

    def on_broken_pipe(self) -> None:
        """Go on without output; rich itself would leave the program with code 1."""
        discard(sys.stderr if self.stderr else sys.stdout)


def stdout_console() -> Console:
    """Return a console for stdout; wide, and without colours, where it is no terminal."""
    console = QuietConsole(highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def stderr_console() -> Console:
    """Return a console for stderr."""
    return QuietConsole(stderr=True, highlight=False, emoji=False, markup=False)
