from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from agent_e.human.terminal_screen import print_wrapped

ADDRESS = "http://127.0.0.1:37271/search?q=Canvas+Tote+Bag"


@pytest.mark.parametrize(
    ("terminal", "line", "written"),
    [
        (True, f'  price: "$17.60" ({ADDRESS})', f'  price: "$17.60"\n  ({ADDRESS})\n'),
        (False, f'  price: "$17.60" ({ADDRESS})', f'  price: "$17.60" ({ADDRESS})\n'),
        (True, f"at {ADDRESS * 2} now", f"at\n{ADDRESS * 2}\nnow\n"),
        (True, "\nHeading", "\nHeading\n"),
        (True, "  one\n  two", "  one\n  two\n"),
        (True, "", "\n"),
    ],
)
def test_lines_break_between_words(terminal: bool, line: str, written: str) -> None:
    sink = io.StringIO()
    console = Console(
        file=sink, force_terminal=terminal, width=60, color_system=None, highlight=False
    )
    print_wrapped(console, Text(line))
    assert sink.getvalue() == written
