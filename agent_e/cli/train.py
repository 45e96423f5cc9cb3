"""``agent-e train``: make data, train, check."""

from __future__ import annotations

import typer

from . import train_check, train_run, train_serve
from .options import Command, Group

app = typer.Typer(
    cls=Group,
    help="Train a vision model on pictures of pages, or the small grounder.",
    no_args_is_help=True,
)
app.command("run", cls=Command)(train_run.run)
app.command("tiny", cls=Command)(train_run.tiny)
app.command("serve", cls=Command)(train_serve.serve)
app.command("check", cls=Command)(train_check.check)
