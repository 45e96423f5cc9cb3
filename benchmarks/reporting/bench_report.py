"""The report of a suite's run: a page, Markdown, CSV and JSON, and a page for every episode."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.summary import attack_figures, click_figures
from agent_e.errors import ConfigError
from agent_e.journal import read_run
from agent_e.text import format_cost, format_count, format_time

from .charts import histogram, outcome_bar, rate_bar
from .clicks import missed_clicks
from .contents import MEANINGS, Contents, contents, format_difference, format_kappa, row_of
from .measures import format_error, measures
from .published import NOTHING_PUBLISHED, Beside, Figures, Published, beside
from .run_page import EpisodeFacts, render_episode, render_run, words_of, write_page
from .stored import BenchFolder, Stored, read_bench
from .tables import csv_text, markdown
from .text import json_block, percent, render, shown

REPORT_DIR = "report"
BENCH_SCRIPT = "bench.js"
_SHORT = ("task", "epoch", "site", "outcome", "seconds", "calls", "tokens", "cost_usd")
"""Columns of the page's table, in this order; the text for searching follows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportFiles:
    """The files written; ``damaged`` counts episodes that could not be read."""

    index: Path
    markdown: Path
    csv: Path
    json: Path
    episodes: int
    damaged: int


def write_bench_report(
    path: Path,
    *,
    out: Path | None = None,
    baseline: Path | None = None,
    pages: bool = True,
    published: Figures = lambda suite: (),
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> ReportFiles:
    """Write the report of a run's folder into its ``report/``.

    Args:
        path: the folder.
        out: path of the page; all else goes beside it.
        baseline: the folder of another run to compare with.
        pages: whether every episode gets a page.
        published: published figures of a suite.
        tell: progress callback, with the numbers of finished and of all pages.

    Raises:
        ConfigError: there are no episodes, or a file cannot be written.
    """
    folder = read_bench(path)
    report = contents(folder, read_bench(baseline) if baseline else None)
    index = out or path / REPORT_DIR / "index.html"
    if index.is_dir():
        raise ConfigError(f"{index} is a folder. Give --out a file, such as {index}/report.html.")
    records = (each.record for each in folder.episodes)
    compared = beside(published(report.summary.suite), report.summary, records)
    files = ReportFiles(
        index=index,
        markdown=index.with_name("report.md"),
        csv=index.with_name("episodes.csv"),
        json=index.with_name("report.json"),
        episodes=len(folder.episodes),
        damaged=folder.damaged,
    )
    rows = [row_of(each, folder) for each in folder.episodes]
    write_page(index, render_index(report, rows, compared, pages=pages))
    write_page(files.markdown, markdown(report, compared))
    write_page(files.csv, csv_text(rows, folder))
    write_page(files.json, _json(report, rows))
    if pages:
        for number, each in enumerate(folder.episodes, 1):
            text = render_one(each, folder, index=f"../{index.name}")
            write_page(index.parent / "episodes" / each.page, text)
            tell(number, len(folder.episodes))
    return files


def bench_page(path: Path, *, published: Figures = lambda suite: ()) -> str:
    """Return the page of a run's folder as it stands now; its links to episodes are relative.

    Raises:
        ConfigError: there are no episodes.
    """
    folder = read_bench(path)
    report = contents(folder, None)
    records = (each.record for each in folder.episodes)
    compared = beside(published(report.summary.suite), report.summary, records)
    return render_index(report, [row_of(each, folder) for each in folder.episodes], compared)


def episode_page(path: Path, name: str, *, index: str) -> str | None:
    """Return the page of this name of an episode as it stands now, ``None`` if there is none.

    Raises:
        ConfigError: there are no episodes.
    """
    folder = read_bench(path)
    found = next((each for each in folder.episodes if each.page == name), None)
    return render_one(found, folder, index=index) if found else None


def render_one(stored: Stored, folder: BenchFolder, *, index: str = "") -> str:
    """Return the page of one episode."""
    record = stored.record
    facts = EpisodeFacts(episode=record, task=folder.tasks.get(record.task_id), index=index)
    run = stored.folder / record.run if record.run else None
    # The name of the folder may be untrusted: nothing outside of the episode is read.
    if run and run.resolve().is_relative_to(stored.folder.resolve()) and run.is_dir():
        try:
            return render_run(read_run(run), facts)
        except (
            ConfigError
        ):  # the journal was cut off or damaged: the verdicts are shown all the same
            return render_episode(stored.folder, facts)
    return render_episode(stored.folder, facts)


def render_index(
    report: Contents,
    rows: list[dict[str, Any]],
    compared: Published = NOTHING_PUBLISHED,
    *,
    pages: bool = True,
) -> str:
    """Return the page of a run of a suite."""
    names = [each.page for each in report.folder.episodes]
    return render(
        "bench.html",
        BENCH_SCRIPT,
        report=report,
        summary=report.summary,
        published=[(where, list(each)) for where, each in groupby(compared.whole, _source)],
        by_part=compared.tables,
        attacks=attack_figures(report.summary),
        clicks=click_figures(report.summary),
        misses=missed_clicks(report.folder),
        charts=_charts(report),
        measures=measures(report.summary),
        error=format_error(report.summary),
        rows=json_block([_short(row, name if pages else "") for row, name in _zip(rows, names)]),
        pages=pages,
        meanings=MEANINGS,
        rate_bar=rate_bar,
        outcome_bar=outcome_bar(report.outcomes),
        percent=percent,
        words_of=words_of,
        format_kappa=format_kappa,
        format_difference=format_difference,
        format_cost=format_cost,
        format_time=format_time,
        format_count=format_count,
    )


def _source(figure: Beside) -> str:
    return figure.source


def _zip(rows: list[dict[str, Any]], names: list[str]) -> list[tuple[dict[str, Any], str]]:
    return list(zip(rows, names, strict=True))


def _short(row: dict[str, Any], page: str) -> list[Any]:
    cells = [shown(row[key]) if isinstance(row[key], str) else row[key] for key in _SHORT]
    words = [shown(row[key]) for key in ("intent", "answer", "message")]
    return [*cells, *words, f"episodes/{page}" if page else ""]


def _charts(report: Contents) -> list[tuple[str, Any]]:
    counted = [e.record for e in report.folder.episodes if e.record.outcome.counted]
    good = [each for each in counted if each.outcome is EpisodeOutcome.SUCCESS]
    bad = [each for each in counted if each.outcome is not EpisodeOutcome.SUCCESS]

    def draw(of: Callable[[Any], float | None], words: Callable[[float], str]) -> Any:
        values = [[v for v in map(of, group) if v is not None] for group in (good, bad)]
        return histogram(values[0], values[1], words)

    def calls(record: Any) -> float:
        return float(sum(usage.calls for usage in record.usage.values()))

    found = [
        ("Time", draw(lambda each: each.seconds, format_time)),
        ("Model calls", draw(calls, lambda value: f"{value:.0f}")),
        ("Cost", draw(lambda each: each.cost_usd, format_cost)),
    ]
    return [(name, chart) for name, chart in found if chart]


def _json(report: Contents, rows: list[dict[str, Any]]) -> str:
    flips = report.flips
    value = {
        "schema_version": 1,
        "summary": report.summary.model_dump(mode="json"),
        "attempts": report.folder.attempts,
        "damaged": report.folder.damaged,
        "flips": None
        if flips is None
        else {
            "baseline": flips.name,
            "compared": flips.compared.model_dump(mode="json"),
            "gained": [each.slot for each in flips.gained],
            "lost": [each.slot for each in flips.lost],
        },
        "episodes": rows,
    }
    return json.dumps(value, ensure_ascii=True, indent=1) + "\n"
