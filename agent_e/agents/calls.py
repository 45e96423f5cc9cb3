"""One agent's way to its model: journaled, counted, limited and retried."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_base

from agent_e.config import ModelSettings
from agent_e.errors import ContextOverflow, LimitReached, ModelError
from agent_e.skills.context import Journal
from agent_e.types import Usage

from .model import Message, Model, Reply, ToolSchema, TransientModelError
from .replies import read
from .spare import WithSpare
from .table import cost_of


@dataclass(kw_only=True, slots=True)
class Budget:
    """Model calls of a whole run, and who made them.

    Attributes:
        cost_usd: of all calls whose price is known.
        priced: whether that is all of them.
    """

    max_steps: int
    used: int = 0
    usage: dict[str, Usage] = field(default_factory=dict)
    cost_usd: float = 0.0
    priced: bool = True

    @property
    def left(self) -> int:
        """Calls that may still be made."""
        return self.max_steps - self.used

    def take(self) -> None:
        """Count one call before it is made.

        Raises:
            LimitReached: none is left.
        """
        if self.left <= 0:
            raise LimitReached(
                f"The run used its {self.max_steps} steps. Raise --max-steps to go on longer.",
                limit="max_steps",
                value=self.max_steps,
            )
        self.used += 1

    def add(self, role: str, usage: Usage, *, cost_usd: float | None = None) -> None:
        """Count what a call took; ``None`` is a price nobody knows."""
        self.usage[role] = self.usage.get(role, Usage()) + usage
        self.cost_usd += cost_usd or 0.0
        self.priced = self.priced and cost_usd is not None


class _Wait(wait_base):
    """What the provider asks for, else the first wait doubled at each try; up to the limit."""

    def __init__(self, first_s: float, longest_s: float) -> None:
        self._first_s = first_s
        self._longest_s = longest_s

    def __call__(self, retry_state: RetryCallState) -> float:
        error = retry_state.outcome.exception() if retry_state.outcome else None
        asked = error.wait_s if isinstance(error, TransientModelError) else None
        wait = asked if asked is not None else self._first_s * 2 ** (retry_state.attempt_number - 1)
        return min(wait, self._longest_s)


def retrying(
    settings: ModelSettings, note: Callable[[RetryCallState], None] | None = None
) -> AsyncRetrying:
    """Call again what may succeed then; ``note`` hears of each wait before it."""
    return AsyncRetrying(
        stop=stop_after_attempt(settings.attempts),
        wait=_Wait(settings.first_retry_wait_s, settings.max_retry_wait_s),
        retry=retry_if_exception_type(TransientModelError),
        before_sleep=note,
        reraise=True,
    )


class ModelCalls:
    """Completes one conversation of one role.

    The journal gets the messages that are new since the last call, not the whole conversation
    again, so that its size grows with what was said.

    Attributes:
        retried: how often it had to be asked again, by ``rate_limits``, ``server_errors``,
            ``timeouts``, ``connections`` and ``other``.
    """

    def __init__(
        self,
        model: Model,
        role: str,
        *,
        settings: ModelSettings,
        journal: Journal,
        budget: Budget,
        spare: WithSpare | None = None,
    ) -> None:
        """Make the way.

        Args:
            model: that is asked.
            role: who asks.
            settings: of tries and waits.
            journal: gets what is said.
            budget: of the run.
            spare: what of ``model`` can be replaced when it fails for good.
        """
        self.model = model
        self.role = role
        self.budget = budget
        self._settings = settings
        self._journal = journal
        self._spare = spare
        self._written = 0
        self.retried: Counter[str] = Counter()

    async def complete(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """Ask the model.

        Raises:
            ModelError: the provider failed and trying again did not help.
            LimitReached: the run has no step left.
        """
        self.budget.take()
        call = self._journal.write(
            "model.called",
            role=self.role,
            model=self.model.name,
            messages=[_to_json(message) for message in messages[self._written :]],
            tools=[tool.name for tool in tools],
        )
        self._written = len(messages)
        start = time.perf_counter()
        reply = await self._replied(call, messages, tools)
        cost = cost_of(self.model.name, reply.usage)
        self.budget.add(self.role, reply.usage, cost_usd=cost)
        reply = read(reply, messages, tools, number=call)
        repairs = {"repairs": list(reply.repairs)} if reply.repairs else {}
        self._journal.write(
            "model.replied",
            role=self.role,
            call=call,
            model=self.model.name,
            text=reply.text,
            calls=[asdict(each) for each in reply.calls],
            usage=reply.usage.to_json(),
            milliseconds=round((time.perf_counter() - start) * 1000, 1),
            **repairs,
        )
        return reply

    async def _replied(
        self, call: int, messages: Sequence[Message], tools: Sequence[ToolSchema]
    ) -> Reply:
        """Ask, and the other model when this one failed for good."""
        while True:
            failed = self.model.name
            try:
                return await self._with_retries(call, messages, tools)
            except ModelError as error:
                self._paid(failed, error)
                # A longer context is for who holds the conversation to do without.
                final = isinstance(error, ContextOverflow) or self._spare is None
                if final or not self._spare.replace():  # type: ignore[union-attr]
                    self._journal.write(
                        "model.failed",
                        role=self.role,
                        call=call,
                        type=type(error).__name__,
                        error=str(error),
                    )
                    raise
                self._journal.write(
                    "model.replaced",
                    role=self.role,
                    call=call,
                    model=failed,
                    by=self.model.name,
                    error=str(error),
                )

    def _paid(self, model: str, error: ModelError) -> None:
        """Count a reply that could not be used."""
        if isinstance(error.usage, Usage):
            self.budget.add(self.role, error.usage, cost_usd=cost_of(model, error.usage))

    async def _with_retries(
        self, call: int, messages: Sequence[Message], tools: Sequence[ToolSchema]
    ) -> Reply:
        def note(state: RetryCallState) -> None:
            error = state.outcome.exception() if state.outcome else None
            reason = error.reason if isinstance(error, TransientModelError) else "other"
            self.retried[reason] += 1
            wait_s = state.next_action.sleep if state.next_action else 0.0
            self._journal.write(
                "model.retried",
                role=self.role,
                call=call,
                reason=reason,
                error=str(error),
                wait_s=round(wait_s, 2),
            )

        try:
            return await retrying(self._settings, note)(self.model.complete, messages, tools)
        except TransientModelError as error:
            raise ModelError(
                f"{error} Tried {self._settings.attempts} times. "
                "Try again later, or another --model."
            ) from error


def _to_json(message: Message) -> dict[str, Any]:
    """Return the journal's form of a message: empty fields and picture bytes left out."""
    value: dict[str, Any] = {"role": message.role}
    if message.text:
        value["text"] = message.text
    if message.calls:
        value["calls"] = [asdict(call) for call in message.calls]
    if message.results:
        value["results"] = [asdict(result) for result in message.results]
    if message.pictures:
        value["pictures"] = [f"{p.media_type}, {len(p.data)} bytes" for p in message.pictures]
    return value
