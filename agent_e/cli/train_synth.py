"""``agent-e train synth``: make click records from pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agent_e.text import format_time

from .aio import run_async
from .options import Json, argument, option, settings_of
from .output import clean, print_json, print_note, print_out

if TYPE_CHECKING:
    from rich.progress import Progress

_STEP = 1000
"""Records between two lines where there is no terminal."""


def synth(
    context: typer.Context,
    pages: Annotated[
        list[str] | None,
        argument("Address, folder of HTML, site:NAME, or made (the default).", "PAGE"),
    ] = None,
    out: Annotated[
        Path, option("Folder for pictures and records; one with some is gone on with.", "DIR")
    ] = Path("records"),
    count: Annotated[int, option("Records to make.", "N", min=1)] = 1000,
    icons: Annotated[
        list[Path] | None,
        option("Folder of SVG icons for made pages; may be repeated.", "DIR", show_default=False),
    ] = None,
    seed: Annotated[int, option("Of made pages: the same ones every time.", "N")] = 0,
    jobs: Annotated[int, option("Pages open at the same time.", "N", "-j", "--jobs", min=1)] = 2,
    as_json: Json = False,
) -> None:
    """Make click records from pages: pictures, boxes, names and instructions."""
    from agent_e.training.contact_sheet import draw_records
    from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records
    from agent_e.training.synth.collector import Order, collect

    settings = settings_of(context)
    order = Order(out=out, count=count, pages=pages or (), icons=icons or (), seed=seed, jobs=jobs)
    with _bar() as bar:
        watch = _Watch(bar, count)
        found = run_async(
            lambda signals: collect(order, settings, on_page=watch.count, tell=watch.tell)
        )
    if found["records"]:
        records = list(read_records(out / RECORDS_FILE, ClickRecord))
        draw_records(records, out, out / "contact_sheet.png", seed=seed)
    if as_json:
        print_json(found)
        return
    for line in _summary(found):
        print_note(line)
    if found["records"] < count:
        print_note(f"The pages have no more than {found['records']} records of {count}.")
    print_out(str(out / RECORDS_FILE))


def _summary(found: dict[str, Any]) -> list[str]:
    def counted(what: str) -> str:
        return ", ".join(f"{clean(name)} {number}" for name, number in found[what].items())

    return [
        f"{found['records']} records on {found['pages']} pages: {counted('by_kind')}",
        f"Languages: {counted('by_language')}",
        f"{format_time(found['seconds'])}, {found['records_an_hour']} records an hour",
    ]


class _Watch:
    """Shows how far it is: a bar on a terminal, else a line for each thousand records."""

    def __init__(self, bar: Progress, total: int) -> None:
        self._bar = bar
        self._row = bar.add_task("records", total=total)
        self._told = 0

    def count(self, records: int) -> None:
        self._bar.update(self._row, completed=records)
        if self._bar.disable and records // _STEP > self._told // _STEP:
            print_note(f"{records} records")
        self._told = records

    def tell(self, line: str) -> None:
        if self._bar.disable:
            print_note(clean(line))
        else:
            self._bar.console.print(clean(line))


def _bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    from .console import stderr_console

    console = stderr_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Left())
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
