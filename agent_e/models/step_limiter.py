"""When a chat is warned, told to end, or over: by whichever limit is nearest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agent_e.errors import LimitReached
from agent_e.types import Usage

from .budget import RUN, CallEstimate, LimitUsage
from .client import ModelClient

_NEAR = 0.75
_REPLY = 300
"""Assumed tokens of a reply, until one is known."""
_GROWTH = 1_000
"""Assumed growth of a conversation per step in tokens, until a step is known."""
_CACHED = 1.2
_UNSURE = 1.05
"""Factor by which the estimate of a request may be too low."""
_SPARE = 1.5
"""Multiple of its last call that is left to the role that answers after this chat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitNotice:
    """The notice before a call: none, that a limit is near, or that it is the last."""

    level: Literal["", "near", "last"] = ""
    use: LimitUsage | None = None

    def words(self, last: str) -> str:
        """The notice as text; ``last`` says how to finish."""
        if self.use is None:
            return ""
        return last if self.level == "last" else f"{self.use.words}: come to an end soon."


@dataclass(frozen=True, kw_only=True, slots=True)
class _Held:
    """A limit compared with the next call: what that takes, and what is left then.

    Attributes:
        one: what the call takes.
        over: whether it can no longer be made.
        ends: whether none can be made after it.
    """

    use: LimitUsage
    one: float
    over: bool
    ends: bool


class StepLimiter:
    """The limits of one chat and of the run around it.

    Attributes:
        steps: calls so far.
        max_steps: of this chat, without a closing one after them.
        ended: the limit for which it was told to finish.
    """

    def __init__(
        self,
        calls: ModelClient,
        name: str,
        *,
        max_steps: int,
        leave_to: str = "",
        closing: bool = False,
    ) -> None:
        """Create the limiter.

        Args:
            calls: knows the run's budget, and the use of calls.
            name: of the agent.
            max_steps: of this chat.
            leave_to: role that must be able to make a call after this chat.
            closing: whether one more step follows the last one, to end in.
        """
        self._closing = closing
        self.steps = 0
        self.max_steps = max_steps
        self.ended: LimitUsage | None = None
        self._calls = calls
        self._name = name
        self._leave_to = leave_to
        self._warned = False
        self._tokens = 0
        self._asked_at = 0.0

    def next(self, tokens: int) -> LimitNotice:
        """Return the notice before a call with so many input tokens, and count it as a step.

        Raises:
            LimitReached: it can no longer be made.
        """
        held = self._held(tokens)
        over = next((each for each in held if each.over), None)
        if over is not None:
            raise self._over(over.use, over.one)
        last = next((each.use for each in held if each.ends), None)
        self.steps += 1
        self._tokens, self._asked_at = tokens, self._calls.budget.clock()
        if last is not None:
            self.ended = last
            return LimitNotice(level="last", use=last)
        nearest = max((each.use for each in held), key=lambda use: use.share)
        if nearest.share >= _NEAR and not self._warned:
            self._warned = True
            return LimitNotice(level="near", use=nearest)
        return LimitNotice()

    async def room(self, tokens: int) -> bool:
        """Ask the person to raise the limits that are about to end the run, if possible.

        Returns:
            Whether they were asked: what arrived meanwhile may matter to the call.
        """
        more = self._calls.budget.run.extender
        refused: set[str] = set()
        was_asked = False
        while more is not None and (use := self._ending(tokens, refused)) is not None:
            was_asked = True
            amount = await more(use)
            if not amount:
                refused.add(use.name)
                continue
            # The warning is repeated when the limit comes near again.
            self._warned = False
            if use.scope == self._name:
                self.max_steps += round(amount)
        return was_asked

    def _ending(self, tokens: int, refused: set[str]) -> LimitUsage | None:
        """The first limit that is about to end the run, and whose extension was not refused."""
        for each in self._held(tokens):
            whole = each.use.scope == RUN or (each.use.scope == self._name and not self._leave_to)
            if (each.over or each.ends) and whole and each.use.name not in refused:
                return each.use
        return None

    def _held(self, tokens: int) -> list[_Held]:
        """Each limit, compared with a call with so many input tokens and one more after it."""
        budget = self._calls.budget
        one = need_of(self._calls, tokens, cached=True)
        # Its last call offers fewer functions, which no cache has seen.
        after = need_of(self._calls, round((tokens + self._growth(tokens)) * _UNSURE))
        waited = budget.clock() - self._asked_at if self._asked_at else 0.0
        lap = max(waited, one.seconds)
        reserved = budget.run.last.get(self._leave_to, CallEstimate())
        held = []
        for use in self._uses():
            more = int(self._closing and use.scope == self._name)
            spare = use.left + more
            if self._leave_to and use.scope == RUN:
                spare -= use.of(reserved, _SPARE)
            if use.unit == "s":
                # Time that may be too short is no reason not to try, unless another role needs it.
                over = spare <= 0 or (bool(self._leave_to) and spare < one.seconds)
                ends = spare < one.seconds + lap
            else:
                over = spare < use.of(one) or use.left + more <= 0
                ends = spare < use.of(one) + use.of(after)
            held.append(_Held(use=use, one=use.of(one), over=over, ends=ends))
        return held

    def _uses(self) -> list[LimitUsage]:
        own = LimitUsage(
            name=f"{self._name}_steps",
            scope=self._name,
            used=self.steps,
            most=self.max_steps,
            unit="steps",
            raise_by=_OWN_STEPS.get(self._name, f"limits.{self._name}_steps"),
        )
        return [own, *self._calls.budget.uses()]

    def _growth(self, tokens: int) -> int:
        return max(tokens - self._tokens, _GROWTH) if self._tokens else _GROWTH

    def _over(self, use: LimitUsage, one: float) -> LimitReached:
        if use.scope != self._name:
            return use.reached(one)
        return LimitReached(
            f"The {self._name} used its {self.steps} steps without an end.",
            limit=use.name,
            value=use.most,
            raise_by=use.raise_by,
        )


def need_of(calls: ModelClient, tokens: int, *, cached: bool = False) -> CallEstimate:
    """The use of a call: its tokens at their price, and the time of the role's last one.

    Args:
        calls: the client that would make it.
        tokens: of the request.
        cached: whether they are about as cheap as those of the last one.
    """
    budget = calls.budget.run
    written = budget.longest.get(calls.role, _REPLY)
    # What no cache has seen is written to one, which some providers price separately.
    usage = Usage(calls=1, input_tokens=tokens, cache_write_tokens=tokens, output_tokens=written)
    cost = calls.cost(usage)
    known = budget.last.get(calls.role, CallEstimate())
    paid = cost or 0.0
    if cached and known.tokens:
        paid = min(paid, _CACHED * known.cost_usd * (tokens + written) / known.tokens)
    return CallEstimate(tokens=tokens + written, cost_usd=paid, seconds=known.seconds)


_OWN_STEPS = dict.fromkeys(("som", "reactive", "link", "reasoner"), "--max-steps")
