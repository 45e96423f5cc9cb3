"""Asks the person to raise a limit before it ends the run."""

from __future__ import annotations

from collections.abc import Callable

from agent_e.errors import NeedsPerson
from agent_e.human import QuestionBroker

from .budget import Budget, LimitUsage


class LimitExtender:
    """Asks to extend a used-up limit by its first amount; a no holds for the rest of the run."""

    def __init__(
        self,
        desk: QuestionBroker,
        budget: Budget,
        journal: Callable[..., int],
        lengthen: Callable[[float], None],
    ) -> None:
        """``lengthen`` extends the run's time by a number of seconds."""
        self._desk = desk
        self._budget = budget
        self._journal = journal
        self._lengthen = lengthen
        self._first: dict[str, float] = {}
        self._refused: set[str] = set()

    async def __call__(self, use: LimitUsage) -> float:
        """Return the amount by which the limit is raised: its first amount, or 0."""
        if use.name in self._refused:
            return 0.0
        amount = self._first.setdefault(use.name, use.most)
        if not await self._yes(use, amount):
            self._refused.add(use.name)
            return 0.0
        self._budget.extend(use.name, amount)
        if use.name == "seconds":
            self._lengthen(amount)
        self._journal("limit.raised", limit=use.name, scope=use.scope, by=amount)
        return amount

    async def _yes(self, use: LimitUsage, amount: float) -> bool:
        spent = self._budget
        try:
            given = await self._desk.ask(
                "budget",
                f"{use.words[:1].upper()}{use.words[1:]}. May I use as much again?",
                evidence={
                    "limit": use.name,
                    "used": use.used,
                    "most": use.most,
                    "more": amount,
                    "unit": use.unit,
                    "cost_usd": spent.cost_usd if spent.priced else None,
                },
                on_timeout="default",
            )
        except NeedsPerson:
            # The run ends as it would without a person.
            return False
        return given.given and given.value == "more"
