"""``agent-e bench chaos``: runs with one fault each, and whether they survive it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.text import format_time

from .aio import run_async
from .options import Json, option, settings_of
from .output import clean, print_json, print_note

if TYPE_CHECKING:
    from agent_e.benchmarks.chaos import ChaosRun

_FIGURES = (
    "runs", "typed_outcomes", "repeated_side_effects", "orphan_processes", "lost_journals",
    "not_struck",
)  # fmt: skip
_FOUND = 1


def chaos(
    context: typer.Context,
    runs: Annotated[int, option("How many; the faults have their turns.", "N", min=1)] = 200,
    seed: Annotated[int, option("Of the first run; it chooses fault and moment.", "N", min=0)] = 0,
    faults: Annotated[
        str | None, option("Only faults of these kinds.", "A,B", show_default="all")
    ] = None,
    workers: Annotated[int, option("Runs at a time.", "N", "-j", "--workers", min=1)] = 1,
    out: Annotated[
        Path | None,
        option("New folder for what the runs leave.", "DIR", show_default="none is kept"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Order something in runs with one fault each, and see whether they survive it.

    The exit code is 1 where an end was not documented, an order repeated, or anything left.
    """
    from agent_e.benchmarks.chaos import FAULTS, measure

    ended = 0

    def tell(run: ChaosRun) -> None:
        nonlocal ended
        ended += 1
        print_note(clean(f"{ended} of {runs}: {_line(run)}"))

    chosen = [each.strip() for each in faults.split(",")] if faults else list(FAULTS)
    executable = settings_of(context).browser.executable
    report = run_async(
        lambda signals: measure(
            runs,
            seed=seed,
            faults=chosen,
            workers=workers,
            executable=executable,
            out=out,
            tell=tell,
        )
    )
    values = report.to_json()
    if as_json:
        print_json(values)
    else:
        from .console import new_table, print_table

        rows = [[name.replace("_", " "), str(values[name])] for name in _FIGURES]
        print_table(new_table("figure", "value", right=("value",)), rows)
    raise typer.Exit(0 if report.sound else _FOUND)


def _line(run: ChaosRun) -> str:
    """Say how a run ended, and how to repeat one that did not survive."""
    ended = f"{run.fault}, seed {run.seed}: {run.outcome or 'no outcome'}"
    ended += f", {format_time(run.seconds)}"
    if run.sound:
        return ended if run.struck else f"{ended} (over before the fault)"
    wrong = [run.untyped, run.lost, *(f"{each} is left" for each in run.orphans)]
    wrong.append(f"it ordered {run.orders} times" if run.orders > 1 else "")
    repeat = f"--faults {run.fault} --seed {run.seed} --runs 1"
    return f"{ended}: FOUND {'; '.join(filter(None, wrong))} ({repeat})"
