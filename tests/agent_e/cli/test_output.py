from __future__ import annotations

import json

import pytest

from agent_e.cli.output import clean, clean_lines, print_json, shorten
from agent_e.text import format_cost, format_count, format_time


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("two\nlines\tand  spaces", "two lines and spaces"),
        ("red \x1b[31mtext\x1b[0m", "red [31mtext [0m"),
        ("title \x1b]0;owned\x07", "title ]0;owned"),
        ("\u202eevil\u202c name", "evil name"),
        ("soft\u00adhyphen", "softhyphen"),
        ("lone \ud800 surrogate, NUL \x00", "lone surrogate, NUL"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
        ("Übergröße 漢字 😀", "Übergröße 漢字 😀"),
    ],
)
def test_text_of_pages_cannot_steer_the_terminal(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_lines_keep_their_indentation() -> None:
    assert clean_lines("main\n  [1] link 'A\x1b[2J'\n\tend") == "main\n  [1] link 'A [2J'\n    end"


def test_shorten_says_that_something_is_left_out() -> None:
    assert shorten("short", 10) == "short"
    assert shorten("a text that is too long", 10) == "a text th…"


def test_json_is_valid_whatever_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"text": "漢字 \x1b[31m \u2028"}
    print_json(value)
    assert json.loads(capsys.readouterr().out) == value


def test_figures_are_worded() -> None:
    assert [format_time(s) for s in (0.84, 42.4, 185)] == ["0.8 s", "42 s", "3 min 05 s"]
    assert [format_cost(c) for c in (None, 0, 0.0123, 1.5)] == [
        "cost unknown",
        "$0",
        "$0.0123",
        "$1.50",
    ]
    assert [format_count(n, "token") for n in (0, 1, 12345)] == [
        "0 tokens",
        "1 token",
        "12,345 tokens",
    ]
