"""The half of a chat that holds the model and the conversation."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import replace

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, StopMessage, StructuredMessage
from autogen_core import CancellationToken

from agent_e.errors import BadReply, LimitReached
from agent_e.skills import Function

from .calls import ModelCalls
from .messages import Calls, ProposedCall, Results, cancellable
from .model import Message, Picture, Reply, ToolCall, ToolResult, ToolSchema

_REPAIR = "Answer with a function call; when you are done, call {ending}."
_LAST_STEP = (
    "This is your last step. Call {ending} now with what you have found so far and what is missing."
)
_SHOWN = "The page looks so:"
PICTURE_GONE = "(A picture of the page was here. It is not the newest any more.)"
_PICTURES_KEPT = 2


class Caller(BaseChatAgent):
    """Holds the model and the conversation; proposes calls, runs none."""

    def __init__(
        self,
        name: str,
        calls: ModelCalls,
        system: str,
        functions: Sequence[Function],
        *,
        max_steps: int,
        reserve: int,
        repair: Callable[[Reply], str] | None,
    ) -> None:
        super().__init__(name, description=name)
        self.steps = 0
        self.error: Exception | None = None
        self.first_pictures: tuple[Picture, ...] = ()
        self._calls = calls
        self._history = [Message(role="system", text=system)]
        self._functions = functions
        self._ending = next(function.name for function in functions if function.ends)
        self._max_steps = max_steps
        self._reserve = reserve
        self._repair = repair or (lambda _: _REPAIR.format(ending=self._ending))

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (StructuredMessage[Calls], StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Add what came in to the conversation and ask the model for the next calls."""
        for message in messages:
            self._take(message)
        try:
            calls = await cancellable(self._next_calls(), cancellation_token)
        except Exception as error:  # a team turns any exception into RuntimeError(text)
            self.error = error
            return Response(
                chat_message=StopMessage(source=self.name, content=type(error).__name__)
            )
        proposed = [ProposedCall(id=c.id, name=c.name, arguments=c.arguments) for c in calls]
        return Response(
            chat_message=StructuredMessage[Calls](source=self.name, content=Calls(calls=proposed))
        )

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """A chat is made for one conversation and never used again."""

    def _take(self, message: BaseChatMessage) -> None:
        if not isinstance(message, StructuredMessage):
            text, pictures = message.to_model_text(), self.first_pictures
            self._history.append(Message(role="user", text=text, pictures=pictures))
            return
        results: Results = message.content
        self._history.append(
            Message(
                role="tool", results=tuple(ToolResult(**r.model_dump()) for r in results.results)
            )
        )
        if results.pictures:
            # Providers want the results of all calls first; pictures cannot be part of a result.
            pictures = tuple(
                Picture(data=base64.b64decode(each.data), media_type=each.media_type)
                for each in results.pictures[-_PICTURES_KEPT:]
            )
            self._drop_pictures(_PICTURES_KEPT - len(pictures))
            self._history.append(Message(role="user", text=_SHOWN, pictures=pictures))

    def _drop_pictures(self, kept: int) -> None:
        """Keep so many of the newest pictures: an old one costs on every call and misleads."""
        for place in range(len(self._history) - 1, -1, -1):
            message = self._history[place]
            if not message.pictures:
                continue
            left = message.pictures[-kept:] if kept else ()
            kept -= len(left)
            text = message.text if left else PICTURE_GONE
            self._history[place] = replace(message, text=text, pictures=left)

    async def _next_calls(self) -> tuple[ToolCall, ...]:
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        self._history.append(Message(role="user", text=self._repair(reply)))
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        raise BadReply(
            f"The {self.name}'s model answered in words instead of calling a function, twice: "
            f"'{self._history[-1].text[:200]}'. Try another --model."
        )

    async def _ask(self) -> Reply:
        if self.steps == self._max_steps or self._calls.budget.left <= self._reserve:
            raise LimitReached(
                f"The {self.name} used its {self.steps} steps without an end. "
                "Raise --max-steps, or limits in the settings, to go on longer.",
                limit=f"{self.name}_steps",
                value=self._max_steps,
            )
        self.steps += 1
        functions = self._functions
        left = min(self._max_steps - self.steps, self._calls.budget.left - 1 - self._reserve)
        if left == 0:
            functions = [function for function in functions if function.ends]
            self._history.append(Message(role="user", text=_LAST_STEP.format(ending=self._ending)))
        tools = [
            ToolSchema(name=f.name, description=f.description, parameters=f.parameters)
            for f in functions
        ]
        reply = await self._calls.complete(self._history, tools)
        self._history.append(
            Message(role="assistant", text=reply.text, calls=reply.calls, kept=reply.kept)
        )
        return reply
