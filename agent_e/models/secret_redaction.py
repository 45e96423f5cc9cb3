"""Keeps secrets from a model: the redactor is the last before every provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent_e.types import PageText

from .message_transforms import ModelMiddleware
from .model import Message, Model

Redact = Callable[[str], str]


def redacted(model: Model, redact: Redact) -> Model:
    """Return the model behind the redactor."""
    return ModelMiddleware(model, lambda messages: [_clean(each, redact) for each in messages])


def _clean(message: Message, redact: Redact) -> Message:
    return replace(
        message,
        text=redact(message.text),
        page=PageText(redact(message.page.raw)),
        calls=tuple(replace(c, arguments=redact(c.arguments)) for c in message.calls),
        results=tuple(
            replace(
                r,
                text=redact(r.text),
                view=redact(r.view),
                note=redact(r.note),
                quotes=PageText(redact(r.quotes.raw)),
            )
            for r in message.results
        ),
    )
