"""``agent-e bench fetch``: get the public data of a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from .aio import run_async
from .completion import among, suite_names
from .options import argument, option
from .output import clean, print_note, print_out

DataDir = Annotated[
    Path | None,
    option(
        "Folder of public data (default: AGENT_E_BENCH_DATA, else the user's cache folder).",
        "DIR",
        "--data",
        show_default=False,
    ),
]


def fetch(
    suite: Annotated[str, argument("Suite, or all.", "SUITE", autocompletion=among(suite_names))],
    data: DataDir = None,
) -> None:
    """Fetch a suite's public data from where its authors keep it; prints the folder."""
    from agent_e.benchmarks.suites import SUITES, find_suite
    from agent_e.benchmarks.tasks.fetch import data_folder, fetch_data

    chosen = list(SUITES.values()) if suite == "all" else [find_suite(SUITES, suite)]
    files = list(dict.fromkeys(file for one in chosen for file in one.files))
    if not files:
        print_note(f"{suite} needs no data.")
        return
    folder = data_folder(data)
    for one in chosen:
        if one.files:
            print_note(f"{one.name}: licence of the data {one.licence}")
    run_async(lambda signals: fetch_data(files, folder, lambda line: print_note(clean(line))))
    print_out(str(folder))
