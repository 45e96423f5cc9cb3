"""``agent-e snapshot``: print what the model would see of a page."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from agent_e.text import format_count

from .aio import run_async
from .options import Json, argument, flag, option, settings_of
from .output import print_json, print_note, print_out


def snapshot(
    context: typer.Context,
    target: Annotated[str, argument("Page to look at; - is standard input.", "URL|FILE|-")],
    view: Annotated[
        Literal["all_fields", "input_fields", "text_only"],
        option("What of the page to show: all, what can be acted on, or the text."),
    ] = "all_fields",
    form: Annotated[Literal["outline", "json"], flag("--format", "How to write it.")] = "outline",
    find: Annotated[
        str, option("Show only the parts with this text.", "TEXT", show_default=False)
    ] = "",
    page: Annotated[int, option("Part of a long page to show.", "N", min=1)] = 1,
    links: Annotated[bool, flag("--links", "Show where each link leads.")] = False,
    as_json: Json = False,
) -> None:
    """Print what the model would see of a page."""
    from agent_e.snapshot import STANDARD_INPUT, read_page, take_snapshot

    settings = settings_of(context)
    # Read before anything runs: Ctrl-C has to interrupt this wait.
    stdin = sys.stdin.buffer if sys.stdin is not None else None
    stored = read_page(stdin) if target == STANDARD_INPUT else None
    taken = run_async(
        lambda signals: take_snapshot(
            target,
            settings,
            stored=stored,
            view=view,
            format=form,
            find=find,
            page=page,
            links=links,
        )
    )
    if as_json:
        print_json(taken.to_json())
    else:
        print_out(taken.text)
    size = (
        f"{format_count(len(taken.text), 'character')}, about {format_count(taken.tokens, 'token')}"
    )
    print_note(f"{size}; read in {taken.observe_ms:.0f} ms, written in {taken.render_ms:.0f} ms")
