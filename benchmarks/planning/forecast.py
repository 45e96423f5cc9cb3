"""What a run of a suite will take, told from a pilot before it is started."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.statistics import Interval, total_interval
from agent_e.benchmarks.tasks.record import BenchTask, Record

from .epochs import Precision, precision
from .pilot import Pilot, asked_judge, asks_judge, cost, judge_cost, tokens
from .prices import PriceList

FORECAST_SCHEMA_VERSION = 1


class Figure(Record):
    """What an episode takes in the mean, and all of them; ``None`` where that is not known."""

    episode: float | None
    total: float | None
    interval: Interval | None
    """95 % prediction interval of the total."""


class PilotFacts(Record):
    """What it is told from."""

    suite: str
    architecture: str
    model: str
    day: str
    tasks: int
    episodes: int
    faults: int


class Forecast(Record):
    """A plan of a run. Dollars are US dollars, prices those of a million tokens."""

    schema_version: int = FORECAST_SCHEMA_VERSION
    suite: str
    architecture: str
    model: str
    tasks: int
    epochs: int
    episodes: int
    slots: int
    pilot: PilotFacts
    calls: Figure
    input_tokens: Figure
    cached_tokens: Figure
    output_tokens: Figure
    cost_usd: Figure
    """Of the agent's models."""
    judge_usd: Figure
    """Of judging, at what that cost in the pilot."""
    prices: Mapping[str, Mapping[str, object]]
    """By model; those of the table have its date."""
    hours: Figure
    """From the first to the last episode, with so many slots; ``episode`` is of one in its slot."""
    precision: Precision
    notes: tuple[str, ...]
    """What the intervals do not count."""


def forecast(
    pilot: Pilot,
    tasks: Sequence[BenchTask],
    prices: PriceList,
    *,
    suite: str,
    epochs: int,
    slots: int,
    reply_s: float = 0.0,
    width: float | None = None,
) -> Forecast:
    """Tell what ``epochs`` episodes of each of these tasks take.

    Args:
        pilot: episodes of the architecture that is to be run.
        tasks: all of the run.
        prices: by role.
        suite: to be run.
        epochs: repetitions of each task.
        slots: episodes at a time.
        reply_s: seconds added for each call of a model, for a pilot whose model answers at once.
        width: wished width of the success rate's 95 % interval, in percentage points.
    """

    def figure(of: Callable[[EpisodeRecord], float | None]) -> Figure:
        if any(of(each) is None for each in pilot.episodes):
            return Figure(episode=None, total=None, interval=None)
        return _figure(pilot.means(lambda each: of(each) or 0.0), len(tasks), epochs)

    def seconds(each: EpisodeRecord) -> float:
        return each.seconds + each.overhead_s + reply_s * each.calls

    roles = {role for each in pilot.episodes for role in each.usage}
    unjudged = asks_judge(tasks) and not any(map(asked_judge, pilot.episodes))
    return Forecast(
        suite=suite,
        architecture=pilot.architecture,
        model=prices.model,
        tasks=len(tasks),
        epochs=epochs,
        episodes=len(tasks) * epochs,
        slots=slots,
        pilot=_facts(pilot),
        calls=figure(lambda each: each.calls),
        input_tokens=figure(lambda each: tokens(each).input_tokens),
        cached_tokens=figure(lambda each: tokens(each).cached_tokens),
        output_tokens=figure(lambda each: tokens(each).output_tokens),
        cost_usd=figure(lambda each: cost(each, prices.cost)),
        judge_usd=figure(lambda each: None if unjudged else judge_cost(each)),
        prices={model: asdict(each) for model, each in prices.known(roles).items()},
        hours=_hours(figure(seconds), slots, max(map(seconds, pilot.episodes))),
        precision=precision(pilot, suite, [task.cluster for task in tasks], epochs, width),
        notes=tuple(_notes(pilot, suite, prices.model, reply_s, unjudged=unjudged)),
    )


def _figure(values: Sequence[float], tasks: int, epochs: int) -> Figure:
    mean = fmean(values)
    interval = total_interval(values, tasks, epochs)
    return Figure(episode=mean, total=mean * tasks * epochs, interval=interval)


def _hours(seconds: Figure, slots: int, longest: float) -> Figure:
    """Spread the work over the slots; at most, the longest episode begins last (Graham 1966)."""
    low, high = seconds.interval or (0.0, 0.0)
    tail = longest * (1 - 1 / slots)
    total = max((seconds.total or 0.0) / slots, longest)
    return Figure(
        episode=(seconds.episode or 0.0) / 3600,
        total=total / 3600,
        interval=Interval(min(low / slots, total) / 3600, (high / slots + tail) / 3600),
    )


def _facts(pilot: Pilot) -> PilotFacts:
    return PilotFacts(
        suite=pilot.suite,
        architecture=pilot.architecture,
        model=pilot.model,
        day=pilot.day,
        tasks=len(pilot.by_task),
        episodes=len(pilot.episodes),
        faults=pilot.faults,
    )


def _notes(
    pilot: Pilot, suite: str, model: str, reply_s: float, *, unjudged: bool
) -> Iterator[str]:
    for kind, its, planned in (("suite", pilot.suite, suite), ("model", pilot.model, model)):
        if its != planned:
            yield f"The pilot's {kind} is {its}: no interval counts how {planned} differs from it."
    if pilot.faults:
        yield f"{pilot.faults} episodes of the pilot ended by faults and are left out."
    if pilot.model == "offline" and not reply_s:
        yield "The offline model answers at once: --reply adds the time of a reply to each call."
    if unjudged:
        yield "No model judged the pilot: what the judge of these tasks costs is not known."
