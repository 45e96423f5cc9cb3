"""Limits of a run and its sub-tasks, and how much of them is used."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from agent_e.config import LimitSettings
from agent_e.errors import LimitReached
from agent_e.memory.tokens import TokenCalibration
from agent_e.types import Usage

RUN, SUB_TASK = "run", "sub-task"
_FLAGS = {
    "max_steps": "--max-steps",
    "max_calls": "--max-calls",
    "max_tokens": "--max-tokens",
    "max_cost": "--max-cost",
    "seconds": "--timeout",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class CallEstimate:
    """Estimated use of a model call, in tokens, US dollars and seconds."""

    tokens: float = 0.0
    cost_usd: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitUsage:
    """A limit, and how much of it is used.

    Attributes:
        name: of the limit, such as ``max_tokens``.
        scope: ``run``, ``sub-task`` or the name of an agent.
        unit: ``steps``, ``model calls``, ``tokens``, ``USD`` or ``s``.
        raise_by: the flag or setting that raises it.
    """

    name: str
    scope: str
    used: float
    most: float
    unit: str
    raise_by: str

    @property
    def share(self) -> float:
        """The used share, 0 to 1 and above."""
        return self.used / self.most

    @property
    def left(self) -> float:
        """The remaining amount."""
        return self.most - self.used

    def of(self, need: CallEstimate, times: float = 1.0) -> float:
        """The share of this limit that ``times`` calls of this size use."""
        taken = {"tokens": need.tokens, "USD": need.cost_usd, "s": need.seconds}
        return times * taken[self.unit] if self.unit in taken else 1.0

    def figure(self, value: float) -> str:
        """Format an amount without its unit, money with its sign."""
        return f"${value:.4g}" if self.unit == "USD" else f"{value:,.0f}"

    @property
    def bound(self) -> str:
        """The limit as text, such as ``20,000 tokens``."""
        return self.figure(self.most) + ("" if self.unit == "USD" else f" {self.unit}")

    @property
    def words(self) -> str:
        """The used amount and the limit, as text."""
        return f"{self.figure(self.used)} of the {self.scope}'s {self.bound} are used"

    @property
    def unfinished(self) -> str:
        """Say that this limit stopped the task, and how to raise it."""
        return (
            f"The task was not finished within the {self.scope}'s {self.bound}. "
            f"Raise {self.raise_by} for more."
        )

    def reached(self, one: float = 0.0) -> LimitReached:
        """The error for this limit; ``one`` is what one more call would take."""
        what = f"The {self.scope} used its {self.bound}."
        if self.left > 0:
            what = (
                f"The {self.scope} used {self.figure(self.used)} of its {self.bound}, "
                f"and one more call takes about {self.figure(one)}."
            )
        return LimitReached(what, limit=self.name, value=self.most, raise_by=self.raise_by)


More = Callable[[LimitUsage], Awaitable[float]]
"""Returns the amount by which a limit is raised; 0 to leave it."""


@dataclass(kw_only=True, slots=True)
class Budget:
    """Limits of a run, or of one sub-task of it; ``None`` is unlimited.

    Attributes:
        max_steps: model calls of agents, each with its outcome.
        max_calls: requests to models by any part; failed tries count too.
        max_tokens: input and output tokens.
        max_cost: US dollars; a call of unknown price counts nothing.
        seconds: wall time from now on.
        whole: for a sub-task, the run's budget; use is counted there too.
        used: steps so far; ``calls``, ``tokens`` and ``cost_usd`` likewise.
        priced: whether the price of every call was known.
        usage: by role.
        last: use of the last call of each role.
        longest: tokens of the longest reply of each role.
        extender: asks the person to raise a limit that is about to end the run; ``None``
            where nobody can be asked.
        gauge: ratio of the providers' token counts to the estimate.
    """

    max_steps: int | None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    seconds: float | None = None
    whole: Budget | None = None
    clock: Callable[[], float] = time.monotonic
    used: int = 0
    calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    priced: bool = True
    usage: dict[str, Usage] = field(default_factory=dict)
    last: dict[str, CallEstimate] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    gauge: TokenCalibration = field(default_factory=TokenCalibration)
    extender: More | None = None
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    def use_extender(self, extender: More) -> None:
        """Ask the person before a limit ends the run."""
        self.extender = extender

    @classmethod
    def of_run(cls, limits: LimitSettings, clock: Callable[[], float] = time.monotonic) -> Budget:
        """Return the budget of a run that begins now; ``clock`` returns seconds."""
        return cls(
            clock=clock,
            max_steps=limits.max_steps,
            max_calls=limits.max_calls,
            max_tokens=limits.max_tokens,
            max_cost=limits.max_cost,
            seconds=limits.seconds,
        )

    def sub_task(self, limits: LimitSettings) -> Budget:
        """Return the budget of one sub-task, whose steps its chat counts itself."""
        return Budget(
            max_steps=None,
            max_calls=limits.navigator_calls,
            max_tokens=limits.navigator_tokens,
            max_cost=limits.navigator_cost,
            seconds=limits.navigator_seconds,
            whole=self,
            clock=self.clock,
            gauge=self.gauge,
        )

    @property
    def run(self) -> Budget:
        """The budget of the whole run."""
        return self if self.whole is None else self.whole.run

    def uses(self) -> list[LimitUsage]:
        """Use of every limit, the sub-task's before the run's."""
        values = (
            ("max_steps", self.max_steps, self.used, "steps"),
            ("max_calls", self.max_calls, self.calls, "model calls"),
            ("max_tokens", self.max_tokens, self.tokens, "tokens"),
            ("max_cost", self.max_cost, self.cost_usd, "USD"),
            ("seconds", self.seconds, self.clock() - self.started, "s"),
        )
        scope = RUN if self.whole is None else SUB_TASK
        own = [
            LimitUsage(
                name=name,
                scope=scope,
                used=used,
                most=most,
                unit=unit,
                raise_by=_FLAGS[name]
                if scope == RUN
                else f"limits.navigator_{name.removeprefix('max_')}",
            )
            for name, most, used, unit in values
            if most is not None
        ]
        return own if self.whole is None else [*own, *self.whole.uses()]

    def extend(self, name: str, amount: float) -> None:
        """Raise a limit by an amount; an unset one stays unset."""
        most = getattr(self, name, None)
        if most is not None:
            setattr(self, name, type(most)(most + amount))

    def allows(self, need: CallEstimate | None = None, *, step: bool = True) -> bool:
        """Whether one more call of this size may be made, as a step or beside the steps."""
        uses = [use for use in self.uses() if step or use.unit != "steps"]
        least = need or CallEstimate()
        return all(use.left > 0 and use.left >= use.of(least) for use in uses)

    def take(self) -> None:
        """Count one step before it is made.

        Raises:
            LimitReached: something is used up.
        """
        for use in self.uses():
            if use.left <= 0:
                raise use.reached()
        self._count(steps=1)

    def send(self) -> None:
        """Count one request before it is sent.

        Raises:
            LimitReached: none is left.
        """
        for use in self.uses():
            if use.unit == "model calls" and use.left <= 0:
                raise use.reached()
        self._count(calls=1)

    def _count(self, *, steps: int = 0, calls: int = 0) -> None:
        self.used += steps
        self.calls += calls
        if self.whole is not None:
            self.whole._count(steps=steps, calls=calls)

    def add(
        self, role: str, usage: Usage, *, cost_usd: float | None = None, seconds: float = 0.0
    ) -> None:
        """Count the use of a call; ``None`` is an unknown price."""
        spent = cost_usd or 0.0
        self.usage[role] = self.usage.get(role, Usage()) + usage
        self.tokens += usage.tokens
        self.cost_usd += spent
        self.priced = self.priced and cost_usd is not None
        self.last[role] = CallEstimate(tokens=usage.tokens, cost_usd=spent, seconds=seconds)
        self.longest[role] = max(self.longest.get(role, 0), usage.output_tokens)
        if self.whole is not None:
            self.whole.add(role, usage, cost_usd=cost_usd, seconds=seconds)
