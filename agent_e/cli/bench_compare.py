"""``agent-e bench compare``: whether one run of a suite is better than others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import Json, argument, option
from .output import clean, print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.comparison import Comparison, Episode, Median
    from agent_e.benchmarks.statistics import Interval
    from agent_e.benchmarks.summary import Rate

_WORDS = {
    "worse": "B is worse than A",
    "better": "B is better than A",
    "none": "no difference is shown",
}
_MAX_LISTED = 20


def compare(
    systems: Annotated[
        list[Path],
        argument(
            "Folders of runs, the first is the one to compare with (A), and leaderboard files.",
            "RUN",
        ),
    ],
    fail_below: Annotated[
        float | None,
        option(
            "Fail too when a rate is lower than A's by more than so many percentage points.",
            "POINTS",
            min=0,
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compare runs of a suite episode by episode; exit code 1 when one is worse than A.

    B is worse when its success rate is lower and a paired test finds p < 0.05: McNemar's with
    mid-p, or, where tasks were repeated or share a template, one that swaps A and B in whole tasks
    or templates. With more than two runs, or a file that bench report --leaderboard wrote, all are
    listed by their rates, each run tested against A (p by Holm for their number). What others
    published is listed apart, and never tested.
    """
    if len(systems) != 2 or not all(each.is_dir() for each in systems):
        _compare_many(systems, fail_below, as_json=as_json)
        return
    a, b = systems
    from agent_e.benchmarks.comparison import compare as compared
    from agent_e.benchmarks.episodes.reading import read_tries

    found = compared(*((each.record for each in read_tries(run)) for run in (a, b)))
    regressed = found.regressed(fail_below)
    if as_json:
        print_json({**found.model_dump(mode="json"), "regressed": regressed})
    else:
        _print(found, fail_below if regressed and found.change != "worse" else None)
    if regressed:
        raise typer.Exit(1)


def _compare_many(systems: list[Path], fail_below: float | None, *, as_json: bool) -> None:
    from agent_e.benchmarks.standings import standings

    found = standings(systems)
    regressed = found.regressed(fail_below)
    if as_json:
        print_json({**found.model_dump(mode="json"), "regressed": regressed})
    else:
        from .bench_standings import print_standings

        print_standings(found)
    if regressed:
        raise typer.Exit(1)


def _print(found: Comparison, fail_below: float | None) -> None:
    print_out(f"{clean(found.suite)}: {found.pairs} pairs in {found.clusters} clusters")
    print_out(f"  A  {_rate(found.a)}")
    print_out(f"  B  {_rate(found.b)}")
    points = _range(found.interval, lambda value: f"{100 * value:+.1f}")
    print_out(f"  B less A  {100 * found.difference:+.1f} points{points} ({found.interval_method})")
    print_out(
        f"  p = {found.p_value:.3g} ({found.test}; McNemar exact {found.mcnemar_exact:.3g}): "
        f"{_WORDS[found.change]}"
    )
    for chance in found.repeats:
        points = _range(chance.interval, lambda value: f"{100 * value:+.1f}")
        print_out(
            f"  {chance.name}: A {100 * chance.a:.1f} %, B {100 * chance.b:.1f} %, "
            f"B less A {100 * chance.difference:+.1f} points{points}"
        )
    if fail_below is not None:
        print_out(f"  B is lower by more than {fail_below:g} points")
    for name, median, unit in (
        ("time where both succeeded", found.seconds, "s"),
        ("cost", found.cost_usd, "USD"),
        ("model calls", found.calls, ""),
    ):
        print_out(f"  median {name}: {_median(median, unit)}")
    _print_flips("lost (A succeeded, B did not)", found.lost)
    _print_flips("won (B succeeded, A did not)", found.won)
    for each in found.unpaired[:_MAX_LISTED]:
        print_note(clean(f"Not compared: {each.task}, epoch {each.epoch}: {each.why}"))
    if len(found.unpaired) > _MAX_LISTED:
        print_note(f"Not compared: {len(found.unpaired) - _MAX_LISTED} more, see --json.")


def _rate(rate: Rate) -> str:
    share = "no rate" if rate.rate is None else f"{100 * rate.rate:.1f} %"
    between = _range(rate.interval, lambda value: f"{100 * value:.1f}")
    return f"{share}{between}, {rate.count} of {rate.n}"


def _range(interval: Interval | None, word: Callable[[float], str]) -> str:
    return "" if interval is None else f" [{word(interval.low)}, {word(interval.high)}]"


def _median(median: Median | None, unit: str) -> str:
    if median is None:
        return "not known"
    change = f"{median.difference:+.4g}{_range(median.interval, lambda value: f'{value:+.4g}')}"
    words = f"A {median.a:.4g}, B {median.b:.4g}, B less A {change} {unit}"
    return f"{words.rstrip()} (n = {median.n})"


def _print_flips(title: str, episodes: Sequence[Episode]) -> None:
    print_out(f"  {title}: {len(episodes)}")
    for each in episodes:
        print_out(f"    {clean(each.task)}, epoch {each.epoch}")
