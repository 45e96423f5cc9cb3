"""What others published, beside what was measured; ``agent_e.benchmarks.published`` holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from agent_e.benchmarks.metrics import METRICS
from agent_e.benchmarks.summary import Summary


class Figure(Protocol):
    """One published value; ``PublishedFigure`` is one."""

    @property
    def title(self) -> str:
        """Of what it was published in."""
        ...

    @property
    def where(self) -> str:
        """The place in that."""
        ...

    @property
    def system(self) -> str:
        """Whose figure it is."""
        ...

    @property
    def metric(self) -> str:
        """What was measured."""
        ...

    @property
    def unit(self) -> str:
        """Such as ``%``."""
        ...

    @property
    def value(self) -> float | None:
        """The figure, or the middle of its range; ``None`` where none is given."""
        ...

    @property
    def n(self) -> int | None:
        """How many tasks or runs, where known."""
        ...


Figures = Callable[[str], Iterable[Figure]]
"""From a suite to what was published of it as a whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """One published figure, and the same of this run where there is one."""

    metric: str
    system: str
    value: str
    ours: str
    source: str


def beside(figures: Iterable[Figure], summary: Summary) -> tuple[Beside, ...]:
    """Put ours beside each figure, the same metrics together; three digits of each."""
    given = [figure for figure in figures if figure.value is not None]
    order = list(dict.fromkeys(figure.metric for figure in given))
    return tuple(
        Beside(
            metric=figure.metric.replace("_", " "),
            system=figure.system,
            value=_worded(figure.value, figure.unit) + (f" of {figure.n}" if figure.n else ""),
            ours=_worded(_ours(figure.metric, summary), figure.unit),
            source=f"{figure.title}, {figure.where}",
        )
        for figure in sorted(given, key=lambda figure: order.index(figure.metric))
    )


def _ours(metric: str, summary: Summary) -> float | None:
    shares = {
        "success_rate": summary.success.rate,
        "failure_rate": None if summary.success.rate is None else 1 - summary.success.rate,
        "self_aware_share": summary.self_aware.rate,
        **dict(_of_all(summary)),
    }
    if metric in shares:
        share = shares[metric]
        return None if share is None else 100 * share
    means = {
        "seconds_success": summary.seconds_success.mean,
        "seconds_failure": summary.seconds_failure.mean,
    }
    if metric in means:
        return means[metric]
    found = summary.metrics.get(metric)
    if found is None or found.value is None:
        return None
    return 100 * found.value if METRICS[metric].unit == "share" else found.value


def _of_all(summary: Summary) -> Iterator[tuple[str, float | None]]:
    for name in ("fail_self_aware", "fail_oblivious"):
        counted = summary.success.n
        yield f"{name}_rate", summary.outcomes[name] / counted if counted else None


def _worded(value: float | None, unit: str) -> str:
    return "–" if value is None else f"{value:.3g} {unit}".strip()
