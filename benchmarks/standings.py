"""Any number of systems on one suite, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent_e.benchmarks.comparison import SIGNIFICANT, Change, Comparison, compare
from agent_e.benchmarks.episodes.reading import read_tries
from agent_e.benchmarks.statistics import Interval
from agent_e.benchmarks.tasks.record import Record
from agent_e.errors import ConfigError

from .leaderboard import System, read_leaderboard, reported, system_of

STANDINGS_SCHEMA_VERSION = 1


class Against(Record):
    """A run beside the first one, over the episodes that both have."""

    pairs: int
    difference: float
    """Its rate less the first one's."""
    interval: Interval | None
    p_value: float
    """Of the paired test, as if it were the only one."""
    p_holm: float
    """The same, for as many tests as there are (Holm 1979)."""
    change: Change
    """What the latter shows at 5 %."""


class Standing(Record):
    """One measured system."""

    system: System
    run: str = ""
    """Its folder, where its episodes are at hand."""
    against: Against | None = None
    """``None`` for the first run, and for results whose episodes are not at hand."""


class Standings(Record):
    """Systems on one suite, by their rates; only those of ``measured`` are ranked together."""

    schema_version: int = STANDINGS_SCHEMA_VERSION
    suite: str
    measured: tuple[Standing, ...]
    assisted: tuple[Standing, ...]
    """Measured with a model that cannot see, on pages in words."""
    reported: tuple[System, ...]
    """By others: other days, tasks and judges."""

    def regressed(self, fail_below: float | None = None) -> bool:
        """Whether a run is worse than the first, by the test or by more than so many points."""
        against = [each.against for each in (*self.measured, *self.assisted) if each.against]
        most = float("inf") if fail_below is None else fail_below + 1e-9
        return any(each.change == "worse" or -100 * each.difference > most for each in against)


def standings(sources: Sequence[Path]) -> Standings:
    """Put runs and leaderboard files side by side, and what others published of their suite.

    Every run is compared with the first one.

    Raises:
        ConfigError: something cannot be read, or is of another suite.
    """
    runs = {path: system_of(path) for path in sources if path.is_dir()}
    files = [each for path in sources if not path.is_dir() for each in read_leaderboard(path)]
    suites = sorted({each.suite for each in (*runs.values(), *files)})
    if len(suites) != 1:
        raise ConfigError(
            f"These are results of {', '.join(suites) or 'no suite'}. Compare those of one suite."
        )
    known = {each.key for each in runs.values()}
    rows = [
        *_with_tests(runs),
        *(Standing(system=each) for each in files if each.measured and each.key not in known),
    ]
    rows.sort(key=lambda row: -row.system.rate)
    others = {each.key: each for each in (*reported(suites[0]), *files) if not each.measured}
    return Standings(
        suite=suites[0],
        measured=tuple(row for row in rows if not row.system.assisted),
        assisted=tuple(row for row in rows if row.system.assisted),
        reported=tuple(sorted(others.values(), key=lambda each: -each.rate)),
    )


def _with_tests(runs: dict[Path, System]) -> list[Standing]:
    folders = list(runs)
    found = {path: _compared(folders[0], path) for path in folders[1:]}
    adjusted = dict(zip(found, holm([each.p_value for each in found.values()]), strict=True))
    return [
        Standing(
            system=system,
            run=str(path),
            against=_against(found[path], adjusted[path]) if path in found else None,
        )
        for path, system in runs.items()
    ]


def _compared(first: Path, path: Path) -> Comparison:
    return compare(*((each.record for each in read_tries(run)) for run in (first, path)))


def _against(found: Comparison, p_holm: float) -> Against:
    return Against(
        pairs=found.pairs,
        difference=found.difference,
        interval=found.interval,
        p_value=found.p_value,
        p_holm=p_holm,
        change=found.change if p_holm < SIGNIFICANT else "none",
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number (Holm 1979): each may be held against 5 % then."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[at]))
        adjusted[at] = least
    return adjusted
