"""``agent-e train check``: the whole of training at a small scale."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from .options import option
from .output import print_note, print_out
from .train_run import needs_train


def check(
    keep: Annotated[
        Path | None, option("Folder to keep data and models in.", "DIR", show_default=False)
    ] = None,
) -> None:
    """Train a tiny model on made pictures, and check what comes out; exit 1 when a check fails."""
    needs_train()
    from agent_e.training.tuning.check import checks

    with tempfile.TemporaryDirectory() as unkept:
        failed = 0
        for done in checks(keep or Path(unkept), print_note):
            print_out(f"{'✓' if done.passed else '✗'} {done.name}: {done.figure}")
            failed += not done.passed
    if failed:
        raise typer.Exit(1)
