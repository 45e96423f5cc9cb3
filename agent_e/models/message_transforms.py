"""Model middleware that transforms requests and replies.

Everything stateless between the agents and a provider has this shape: redaction of secrets, fences
around page text, captions for pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .model import AnswerSchema, Message, Model, Reply, ToolSchema

RequestTransform = Callable[[Sequence[Message]], Sequence[Message]]
"""From a conversation to what is sent to the model."""
ReplyTransform = Callable[[Reply], Reply]
"""From the model's reply to what the agents receive."""


class ModelMiddleware:
    """Wraps a model."""

    def __init__(
        self,
        model: Model,
        request_transform: RequestTransform = lambda messages: messages,
        reply_transform: ReplyTransform = lambda reply: reply,
    ) -> None:
        self._model = model
        self._before = request_transform
        self._after = reply_transform

    @property
    def name(self) -> str:
        """Of the wrapped model."""
        return self._model.name

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation; raises as the wrapped model does."""
        return self._after(await self._model.complete(self._before(messages), tools, schema=schema))

    async def close(self) -> None:
        """Release connections."""
        await self._model.close()
