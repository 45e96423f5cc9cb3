"""``agent-e runs report``: a page of one run."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .completion import among, run_ids
from .options import argument, flag, option, settings_of
from .output import print_note, print_out


def report(
    context: typer.Context,
    run_id: Annotated[
        str,
        argument(
            "Id or folder of the run, the beginning of one, latest.",
            "ID",
            autocompletion=among(run_ids),
        ),
    ],
    out: Annotated[
        Path | None, option("Where to write it.", "FILE", show_default="report.html in its folder")
    ] = None,
    open_: Annotated[bool, flag("--open", "Show it in your browser.")] = False,
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
    """Open a page in the person's browser, or report that there is none."""
    if not webbrowser.open(path.resolve().as_uri()):
        print_note(f"No browser could be opened. Open {path} yourself.")
