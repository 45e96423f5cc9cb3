"""Published results beside measured ones; the figures are in ``external_results``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.external_results import ALL, PublishedFigure
from agent_e.benchmarks.summary import Summary, summarise

Figures = Callable[[str], Iterable[PublishedFigure]]
"""From a suite to its published figures."""
_NONE = "–"
_BARE_UNITS = ("count", "share")


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """One published figure of a whole suite, with that of this run where there is one."""

    metric: str
    system: str
    value: str
    ours: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One row of a table by parts: each system's figure, and this run's."""

    name: str
    values: tuple[str, ...]
    ours: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ByPart:
    """One metric of several systems by parts of a suite, such as its sites."""

    metric: str
    by: str
    source: str
    systems: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """All published figures shown beside a run."""

    whole: tuple[Beside, ...] = ()
    tables: tuple[ByPart, ...] = ()


NOTHING_PUBLISHED = Published()


def beside(
    figures: Iterable[PublishedFigure], summary: Summary, records: Iterable[EpisodeRecord] = ()
) -> Published:
    """Put this run's figure beside each published one, grouped by metric; three digits each.

    Args:
        figures: the published ones.
        summary: of this run.
        records: its episodes, for figures by site: only sites it covers are shown.
    """
    given = [figure for figure in figures if figure.value is not None]
    apart = [figure for figure in given if figure.group != ALL]
    sites = _by_site(records) if any(figure.by == "site" for figure in apart) else {}
    return Published(
        whole=_whole([figure for figure in given if figure.group == ALL], summary),
        tables=tuple(
            table
            for _key, found in groupby(apart, lambda each: (each.title, each.where, each.metric))
            if (table := _table(list(found), summary, sites)).parts
        ),
    )


def _whole(given: Sequence[PublishedFigure], summary: Summary) -> tuple[Beside, ...]:
    order = list(dict.fromkeys(figure.metric for figure in given))
    return tuple(
        Beside(
            metric=_name(figure),
            system=figure.system,
            value=_theirs(figure) + (f" of {figure.n}" if figure.n else ""),
            ours=_worded(_ours(figure, summary), figure.unit),
            source=f"{figure.title}, {figure.where}",
        )
        for figure in sorted(given, key=lambda figure: order.index(figure.metric))
    )


def _table(
    found: Sequence[PublishedFigure], summary: Summary, sites: Mapping[str, Summary]
) -> ByPart:
    first = found[0]
    systems = tuple(dict.fromkeys(figure.system for figure in found))
    values = {(figure.group, figure.system): _theirs(figure) for figure in found}
    parts = []
    for figure in {each.group: each for each in found}.values():
        if first.by == "site" and figure.group not in sites:
            continue
        parts.append(
            Part(
                name=figure.group,
                values=tuple(values.get((figure.group, system), _NONE) for system in systems),
                ours=_worded(_ours(figure, sites.get(figure.group, summary)), first.unit),
            )
        )
    return ByPart(
        metric=_name(first),
        by=first.by or "",
        source=f"{first.title}, {first.where}",
        systems=systems,
        parts=tuple(parts),
    )


def _by_site(records: Iterable[EpisodeRecord]) -> dict[str, Summary]:
    found: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        site = record.tags.get("site")
        if isinstance(site, str):
            found.setdefault(site, []).append(record)
    return {site: summarise(those) for site, those in found.items()}


def _name(figure: PublishedFigure) -> str:
    return figure.metric.replace("_", " ")


def _ours(figure: PublishedFigure, summary: Summary) -> float | None:
    """The same metric of this run, in the published unit."""
    if figure.by == "component" and figure.group != ALL:
        return _metric(f"failing_{figure.group}", summary)
    shares = _shares(summary)
    if figure.metric in shares:
        share = shares[figure.metric]
        return None if share is None else 100 * share
    others = {
        "seconds_success": summary.seconds_success.mean,
        "seconds_failure": summary.seconds_failure.mean,
        "cost_usd_sum": summary.cost.spread.sum if summary.cost.spread.n else None,
    }
    if figure.metric in others:
        return others[figure.metric]
    value = _metric(figure.metric, summary)
    return 100 * value if value is not None and figure.unit == "%" else value


def _metric(name: str, summary: Summary) -> float | None:
    found = summary.metrics.get(name)
    return found.value if found is not None else None


def _shares(summary: Summary) -> dict[str, float | None]:
    right, counted = summary.success.rate, summary.success.n
    return {
        "success_rate": right,
        "failure_rate": None if right is None else 1 - right,
        "self_aware_share": summary.self_aware.rate,
        "answered_right": summary.answered_right.rate,
        **{
            f"{name}_rate": summary.outcomes[name] / counted if counted else None
            for name in ("fail_self_aware", "fail_oblivious")
        },
    }


def _theirs(figure: PublishedFigure) -> str:
    if figure.low is None or figure.high is None:
        return _worded(figure.value, figure.unit)
    return f"{figure.low:.3g} to {_worded(figure.high, figure.unit)}"


def _worded(value: float | None, unit: str) -> str:
    if value is None:
        return _NONE
    return f"{value:.3g}" if unit in _BARE_UNITS else f"{value:.3g} {unit}"
