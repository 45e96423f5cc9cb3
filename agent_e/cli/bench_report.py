"""``agent-e bench report``: pages and tables of a suite's run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from .options import Json, argument, flag, option
from .output import print_json, print_note, print_out
from .runs_report import show_page


def report(
    run: Annotated[
        str, argument("What agent-e bench run wrote to: a folder, or an address.", "DIR")
    ],
    out: Annotated[
        Path | None, option("Where the page goes.", "FILE", show_default="report/index.html in DIR")
    ] = None,
    baseline: Annotated[
        Path | None, option("Another run to compare with.", "DIR", show_default=False)
    ] = None,
    leaderboard: Annotated[
        Path | None,
        option(
            "Only add its result to this file, for bench compare; one record a line.",
            "FILE",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str,
        option(
            "What the leaderboard calls it (default: architecture and model).",
            "NAME",
            show_default=False,
        ),
    ] = "",
    no_pages: Annotated[bool, flag("--no-pages", "No page per episode.")] = False,
    open_: Annotated[bool, flag("--open", "Show it in your browser.")] = False,
    as_json: Json = False,
) -> None:
    """Write the report of a run: HTML, Markdown, CSV, JSON, and a page for every episode."""
    from agent_e.benchmarks.external_results import published_figures
    from agent_e.benchmarks.reporting import write_bench_report
    from agent_e.benchmarks.runner.mirror import Mirror, is_address, local_copy

    folder = local_copy(run) if is_address(run) else Path(run)
    if is_address(run):
        Mirror(run, folder).pull(whole=True)
    if leaderboard is not None:
        from agent_e.benchmarks.leaderboard import add_system, system_of

        add_system(leaderboard, system := system_of(folder, name))
        print_json(system.model_dump(mode="json")) if as_json else print_out(str(leaderboard))
        return
    files = write_bench_report(
        folder,
        out=out,
        baseline=baseline,
        pages=not no_pages,
        published=lambda suite: published_figures(suite=suite),
    )
    if files.damaged:
        print_note(f"{files.damaged} episodes could not be read and are left out.")
    paths = {name: str(getattr(files, name)) for name in ("index", "markdown", "csv", "json")}
    if as_json:
        print_json({"schema_version": 1, "episodes": files.episodes, **paths})
    else:
        print_out(paths["index"])
    if open_:
        show_page(files.index)
