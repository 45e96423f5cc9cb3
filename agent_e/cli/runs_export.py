"""``agent-e runs export``: a run as a program of its own."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .options import option, settings_of
from .output import print_note, print_out
from .runs_control import Id


class Form(StrEnum):
    """What a run is written as."""

    PLAYWRIGHT = "playwright"


def export(
    context: typer.Context,
    run_id: Id,
    to: Annotated[Form, option("What to write.", "FORM")] = Form.PLAYWRIGHT,
    out: Annotated[
        Path | None,
        option("Where to write it.", "FILE", "--out", "-o", show_default="standard output"),
    ] = None,
) -> None:
    """Write what a run did as a Python script with Playwright, which needs no model."""
    from agent_e.errors import ConfigError
    from agent_e.journal import find_run, read_run
    from agent_e.recordings.playwright_script import write_script
    from agent_e.text import format_count

    script = write_script(read_run(find_run(settings_of(context).runs_dir, run_id)))
    if out is None:
        print_out(script.text.rstrip("\n"))
    else:
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(script.text, encoding="utf-8")
        except OSError as error:
            raise ConfigError(
                f"{out} cannot be written: {error.strerror}. Give another place with --out."
            ) from error
        print_out(str(out))
    if script.missing:
        count = format_count(script.missing, "thing")
        print_note(f"Not written: {count} that the run did. Comments in the script mark what.")
