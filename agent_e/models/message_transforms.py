"""A model that passes on what is said to it and by it, changed on the way.

The one shape of all that stands between the agents and a provider and keeps nothing of its own:
secrets are taken out, what comes from pages gets its marks, pictures become words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .model import AnswerSchema, Message, Model, Reply, ToolSchema

RequestTransform = Callable[[Sequence[Message]], Sequence[Message]]
"""From a conversation to what the model is sent of it."""
ReplyTransform = Callable[[Reply], Reply]
"""From the model's reply to what the agents hear."""


class ModelMiddleware:
    """Stands before a model."""

    def __init__(
        self,
        model: Model,
        told: RequestTransform = lambda messages: messages,
        heard: ReplyTransform = lambda reply: reply,
    ) -> None:
        self._model = model
        self._told = told
        self._heard = heard

    @property
    def name(self) -> str:
        """Of the model itself."""
        return self._model.name

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation; raises as the model itself does."""
        return self._heard(await self._model.complete(self._told(messages), tools, schema=schema))

    async def close(self) -> None:
        """Release connections."""
        await self._model.close()
