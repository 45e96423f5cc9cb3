"""``agent-e runs report``: a page of one run."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .options import settings_of
from .output import print_note, print_out


def report(
    context: typer.Context,
    run_id: Annotated[
        str,
        typer.Argument(metavar="ID", help="Id or folder of the run, the beginning of one, latest."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to write it.", show_default="report.html in its folder"
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show it in your browser.")] = False,
) -> None:
    """Write one self-contained HTML page of a run: answer, evidence, every step with pictures."""
    from agent_e.benchmarks.reporting import write_run_report
    from agent_e.journal import find_run

    root = settings_of(context).runs_dir
    path = write_run_report(find_run(root, run_id), out)
    print_out(str(path))
    if open_:
        show_page(path)


def show_page(path: Path) -> None:
    """Open a page in the person's browser, or say that there is none."""
    if not webbrowser.open(path.resolve().as_uri()):
        print_note(f"No browser could be opened. Open {path} yourself.")
