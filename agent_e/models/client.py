"""One agent's way to its model: journaled, counted, limited and retried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_base

from agent_e.config import ModelSettings
from agent_e.errors import ContextOverflow, ModelError
from agent_e.memory.history import Compaction
from agent_e.memory.tokens import TokenEstimator
from agent_e.skills.protocols import Journal
from agent_e.types import Usage

from .budget import Budget, LimitUsage
from .failover import FailoverModel
from .model import (
    AnswerSchema,
    Message,
    Model,
    Reply,
    ToolResult,
    ToolSchema,
    TransientModelError,
    spare_names,
)
from .model_table import cost_of
from .normalize_reply import normalize_reply


class _Wait(wait_base):
    """The wait the provider asks for, else the first wait doubled at each try; up to the limit."""

    def __init__(self, first_s: float, max_seconds: float) -> None:
        self._first_s = first_s
        self._max_seconds = max_seconds

    def __call__(self, retry_state: RetryCallState) -> float:
        error = retry_state.outcome.exception() if retry_state.outcome else None
        wait = error.wait_s if isinstance(error, TransientModelError) else None
        wait = wait if wait is not None else self._first_s * 2 ** (retry_state.attempt_number - 1)
        return min(wait, self._max_seconds)


def retrying(
    settings: ModelSettings, note: Callable[[RetryCallState], None] | None = None
) -> AsyncRetrying:
    """Retry transient failures; ``note`` is called before each wait."""
    return AsyncRetrying(
        stop=stop_after_attempt(settings.attempts),
        wait=_Wait(settings.first_retry_wait_s, settings.max_retry_wait_s),
        retry=retry_if_exception_type(TransientModelError),
        before_sleep=note,
        reraise=True,
    )


class ModelClient:
    """Completes one conversation of one role.

    The journal gets only the messages that are new since the last call, so that its size grows with
    the conversation.

    Attributes:
        prepare: selects the part of a conversation that is sent, for models that get less than all.
        sizes: estimates tokens, by the rule alone.
        retried: number of retries, by ``rate_limits``, ``server_errors``,
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
        spare: FailoverModel | None = None,
        wait_if_paused: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Create a client.

        Args:
            model: the model to ask.
            role: who asks.
            settings: of retries and waits.
            journal: records the conversation.
            budget: of the run, or of a sub-task.
            spare: the replaceable part of ``model``, used when it fails for good.
            wait_if_paused: awaited before every call, while the person pauses the run.
        """
        self.model = model
        self.role = role
        self.budget = budget
        self._settings = settings
        self._journal = journal
        self.prepare: Callable[[Sequence[Message]], Sequence[Message]] = lambda messages: messages
        self.sizes = TokenEstimator()
        self._spare = spare
        self._wait_if_paused = wait_if_paused
        self._written = 0
        self.retried: Counter[str] = Counter()

    @property
    def scale(self) -> float:
        """Ratio of the provider's token count to the estimate."""
        return self.budget.gauge.scale(self.model.name)

    def tokens(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> int:
        """Estimate the input tokens of a request, as its provider would count them."""
        return round(self.scale * self.sizes.of(self.prepare(messages), tools))

    def cost(self, usage: Usage) -> float | None:
        """US dollars for a call's use; ``None`` where the price is unknown."""
        return cost_of(self.model.name, usage)

    def shortened(self, done: Compaction, messages: Sequence[Message]) -> None:
        """Journal that the conversation was shortened; ``messages`` are the remaining ones."""
        # Unsent messages stand at the end; before the first call that is all of them.
        unsent = done.messages - self._written if self._written else len(messages)
        self._written = len(messages) - unsent
        self._journal.write(
            "context.shortened",
            role=self.role,
            before=round(done.before * self.scale),
            after=round(done.after * self.scale),
            exchanges=done.exchanges,
            text=done.text,
        )

    def limited(self, use: LimitUsage, notice: str) -> None:
        """Journal that the model was warned: a limit is ``near``, or this is its ``last`` step."""
        self._journal.write(
            "limit.told",
            role=self.role,
            notice=notice,
            limit=use.name,
            scope=use.scope,
            used=round(use.used, 4),
            most=use.most,
        )

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema],
        *,
        step: bool = True,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Ask the model.

        Args:
            messages: the whole conversation.
            tools: the offered functions.
            step: whether it counts as a step; a retry of the same step does not.
            schema: of an answer in JSON; see ``Model.complete``.

        Raises:
            ModelError: the provider failed and trying again did not help.
            LimitReached: a limit of the run is used up.
        """
        if self._wait_if_paused is not None:
            await self._wait_if_paused()
        if step:
            self.budget.take()
        estimated = self.sizes.of(self.prepare(messages), tools)
        call = self._journal.write(
            "model.called",
            role=self.role,
            model=self.model.name,
            messages=[_to_json(message) for message in messages[self._written :]],
            tools=[tool.name for tool in tools],
            spare=list(spare_names(tools)),
            tokens=round(self.scale * estimated),
            **({} if step else {"aside": True}),
        )
        self._written = len(messages)
        start = self.budget.clock()
        reply = await self._replied(call, messages, tools, schema)
        seconds = self.budget.clock() - start
        cost_usd = self.cost(reply.usage)
        self.budget.add(self.role, reply.usage, cost_usd=cost_usd, seconds=seconds)
        self.budget.gauge.learn(self.model.name, estimated, reply.usage.input_tokens)
        reply = normalize_reply(reply, messages, tools, number=call)
        repairs = {"repairs": list(reply.repairs)} if reply.repairs else {}
        self._journal.write(
            "model.replied",
            role=self.role,
            call=call,
            model=self.model.name,
            text=reply.text,
            calls=[asdict(each) for each in reply.calls],
            usage=reply.usage.to_json(),
            cost_usd=cost_usd,
            milliseconds=round(seconds * 1000, 1),
            **repairs,
        )
        return reply

    async def _replied(
        self,
        call: int,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema],
        schema: AnswerSchema | None,
    ) -> Reply:
        """Ask the model, then the other one if this one failed for good."""
        while True:
            failed = self.model.name
            try:
                return await self._with_retries(call, messages, tools, schema)
            except ModelError as error:
                told: dict[str, Any] = {"type": type(error).__name__, "error": str(error)}
                if isinstance(error.usage, Usage):
                    # The reply could not be used.
                    cost_usd = cost_of(failed, error.usage)
                    self.budget.add(self.role, error.usage, cost_usd=cost_usd)
                    told |= {"usage": error.usage.to_json(), "cost_usd": cost_usd}
                # A context that is too long is left to the owner of the conversation.
                final = isinstance(error, ContextOverflow) or self._spare is None
                if final or not self._spare.replace():  # type: ignore[union-attr]
                    self._note("model.failed", call, **told)
                    raise
                self._note("model.replaced", call, model=failed, by=self.model.name, **told)

    def _note(self, kind: str, call: int, **fields: Any) -> None:
        self._journal.write(kind, role=self.role, call=call, **fields)

    async def _with_retries(
        self,
        call: int,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema],
        schema: AnswerSchema | None,
    ) -> Reply:
        def note(state: RetryCallState) -> None:
            error = state.outcome.exception() if state.outcome else None
            reason = error.reason if isinstance(error, TransientModelError) else "other"
            self.retried[reason] += 1
            wait_s = state.next_action.sleep if state.next_action else 0.0
            wait_s = round(wait_s, 2)
            self._note("model.retried", call, reason=reason, error=str(error), wait_s=wait_s)

        async def send() -> Reply:
            self.budget.send()
            return await self.model.complete(messages, tools, schema=schema)

        try:
            return await retrying(self._settings, note)(send)
        except TransientModelError as error:
            raise ModelError(
                f"{error} Tried {self._settings.attempts} times. "
                "Try again later, or another --model."
            ) from error


def _to_json(message: Message) -> dict[str, Any]:
    """Return the journal's form of a message: empty fields and picture bytes left out."""
    value: dict[str, Any] = {
        "text": message.text,
        "page": message.page.raw,
        "calls": [asdict(call) for call in message.calls],
        "results": [_result(result) for result in message.results],
        "pictures": [f"{each.media_type}, {len(each.data)} bytes" for each in message.pictures],
    }
    return {"role": message.role, **{name: each for name, each in value.items() if each}}


def _result(result: ToolResult) -> dict[str, Any]:
    """A result without the fields that only shortening needs."""
    names = ("call_id", "name", "text", "is_error", "view")
    fields = {name: getattr(result, name) for name in names}
    rest = {"note": result.note, "quotes": result.quotes.raw}
    return fields | {name: each for name, each in rest.items() if each}
