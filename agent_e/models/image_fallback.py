"""Replaces pictures by captions for a model that cannot see.

Agents look before they know which model answers: a fallback without vision may take over in the
middle of a conversation with pictures, and for many open models it is unknown until their server
has refused one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_e.errors import CannotSee

from .message_transforms import ModelMiddleware
from .model import AnswerSchema, Message, Model, Reply, ToolSchema
from .model_table import sees_pictures

CAPTION = "(A picture of the page is here, which you cannot see. Go by what is told in words.)"
BLIND = "told it where pictures are, which it cannot see"
"""The entry in a reply's ``repairs``."""


class ImageFallback(ModelMiddleware):
    """Wraps a model that may lack vision; after one refusal it is sent no more pictures."""

    def __init__(self, model: Model) -> None:
        super().__init__(model, _without_pictures)
        self._blind = not sees_pictures(model.name)

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation, with captions for pictures that cannot be seen."""
        if not any(message.pictures for message in messages):
            return await self._model.complete(messages, tools, schema=schema)
        if not self._blind:
            try:
                return await self._model.complete(messages, tools, schema=schema)
            except CannotSee:
                self._blind = True
        reply = await super().complete(messages, tools, schema=schema)
        return replace(reply, repairs=(*reply.repairs, BLIND))


def _without_pictures(messages: Sequence[Message]) -> list[Message]:
    return [_captioned(message) if message.pictures else message for message in messages]


def _captioned(message: Message) -> Message:
    text = "\n\n".join(filter(None, [message.text, CAPTION]))
    return replace(message, text=text, pictures=())
