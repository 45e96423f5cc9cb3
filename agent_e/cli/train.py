"""``agent-e train``: make data, train, check."""

from __future__ import annotations

import typer

from . import train_check, train_data, train_grounder, train_run, train_serve, train_synth
from .options import Command, Group, configured

app = typer.Typer(
    cls=Group,
    help="Train a vision model on pictures of pages, or the small grounder.",
    no_args_is_help=True,
)

app.command("synth", cls=configured())(train_synth.synth)
app.command("data", cls=Command)(train_data.data)
app.command("run", cls=Command)(train_run.run)
app.command("tiny", cls=Command)(train_run.tiny)
app.command("check", cls=Command)(train_check.check)
app.command("serve", cls=Command)(train_serve.serve)
app.command("grounder", cls=Command)(train_grounder.grounder)
