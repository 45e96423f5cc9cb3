"""Rich consoles for stdout and stderr that stay quiet when the pipe is closed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from .output import discard

PIPE_WIDTH = 160


class QuietConsole(Console):
    """A console whose reader may go away."""

    def on_broken_pipe(self) -> None:
        """Continue without output; rich itself would exit with code 1."""
        discard(sys.stderr if self.stderr else sys.stdout)


def new_table(*headings: str, right: Collection[str] = (), whole: Collection[str] = ()) -> Table:
    """Return a table without borders; ``right`` columns hold figures, ``whole`` ones never wrap."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        justify: JustifyMethod = "right" if heading in right else "left"
        table.add_column(heading, justify=justify, no_wrap=heading in whole)
    return table


def print_table(table: Table, rows: Iterable[Iterable[str | Text]]) -> None:
    """Print a table with these rows, without markup."""
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    stdout_console().print(table)


def stdout_console() -> Console:
    """Return a console for stdout; wide and without colours where it is no terminal."""
    console = QuietConsole(highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def stderr_console() -> Console:
    """Return a console for stderr."""
    return QuietConsole(stderr=True, highlight=False, emoji=False, markup=False)
