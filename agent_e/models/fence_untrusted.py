"""Marks where the text of web pages begins and ends for a model.

This is the only place where page text is put between marks: agents keep it apart from their own,
in ``Message.page`` and in the results of functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from agent_e.prompts import render
from agent_e.safety import UntrustedContent, unescape
from agent_e.types import PageText

from .message_transforms import ModelMiddleware
from .model import Message, Model, Reply, ToolResult

PROMPT = "fence"


def fenced(model: Model, fence: UntrustedContent) -> Model:
    """Return the model behind the fence, except those that follow rules."""
    by_rules = model.name == "offline" or model.name.startswith("replay:")
    return model if by_rules else ModelMiddleware(model, partial(_fence, fence), _unescape)


def _fence(fence: UntrustedContent, messages: Sequence[Message]) -> list[Message]:
    result = joined(messages, fence.around)
    rule = render(PROMPT, mark=fence.mark)
    for at, message in enumerate(result):
        if message.role == "system":
            result[at] = replace(message, text=f"{message.text}\n\n{rule}")
            break
    return result


def _unescape(reply: Reply) -> Reply:
    calls = tuple(replace(c, arguments=unescape(c.arguments)) for c in reply.calls)
    return replace(reply, text=unescape(reply.text), calls=calls)


def joined(messages: Sequence[Message], around: Callable[[PageText], str]) -> list[Message]:
    """Insert page text, each piece passed through ``around``, back into the texts."""
    return [_joined(message, around) for message in messages]


def _joined(message: Message, around: Callable[[PageText], str]) -> Message:
    if not message.page and not message.results:
        return message
    text = "\n\n".join(filter(None, [message.text, around(message.page)]))
    results = tuple(_result(result, around) for result in message.results)
    return replace(message, text=text, page=PageText(), results=results)


def _result(result: ToolResult, around: Callable[[PageText], str]) -> ToolResult:
    text = "\n".join(filter(None, [around(result.shown), result.note]))
    return replace(result, text=text, view="", note="", quotes=PageText())
