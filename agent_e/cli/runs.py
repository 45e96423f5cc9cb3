"""``agent-e runs``: list and show what was done, and reach what is under way."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import typer

from agent_e.text import format_time

from . import runs_control, runs_export, runs_report, runs_video
from .options import Group, Json, configured, settings_of
from .output import clean, print_json, print_note

if TYPE_CHECKING:
    from rich.text import Text

    from agent_e.journal import RunRecord

app = typer.Typer(
    cls=Group, help="List and show runs, and reach those under way.", no_args_is_help=True
)
app.command("report", cls=configured())(runs_report.report)
app.command("export", cls=configured())(runs_export.export)
app.command("video", cls=configured())(runs_video.video)
_AMONG_RUNS = configured("runs_dir")
for _order in (
    runs_control.stop,
    runs_control.pause,
    runs_control.steer,
    runs_control.answer,
):
    app.command(_order.__name__, cls=_AMONG_RUNS)(_order)
app.command("resume", cls=configured("runs_dir", "browser.headers"))(runs_control.resume)

_COLOURS = {
    "success": "green",
    "running": "cyan",
    **dict.fromkeys(("waiting", "paused", "interrupted", "unfinished"), "yellow"),
}


@app.command("list", cls=_AMONG_RUNS)
def list_(context: typer.Context, as_json: Json = False) -> None:
    """List the runs, newest first."""
    from agent_e.journal import list_runs
    from agent_e.types import SCHEMA_VERSION

    root = settings_of(context).runs_dir
    rows = [_row(record) for record in list_runs(root)]
    if as_json:
        print_json({"schema_version": SCHEMA_VERSION, "runs": rows})
        return
    if not rows:
        print_note(f"There are no runs in {root} yet.")
        return
    _print_table(rows)


@app.command("show", cls=_AMONG_RUNS)
def show(
    context: typer.Context,
    run_id: runs_control.Id,
    as_json: Json = False,
) -> None:
    """Tell what happened in a run: plan, actions, answer, evidence and usage."""
    from agent_e.journal import find_run, read_run, run_state
    from agent_e.types import SCHEMA_VERSION

    record = read_run(find_run(settings_of(context).runs_dir, run_id))
    if as_json:
        print_json(
            {
                "schema_version": SCHEMA_VERSION,
                "id": record.run_id,
                "info": record.info,
                "result": record.result,
                "events": record.events,
            }
        )
        return
    from agent_e.human.terminal_screen import print_wrapped

    from .console import stdout_console
    from .run_text import story_lines

    console = stdout_console()
    for line in story_lines(record, run_state(record)):
        print_wrapped(console, line)


def started_at(run_id: str) -> datetime | None:
    """Read the time of the start from a run's id."""
    try:
        return datetime.strptime(run_id[:15], "%Y%m%d-%H%M%S")
    except ValueError:
        return None


def _row(record: RunRecord) -> dict[str, Any]:
    from agent_e.journal import run_state

    started = started_at(record.run_id)
    result = record.result or {}
    return {
        "id": record.run_id,
        "started": started.astimezone().isoformat() if started else None,
        "state": run_state(record),
        "outcome": result.get("outcome"),
        "steps": result.get("steps"),
        "seconds": result.get("seconds"),
        "task": record.task,
        "run_dir": str(record.path),
    }


def _print_table(rows: list[dict[str, Any]]) -> None:
    from .console import new_table, print_table

    headings, figures = ("id", "when", "outcome", "steps", "time"), ("steps", "time")
    table = new_table(*headings, right=figures, whole=headings)
    table.expand = True
    table.add_column("task", no_wrap=True, overflow="ellipsis", ratio=1)
    print_table(table, map(_cells, rows))


def _cells(row: dict[str, Any]) -> list[str | Text]:
    from rich.text import Text

    started, state, seconds = row["started"], row["state"], row["seconds"]
    when = datetime.fromisoformat(started).strftime("%d %b %H:%M") if started else ""
    return [
        row["id"],
        Text(when, style="dim"),
        Text(state.replace("_", " "), style=_COLOURS.get(state, "red")),
        "" if row["steps"] is None else str(row["steps"]),
        "" if seconds is None else format_time(seconds),
        clean(row["task"]),
    ]
