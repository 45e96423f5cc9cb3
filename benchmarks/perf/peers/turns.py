"""Several lookers at one page, in turns, so that other load on the machine affects all."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .looking import TOTAL, Look, Looker, Offered, PeerFailed

MIN_TURNS = 3
PATIENCE_MS = 20_000.0
"""Total time after which one that has had ``MIN_TURNS`` turns gets no more."""


@dataclass(slots=True)
class Timed:
    """Times of one participant.

    Attributes:
        milliseconds: by stage, in order.
        problem: why there is nothing, or less than expected; one sentence.
    """

    milliseconds: dict[str, list[float]] = field(default_factory=dict)
    problem: str = ""

    def median(self, stage: str = TOTAL) -> float | None:
        """Median of a stage in milliseconds; ``None`` without measurements."""
        values = self.milliseconds.get(stage)
        return statistics.median(values) if values else None

    def fastest(self, stage: str = TOTAL) -> float | None:
        """Minimum of a stage in milliseconds; ``None`` without measurements."""
        return min(self.milliseconds.get(stage, []), default=None)

    def slow(self, stage: str = TOTAL) -> float | None:
        """90th percentile in milliseconds; ``None`` without measurements."""
        values = self.milliseconds.get(stage, [])
        if len(values) < 2:
            return max(values, default=None)
        return statistics.quantiles(values, n=10, method="inclusive")[-1]

    def add(self, milliseconds: Mapping[str, float]) -> None:
        """Add one measurement, by stage."""
        for stage, value in milliseconds.items():
            self.milliseconds.setdefault(stage, []).append(value)

    def is_enough(self, repeats: int) -> bool:
        """Whether no more turns are needed."""
        times = self.milliseconds.get(TOTAL, [])
        slow = len(times) >= min(MIN_TURNS, repeats) and sum(times) >= PATIENCE_MS
        return bool(self.problem) or len(times) >= repeats or slow


@dataclass(slots=True)
class Taken(Timed):
    """Times of one looker on one page; ``offered`` is what the last look saw."""

    offered: Offered | None = None


async def take_turns(
    lookers: Sequence[Looker], url: str, prepare: str, *, repeats: int, tell: Callable[[str], None]
) -> dict[str, Taken]:
    """Let all lookers open the page and look at it; returns results by name.

    Each first look is not counted: it warms up caches. One that fails is left out from then on.
    """
    taken = {looker.name: Taken() for looker in lookers}
    last: dict[str, Look] = {}
    for looker in lookers:
        tell(f"{looker.name} opens it")
        try:
            await looker.open(url, prepare)
            last[looker.name] = await looker.look()
        except PeerFailed as error:
            taken[looker.name].problem = str(error)
    for turn in range(repeats):
        waiting = [looker for looker in lookers if not taken[looker.name].is_enough(repeats)]
        if waiting:
            tell(f"look {turn + 1} of {repeats}: {', '.join(looker.name for looker in waiting)}")
        for looker in waiting:
            await _look(looker, taken[looker.name], last)
    for name, look in last.items():
        _keep_seen(taken[name], look)
    return taken


async def _look(looker: Looker, taken: Taken, last: dict[str, Look]) -> None:
    try:
        look = await looker.look()
    except PeerFailed as error:
        taken.problem = str(error)
        return
    taken.add(look.milliseconds)
    last[looker.name] = look


def _keep_seen(taken: Taken, look: Look) -> None:
    if look.offered:
        taken.offered = look.offered()
        taken.problem = taken.problem or taken.offered.problem
