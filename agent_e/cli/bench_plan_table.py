"""A plan of a bench run on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from agent_e.text import format_cost, format_count, format_time

from .console import new_table, print_table
from .output import clean, print_note, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.planning import Figure, Forecast, Precision

_UNKNOWN = "not known"


def print_plan(told: Forecast) -> None:
    """Print the episodes, a table of what they take, the prices, the precision and the notes."""
    pilot = told.pilot
    print_out(
        clean(
            f"{told.suite}: {told.architecture} {told.model}, {format_count(told.tasks, 'task')}, "
            f"{format_count(told.epochs, 'epoch')}: {format_count(told.episodes, 'episode')}"
        )
    )
    print_out(
        clean(
            f"told from {format_count(pilot.episodes, 'episode')} of "
            f"{format_count(pilot.tasks, 'task')}: {pilot.suite}, {pilot.architecture} "
            f"{pilot.model}, {pilot.day}"
        )
    )
    figures = ("an episode", "in all", "95 % between")
    print_table(new_table("", *figures, right=figures), _rows(told))
    for model, price in told.prices.items():
        print_out(
            clean(
                f"prices of {model}, {price['date']}: ${price['input']:g} input, "
                f"${price['cached']:g} cached, ${price['output']:g} output a million tokens"
            )
        )
    if told.cost_usd.total is None:
        print_note("The price is not known: --price INPUT,OUTPUT gives it, in US dollars.")
    for line in _precision(told.precision):
        print_out(line)
    for note in told.notes:
        print_note(clean(note))


def _rows(told: Forecast) -> Iterator[list[str]]:
    for name, figure, words in (
        ("model calls", told.calls, _count),
        ("input tokens", told.input_tokens, _count),
        ("of these cached", told.cached_tokens, _count),
        ("output tokens", told.output_tokens, _count),
        ("cost", told.cost_usd, format_cost),
        ("cost of the judge", told.judge_usd, format_cost),
        (f"time at -j {told.slots}", told.hours, _hours),
    ):
        yield [name, *_cells(figure, words)]


def _cells(figure: Figure, words: Callable[[float], str]) -> list[str]:
    if figure.episode is None or figure.total is None or figure.interval is None:
        return [_UNKNOWN, _UNKNOWN, ""]
    low, high = figure.interval
    return [words(figure.episode), words(figure.total), f"{words(low)} and {words(high)}"]


def _count(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _hours(hours: float) -> str:
    return f"{hours:.1f} h" if hours >= 2 else format_time(hours * 3600)


def _precision(found: Precision) -> Iterator[str]:
    alike = "not known: the pilot repeats no task, or they all agree"
    if found.repeats_alike is not None:
        alike = f"{found.repeats_alike:.2f}"
    yield (
        f"success rate about {100 * found.rate:.0f} %, its 95 % interval {_range(found.width)} "
        f"points wide (design effect {_range(found.design_effect)}; correlation of a task's "
        f"repeats {alike})"
    )
    if found.wished is None:
        return
    least, most = found.epochs
    if least is None:
        yield (
            f"no number of epochs makes it {found.wished:g} points wide: more tasks are needed, as "
            f"these alone leave {_range(found.narrowest)} points"
        )
    elif least == most:
        yield f"{found.wished:g} points wide: {format_count(least, 'epoch')}"
    else:
        others = f"{most}" if most is not None else "no number of them"
        yield (
            f"{found.wished:g} points wide: from {format_count(least, 'epoch')}, if repeats of a "
            f"task and tasks of a template are independent, to {others}, if they agree"
        )


def _range(ends: tuple[float, float]) -> str:
    low, high = (f"{each:.1f}" for each in ends)
    return low if low == high else f"{low} to {high}"
