"""``agent-e bench perf``: measure speed, cost and what is right on this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from agent_e.benchmarks.perf import PERF, PerfOptions, PerfReport
from agent_e.errors import ConfigError

from .aio import run_async
from .completion import among
from .options import Json, argument, option, settings_of
from .output import clean, print_json, print_note

_ONLY_OF = {
    "seed": ("answers", "reach", "stopping"),
    "latency": ("runner",),
    "workers": ("runner", "soak"),
    "model": ("answers", "gate"),
    "out": ("answers", "effects", "gate"),
}
"""The measurements an option applies to, where not to all."""


def perf(
    context: typer.Context,
    name: Annotated[
        str,
        argument(
            f"What to measure: {', '.join(PERF)}.", "NAME", autocompletion=among(lambda: PERF)
        ),
    ],
    peers: Annotated[
        str | None,
        option(
            "Whom to compare with: browser-use (installed at first use), playwright (the default).",
            "A,B",
            show_default=False,
        ),
    ] = None,
    pages: Annotated[
        str | None, option("Which pages or cases to measure.", "A,B", show_default="all")
    ] = None,
    repeats: Annotated[
        int | None, option("How often to take each figure.", "N", min=1, show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        option(
            "First seed of the tasks of answers; --repeats says how many. Of reach, what it "
            "chooses by.",
            "N",
            min=0,
            show_default="0",
        ),
    ] = None,
    latency: Annotated[
        float | None,
        option(
            "How long the model of runner waits before a reply.", "SECONDS", min=0, show_default="1"
        ),
    ] = None,
    workers: Annotated[
        int | None,
        option(
            "Workers of runner, compared with one, or of soak.",
            "N",
            "-j",
            "--workers",
            min=2,
            show_default="2",
        ),
    ] = None,
    model: Annotated[
        str | None,
        option(
            "Judge of the wrong answers of answers, or replay:FILE of its verdicts; of gate, the "
            "file of recorded classes.",
            show_default="the recorded ones",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        option(
            "Where answers and gate write what has to be judged, and effects pictures of faults.",
            "PATH",
            show_default=False,
        ),
    ] = None,
    peers_dir: Annotated[
        Path | None,
        option(
            "Where peers and fetched pages are kept.", "DIR", show_default="the user's cache folder"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure speed, cost and what is told or allowed wrongly, on this machine."""
    if name not in PERF:
        raise ConfigError(f"There is no measurement {name}. There are: {', '.join(PERF)}.")
    for option_name, those in _ONLY_OF.items():
        if name not in those and context.params[option_name] is not None:
            *others, last = those
            of = f"s {', '.join(others)} and {last}" if others else f" {last}"
            raise ConfigError(f"--{option_name} is of the measurement{of}.")
    options = PerfOptions(
        peers=_names(peers),
        pages=_names(pages),
        repeats=repeats,
        seed=seed,
        latency_s=latency,
        workers=workers,
        cache_dir=peers_dir,
        executable=settings_of(context).browser.executable,
        model=model,
        out=out,
        tell=lambda line: print_note(clean(line)),
    )
    report = run_async(lambda signals: _measure(PERF[name], options))
    values = report.to_json()
    if as_json:
        print_json(values)
        return
    for title in ("machine", "run"):
        # Faults were reported as they came, and are too many for a line.
        shown = {key: value for key, value in values[title].items() if key != "faults"}
        facts = ", ".join(f"{key} {value}" for key, value in shown.items())
        print_note(f"{values['name']} on {clean(facts)}" if title == "machine" else clean(facts))
    if report.table:
        _print_lines(report.table)
        _print_notes(values["rows"])
    else:
        _print_rows(values["rows"])


async def _measure(
    measure: Callable[[PerfOptions], Awaitable[PerfReport]], options: PerfOptions
) -> PerfReport:
    return await measure(options)


def _names(text: str | None) -> tuple[str, ...] | None:
    """Split ``a,b``; an empty text is an empty tuple."""
    if text is None:
        return None
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _print_lines(lines: tuple[tuple[str, ...], ...]) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    from .console import new_table, print_table, stdout_console

    console, rows = stdout_console(), [[clean(cell) for cell in line] for line in lines]
    widest = (max(map(cell_len, column)) for column in zip(*rows, strict=True))
    if sum(widest) + 2 * (len(rows[0]) - 1) > console.width:
        # Cells that are broken over several lines cannot be read across.
        for words in _stacked(lines, console.width):
            console.print(Text(words), soft_wrap=True)
        return
    print_table(new_table(*rows[0], right=rows[0][1:]), rows[1:])


def _stacked(lines: tuple[tuple[str, ...], ...], width: int) -> Iterator[str]:
    """Format each line of a table that is too wide: its name, and below it every column."""
    headings = lines[0][1:]
    for name, *cells in lines[1:]:
        yield clean(name)
        line = " "
        for heading, cell in zip(headings, cells, strict=True):
            part = f" {heading} {clean(cell)};" if cell else ""
            if len(line) + len(part) > width and line.strip():
                yield line
                line = " "
            line += part
        if line.strip():
            yield line.removesuffix(";")


def _print_notes(rows: list[Mapping[str, Any]]) -> None:
    for row in rows:
        if row["value"] is None and row["note"]:
            print_note(clean(f"{row['case']}: {row['note']}"))


def _print_rows(rows: list[Mapping[str, Any]]) -> None:
    from .console import new_table, print_table

    peers = list(dict.fromkeys(name for row in rows for name in row.get("peer_values") or {}))
    figures = ("value", *peers, "ratio")
    lines = []
    for row in rows:
        values = row.get("peer_values") or {}
        cells = [_amount(row["value"], row["unit"])]
        cells += [_amount(values.get(peer), row["unit"]) for peer in peers]
        cells.append("" if row.get("ratio") is None else f"{row['ratio']:.2f}")
        lines.append([clean(str(row["case"])), clean(str(row["figure"])), *cells])
    print_table(new_table("case", "figure", *figures, right=figures, whole=figures), lines)


def _amount(value: float | None, unit: str) -> str:
    return "" if value is None else f"{value:,.4g} {clean(unit)}"
