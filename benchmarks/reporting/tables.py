"""The report as Markdown, and its episodes as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agent_e.benchmarks.summary import (
    Group,
    Rate,
    Spread,
    Summary,
    attack_figures,
    click_figures,
)
from agent_e.text import clean, format_cost, format_count, format_time

from .contents import MEANINGS, Contents, Flips, format_difference, format_kappa
from .measures import format_error, measures
from .published import NOTHING_PUBLISHED, Published
from .stored import BenchFolder, Stored
from .text import percent

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that make a spreadsheet treat a cell as a formula."""


def csv_text(rows: Sequence[Mapping[str, Any]], folder: BenchFolder) -> str:
    """Return one line per episode: the columns of the page's table, and every metric."""
    metrics = sorted({name for each in folder.episodes for name in each.record.metrics})
    into = io.StringIO()
    writer = csv.writer(into, lineterminator="\n")
    writer.writerow([*rows[0], *metrics])
    for row, each in zip(rows, folder.episodes, strict=True):
        figures = (each.record.metrics.get(name) for name in metrics)
        writer.writerow([*map(_cell, row.values()), *map(_cell, figures)])
    return into.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    text = clean(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def markdown(report: Contents, beside: Published = NOTHING_PUBLISHED) -> str:
    """Return the report as Markdown; links lead to the episodes' pages."""
    return "\n".join([*_lines(report, beside), ""])


def _lines(report: Contents, beside: Published) -> Iterator[str]:
    summary = report.summary
    what = " · ".join(filter(None, (summary.agent, summary.architecture, summary.model)))
    yield f"# {_text(summary.suite)}"
    yield f"\n{_text(what)}\n"
    rate = summary.success
    yield f"**{percent(rate.rate)}** of {rate.n} episodes succeeded ({_interval(rate)}).\n"
    if error := format_error(summary):
        yield f"{error}.\n"
    if report.excluded:
        infra, open_ = summary.outcomes["infra_error"], summary.outcomes["unjudged"]
        yield (
            f"{report.excluded} of {format_count(summary.episodes, 'episode')} are not counted: "
            f"{infra} faults of the infrastructure, {open_} that nobody could judge.\n"
        )
    if report.folder.damaged:
        yield f"{format_count(report.folder.damaged, 'episode')} could not be read.\n"
    if summary.assisted:
        yield "Assisted: a model that cannot see was given pages in words.\n"
    yield from _table(
        ("", "successes", "failures"),
        [("seconds", _spread(summary.seconds_success), _spread(summary.seconds_failure))],
    )
    if summary.overhead.median is not None:
        yield f"The harness took {1000 * summary.overhead.median:.0f} ms an episode (median).\n"
    cost = format_cost(summary.cost.spread.sum)
    unknown = f", of {summary.cost.unknown} it is not known" if summary.cost.unknown else ""
    yield f"Cost: {cost}{unknown}. Calls of models: {_spread(summary.calls)} an episode.\n"
    if figures := attack_figures(summary):
        yield "## Under attack\n"
        yield from _table(("figure", "value", "over", "meaning"), figures)
    yield from _clicks(summary)
    yield "## How episodes ended\n"
    yield from _table(
        ("outcome", "episodes", "meaning"),
        [(name, count, MEANINGS[name]) for name, count in report.outcomes],
    )
    yield from _failures(report)
    for tag, values in report.tags:
        yield f"## By {_text(tag)}\n"
        yield from _table(
            (tag, "episodes", "success", "95 %", "median s", "median calls"),
            [(name, *_group(group)) for name, group in values],
        )
    yield from _calibration(report)
    yield "## Measured\n"
    yield from _table(
        ("figure", "value", "over", "better", "meaning", "missing"),
        [(m.name, m.value, m.over, m.better, m.meaning, m.missing) for m in measures(summary)],
    )
    yield "## Slowest\n"
    yield from _table(
        ("episode", "time", "outcome"),
        [(_Link(e), format_time(e.record.seconds), e.record.outcome) for e in report.slowest],
    )
    if report.dearest:
        yield "## Dearest\n"
        yield from _table(
            ("episode", "cost", "outcome"),
            [(_Link(e), format_cost(e.record.cost_usd), e.record.outcome) for e in report.dearest],
        )
    yield from _compared(report.flips)
    if report.agreement:
        agreed = report.agreement
        yield "## People and evaluators\n"
        yield (
            f"They agree on {percent(agreed.rate.rate)} of {agreed.rate.n} labels. "
            f"Cohen's kappa: {format_kappa(agreed.kappa)}.\n"
        )
    yield from _published(beside)


def _failures(report: Contents) -> Iterator[str]:
    for failure in report.failures:
        yield f"### {failure.outcome}: {failure.count} ({percent(failure.share)})\n"
        for reason, count in failure.reasons:
            yield f"- {count} × {_text(reason)}"
        yield "\n" + ", ".join(str(_Link(each)) for each in failure.examples) + "\n"


def _calibration(report: Contents) -> Iterator[str]:
    c = report.summary.calibration
    yield "## What it said, and what was so\n"
    yield from _table(
        ("it said", "right", "wrong"),
        [
            ("done", c.success_right, c.success_wrong),
            ("cannot", c.cannot_right, c.cannot_wrong),
            ("nothing", c.none_right, c.none_wrong),
        ],
    )


def _compared(flips: Flips | None) -> Iterator[str]:
    if flips is None:
        return
    yield f"## Against {_text(flips.name)}\n"
    pairs = format_count(flips.compared.pairs, "pair")
    yield (
        f"{percent(flips.baseline.success.rate)} before. Of {pairs} "
        f"{len(flips.gained)} succeed now that did not, {len(flips.lost)} do not any more.\n"
    )
    yield f"{_text(format_difference(flips.compared))}.\n"
    for word, found in (("now right", flips.gained), ("now wrong", flips.lost)):
        if found:
            yield f"- {word}: " + ", ".join(str(_Link(each)) for each in found)
    yield ""


def _published(beside: Published) -> Iterator[str]:
    if not (beside.whole or beside.tables):
        return
    yield "## Published, not measured here\n"
    if beside.whole:
        yield from _table(
            ("metric", "whose", "published", "this run", "source"),
            [(e.metric, e.system, e.value, e.ours, e.source) for e in beside.whole],
        )
    for table in beside.tables:
        yield f"### {_text(table.metric)} by {_text(table.by)} ({_text(table.source)})\n"
        yield from _table(
            (table.by, *table.systems, "this run"),
            [(part.name, *part.values, part.ours) for part in table.parts],
        )


class _Link:
    """An episode's name, linked to its page."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    def __str__(self) -> str:
        record = self._stored.record
        name = _text(f"{record.task_id} ({record.epoch})")
        return f"[{name}](episodes/{self._stored.page})"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(_text(each) for each in head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(str(e) if isinstance(e, _Link) else _text(e) for e in row)} |"
    yield ""


def _clicks(summary: Summary) -> Iterator[str]:
    clicks = click_figures(summary)
    if clicks is None:
        return
    yield "## Clicks\n"
    yield from _table(
        ("kind", "clicks", "in the box", "95 %", "p50 ms", "p90 ms", "p99 ms"),
        [
            (
                kind,
                group.success.n,
                percent(group.success.rate),
                _interval(group.success),
                *_ms(group.grounding_ms),
            )
            for kind, group in clicks.kinds.items()
        ],
    )
    if clicks.milliseconds:
        yield f"All: {' / '.join(_ms(clicks.milliseconds))} ms (p50 / p90 / p99).\n"
    yield from (f"Named no place, {name}: {count}.\n" for name, count in clicks.failures.items())


def _ms(spread: Spread) -> tuple[str, str, str]:
    median, p90, p99 = (
        "–" if value is None else f"{value:.3g}"
        for value in (spread.median, spread.p90, spread.p99)
    )
    return median, p90, p99


def _text(value: object) -> str:
    """A text escaped for Markdown and for a page that shows it."""
    return _MARKDOWN.sub(r"\\\1", clean(str(value)))


def _group(group: Group) -> tuple[object, ...]:
    seconds = "" if group.seconds.median is None else f"{group.seconds.median:.1f}"
    calls = "" if group.calls.median is None else f"{group.calls.median:g}"
    rate = group.success
    return group.episodes, percent(rate.rate), _interval(rate), seconds, calls


def _spread(spread: Spread) -> str:
    if spread.mean is None or spread.median is None or spread.p90 is None:
        return "none"
    return f"{spread.mean:.1f} mean, {spread.median:.1f} median, {spread.p90:.1f} p90"


def _interval(rate: Rate) -> str:
    if rate.interval is None:
        return "nothing counted"
    low, high = rate.interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"
