"""``agent-e train``: make data, train, check."""

from __future__ import annotations

import typer

from .options import Group

app = typer.Typer(
    cls=Group,
    help="Train a vision model on pictures of pages, or the small grounder.",
    no_args_is_help=True,
)
