"""Functions of the program that runs an agent, called around every action."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_e.errors import Veto
from agent_e.types import Node

from .protocols import Journal


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionCall:
    """An action that is about to be done.

    Attributes:
        name: of the skill.
        target: the element, if it acts on one.
        arguments: by name; secrets stand in them by their names.
        url: of the open page.
    """

    name: str
    target: Node | None
    arguments: Mapping[str, Any]
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionOutcome:
    """What became of an action.

    Attributes:
        call: the action.
        error: why it was not done, ``""`` if it was.
        change: what it changed on the page, as the model reads it.
        url: of the page that is open now.
    """

    call: ActionCall
    error: str
    change: str
    url: str


Before = Callable[[ActionCall], Awaitable[None] | None]
After = Callable[[ActionOutcome], Awaitable[None] | None]


@dataclass(kw_only=True, slots=True)
class ActionHooks:
    """The hooks of one agent, in the order in which they were added."""

    before: list[Before] = field(default_factory=list)
    after: list[After] = field(default_factory=list)

    async def run_before(self, call: ActionCall, journal: Journal) -> None:
        """Ask every hook.

        Raises:
            Veto: one refuses the action, or failed: what was to be checked was not.
        """
        for hook in self.before:
            try:
                await _finished(hook(call))
            except Veto as veto:
                why = str(veto).strip() or "no reason is given."
                raise Veto(f"The program that runs you does not allow {call.name}: {why}") from veto
            except Exception as error:  # it is foreign code, and the run must go on
                _report(journal, "before_action", error)
                raise Veto(
                    f"{call.name} was not done, as a check of the program that runs you failed. "
                    "Do without it, or report that it cannot be done."
                ) from error

    async def run_after(self, outcome: ActionOutcome, journal: Journal) -> None:
        """Tell every hook; one that fails is journaled."""
        for hook in self.after:
            try:
                await _finished(hook(outcome))
            except Exception as error:  # as above
                _report(journal, "after_action", error)


async def _finished(work: Awaitable[None] | None) -> None:
    if inspect.isawaitable(work):
        await work


def _report(journal: Journal, hook: str, error: Exception) -> None:
    journal.write("hook.failed", hook=hook, type=type(error).__name__, error=str(error))
