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
from agent_e.errors import LimitReached, ModelError
from agent_e.skills.protocols import Journal
from agent_e.types import Usage

from .model import Message, Model, Reply, ToolSchema, TransientModelError


@dataclass(kw_only=True, slots=True)
class Budget:
    """Model calls of a whole run, and who made them."""

    max_steps: int
    used: int = 0
    usage: dict[str, Usage] = field(default_factory=dict)

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

    def add(self, role: str, usage: Usage) -> None:
        """Count what a call cost."""
        self.usage[role] = self.usage.get(role, Usage()) + usage


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
        retried: how often it had to be asked again, by ``rate_limits``, ``server_errors`` and
            ``other``.
    """

    def __init__(
        self, model: Model, role: str, *, settings: ModelSettings, journal: Journal, budget: Budget
    ) -> None:
        self.model = model
        self.role = role
        self.budget = budget
        self._settings = settings
        self._journal = journal
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
        try:
            reply = await self._with_retries(call, messages, tools)
        except ModelError as error:
            self._journal.write("model.failed", role=self.role, call=call, error=str(error))
            raise
        self.budget.add(self.role, reply.usage)
        self._journal.write(
            "model.replied",
            role=self.role,
            call=call,
            text=reply.text,
            calls=[asdict(each) for each in reply.calls],
            usage=reply.usage.to_json(),
            milliseconds=round((time.perf_counter() - start) * 1000, 1),
        )
        return reply

    async def _with_retries(
        self, call: int, messages: Sequence[Message], tools: Sequence[ToolSchema]
    ) -> Reply:
        def note(state: RetryCallState) -> None:
            error = state.outcome.exception() if state.outcome else None
            reason = _kind(error)
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


def _kind(error: BaseException | None) -> str:
    status = error.status if isinstance(error, TransientModelError) else 0
    return "rate_limits" if status == 429 else "server_errors" if status >= 500 else "other"


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
