"""Terminal output for a person: lines and boxes, safe whatever they quote."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from rich.cells import cell_len

from agent_e.text import harmless

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

BOX_WIDTH = 88
USUAL_WIDTH = 80

Row = tuple[str, str]
"""A label, ``""`` to continue the one before, and words."""


class Screen:
    """Writes to a terminal: with colours and boxes if it supports them, else plain lines.

    Words may quote a page or a model: only printable characters are shown.
    """

    def __init__(self, sink: TextIO) -> None:
        """Write to ``sink``."""
        self._sink = sink
        self._drawn = 0

    @property
    def draws(self) -> bool:
        """Whether it is a terminal that supports drawing."""
        console = self._console()
        return console.is_terminal and not console.is_dumb_terminal

    @property
    def torn(self) -> bool:
        """Whether the terminal has become too narrow for the last box."""
        return self._drawn > self.width

    @property
    def width(self) -> int:
        """Current number of columns."""
        try:
            return os.get_terminal_size(self._sink.fileno()).columns or USUAL_WIDTH
        except (OSError, ValueError):  # no terminal, or not even a file
            return USUAL_WIDTH

    def say(self, *lines: str, style: str = "") -> None:
        """Write lines; long ones wrap under their beginning.

        ``style``, in rich's syntax, applies where it can be shown.
        """
        from rich.text import Text

        for line in map(shown, lines):
            print_wrapped(self._console(), Text(line, style=style))

    def say_rows(self, rows: Sequence[Row]) -> None:
        """Write labelled rows."""
        from rich.padding import Padding

        self._console().print(Padding(_table(rows), (0, 0, 0, 2), expand=False))

    def box(self, title: str, question: str, rows: Sequence[Row]) -> None:
        """Show a question and its evidence, in a box if possible."""
        if not self.draws:
            self.say(f"? {question}")
            self.say_rows(rows)
            return
        from rich.console import Group
        from rich.panel import Panel
        from rich.text import Text

        asked = Text(shown(question), style="bold")
        inside = Group(asked, Text(""), _table(rows)) if rows else asked
        self._drawn = min(self.width, BOX_WIDTH)
        heading = Text(shown(title))
        box = Panel(
            inside, title=heading, title_align="left", border_style="yellow", width=self._drawn
        )
        self._console().print(box)

    def clear(self) -> None:
        """Note that no box on screen can be torn any more."""
        self._drawn = 0

    def write(self, words: str) -> None:
        """Write words unchanged."""
        self._sink.write(words)
        self._sink.flush()

    def _console(self) -> Console:
        from rich.console import Console

        return Console(
            file=self._sink, width=self.width, highlight=False, emoji=False, markup=False
        )


def print_wrapped(console: Console, line: Text) -> None:
    """Write a line; on a terminal a long one wraps under its beginning.

    A word wider than the terminal is left whole: the terminal wraps it itself, so that it can be
    copied in one piece.
    """
    drawn = console.is_terminal and not console.is_dumb_terminal
    for row in line.split("\n", allow_blank=True) if drawn else [line]:
        indent = len(row.plain) - len(row.plain.lstrip())
        parts = row.divide(_breaks(row.plain, console.width)) if drawn else [row]
        for number, part in enumerate(parts):
            part.rstrip()
            if number:
                part.pad_left(min(indent, console.width // 2))
            console.print(part, soft_wrap=True)


def _breaks(words: str, width: int) -> list[int]:
    """Return where to break a line: before words that would exceed the width."""
    indent = min(len(words) - len(words.lstrip()), width // 2)
    breaks, used = [], indent
    for word in re.finditer(r"\S+\s*", words):
        if used > indent and used + cell_len(word[0].rstrip()) > width:
            breaks.append(word.start())
            used = indent
        used += cell_len(word[0])
    return breaks


def shown(words: str) -> str:
    """Return words on one line, without control characters; blanks are preserved."""
    return "".join(map(harmless, words))


def _table(rows: Sequence[Row]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    if any(label for label, _ in rows):
        table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*(Text(shown(words)) for words in row[-len(table.columns) :]))
    return table
