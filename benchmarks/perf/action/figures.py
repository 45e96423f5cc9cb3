"""Computes figures from the measured actions. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from agent_e.benchmarks.perf.peers import PEERS, TOTAL, BrowserUse
from agent_e.benchmarks.perf.record import PerfRow

from .cases import Case
from .doing import KNOWN
from .turns import Done

OURS = "ours"
BAR = "bar"
_MAX_TEXT_LENGTH = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class CaseResult:
    """One case, measured.

    Attributes:
        done: by the name of the actor.
        problem: why the case could not be measured.
    """

    name: str
    case: Case
    done: Mapping[str, Done] = field(default_factory=dict)
    problem: str = ""

    def of(self, who: str, figure: Callable[[Done], float | None]) -> float | None:
        """One figure of an actor; ``None`` for one that failed or did not take part."""
        done = self.done.get(who)
        return figure(done) if done else None

    def median(self, who: str, stage: str = TOTAL) -> float | None:
        """An actor's median in milliseconds."""
        return self.of(who, lambda done: done.median(stage))

    @property
    def stages(self) -> dict[str, float]:
        """Median milliseconds of each part of our time, in order."""
        ours = self.done.get(OURS)
        names = [name for name in ours.milliseconds if name not in (TOTAL, KNOWN)] if ours else []
        return {name: median for name in names if (median := self.median(OURS, name)) is not None}

    @property
    def faster(self) -> float | None:
        """Our speed-up over browser-use, from the call to the result."""
        ours, theirs = self.median(OURS), self.median(BrowserUse.name)
        return theirs / ours if ours and theirs else None

    @property
    def problems(self) -> str:
        """All failures, as text."""
        failures = [f"{name}: {done.problem}" for name, done in self.done.items() if done.problem]
        return " ".join([self.problem, *failures]).strip()


def percent_named(done: Done) -> float | None:
    """Share of the actions whose text named the effect, percent; ``None`` without texts."""
    return 100 * sum(done.named_effect) / len(done.named_effect) if done.named_effect else None


def messages_sent(done: Done) -> float | None:
    """Median of messages to the driver; ``None`` where not counted."""
    return statistics.median(done.messages) if done.messages else None


def verdict(value: float, bar: float, *, limit: bool) -> str:
    """Whether a bar is met; ``limit``: it is an upper one."""
    return "met" if (value <= bar if limit else value >= bar) else "missed"


def rows_of(result: CaseResult) -> list[PerfRow]:
    """Return all figures of a case; peers in the order of ``PEERS``."""
    rows = [*_compared(result), *_stages(result), *_bars(result)] if result.done else []
    if result.problems:
        rows.append(PerfRow(result.name, "problems", None, note=result.problems))
    return rows


def _compared(result: CaseResult) -> Iterator[PerfRow]:
    figures: tuple[tuple[str, str, Callable[[Done], float | None]], ...] = (
        ("call to result", "ms", lambda done: done.median()),
        ("call to result, 9 of 10 within", "ms", lambda done: done.slow()),
        ("until the model knows", "ms", lambda done: done.median(KNOWN)),
        ("until the model knows, 9 of 10 within", "ms", lambda done: done.slow(KNOWN)),
        ("told", "%", percent_named),
        ("messages to the driver", "", messages_sent),
    )
    for figure, unit, of in figures:
        values = {name: result.of(name, of) for name in (OURS, *PEERS)}
        rounded = {name: round(each, 2) for name, each in values.items() if each is not None}
        ours = rounded.pop(OURS, None)
        yield PerfRow(
            result.name,
            figure,
            ours,
            unit,
            peer_values=rounded,
            note=_untold(result) if of is percent_named else "",
        )


def _untold(result: CaseResult) -> str:
    """The texts of those that did not name the effect."""
    texts = (
        f"{name} said: {' '.join(done.untold.split())[:_MAX_TEXT_LENGTH]}"
        for name, done in result.done.items()
        if done.untold
    )
    return "; ".join(texts)


def _stages(result: CaseResult) -> Iterator[PerfRow]:
    for name, median in result.stages.items():
        yield PerfRow(result.name, f"stage: {name}", round(median, 2), "ms")


def _bars(result: CaseResult) -> Iterator[PerfRow]:
    case, ours, faster = result.case, result.median(OURS), result.faster
    if case.max_ms is not None and ours is not None:
        yield PerfRow(
            result.name,
            "bar: at most",
            round(ours, 2),
            "ms",
            peer_values={BAR: case.max_ms},
            note=verdict(ours, case.max_ms, limit=True),
        )
    if faster is not None:
        bar = case.times
        yield PerfRow(
            result.name,
            "times faster than browser-use",
            round(faster, 2),
            peer_values={} if bar is None else {BAR: bar},
            note="" if bar is None else verdict(faster, bar, limit=False),
        )
