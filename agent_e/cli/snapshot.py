"""``agent-e snapshot``: print what the model would see of a page."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from agent_e.journal.words import count_words

from .aio import run_async
from .options import ConfigFile, Debug, Json
from .output import print_json, print_note, print_out


def snapshot(
    target: Annotated[str, typer.Argument(metavar="URL|FILE", help="Page to look at.")],
    view: Annotated[
        Literal["all_fields", "input_fields", "text_only"],
        typer.Option(help="What of the page to show: all, what can be acted on, or the text."),
    ] = "all_fields",
    form: Annotated[
        Literal["outline", "json"], typer.Option("--format", help="How to write it.")
    ] = "outline",
    find: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help="Show only the parts with this text.", show_default=False
        ),
    ] = "",
    page: Annotated[int, typer.Option(metavar="N", min=1, help="Part of a long page to show.")] = 1,
    links: Annotated[bool, typer.Option("--links", help="Show where each link leads.")] = False,
    no_browser: Annotated[
        bool,
        typer.Option(
            "--no-browser",
            help="Read the file as it is saved, without a browser: "
            "no scripts, styles or positions.",
        ),
    ] = False,
    as_json: Json = False,
    config: ConfigFile = None,
    debug: Debug = False,
) -> None:
    """Print what the model would see of a page."""
    from agent_e.config import load_settings
    from agent_e.snapshot import read_snapshot, take_snapshot

    settings = load_settings(file=config).settings
    if no_browser:
        stdin = sys.stdin.buffer if sys.stdin is not None else None
        taken = read_snapshot(
            target, settings, stdin=stdin, view=view, format=form, find=find, page=page, links=links
        )
    else:
        taken = run_async(
            lambda signals: take_snapshot(
                target, settings, view=view, format=form, find=find, page=page, links=links
            )
        )
    if as_json:
        print_json(taken.to_json())
    else:
        print_out(taken.text)
    size = (
        f"{count_words(len(taken.text), 'character')}, about {count_words(taken.tokens, 'token')}"
    )
    print_note(f"{size}; read in {taken.observe_ms:.0f} ms, written in {taken.render_ms:.0f} ms")
