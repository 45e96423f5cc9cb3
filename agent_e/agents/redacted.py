"""A model that is told no secrets: the redactor comes before every provider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .model import Message, Model, Reply, ToolSchema

Redact = Callable[[str], str]


class RedactedModel:
    """Passes every message through the redactor on its way to the model."""

    def __init__(self, model: Model, redact: Redact) -> None:
        self._model = model
        self._redact = redact

    @property
    def name(self) -> str:
        """Of the model itself."""
        return self._model.name

    async def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()
    ) -> Reply:
        """Answer the conversation; raises as the model itself does."""
        return await self._model.complete([self._clean(each) for each in messages], tools)

    async def close(self) -> None:
        """Release connections."""
        await self._model.close()

    def _clean(self, message: Message) -> Message:
        redact = self._redact
        return replace(
            message,
            text=redact(message.text),
            page=redact(message.page),
            calls=tuple(replace(c, arguments=redact(c.arguments)) for c in message.calls),
            results=tuple(
                replace(r, text=redact(r.text), view=redact(r.view), note=redact(r.note))
                for r in message.results
            ),
        )
