"""``agent-e runs video``: the pictures of a run with captions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .aio import run_async
from .options import option, settings_of
from .output import print_out
from .runs_control import Id


def video(
    context: typer.Context,
    run_id: Id,
    out: Annotated[
        Path | None,
        option(
            "Where to write it: a .webm (extra video) or a .gif.",
            *("FILE", "--out", "-o"),
            show_default="video.webm in its folder",
        ),
    ] = None,
) -> None:
    """Write a video of a run: each action with the page before it, and the answer."""
    from agent_e.journal import find_run, read_run
    from agent_e.recordings.video import write_video

    settings = settings_of(context)
    record = read_run(find_run(settings.runs_dir, run_id))
    path = out or record.path / "video.webm"
    run_async(lambda signals: write_video(record, path, settings.browser))
    print_out(str(path))
