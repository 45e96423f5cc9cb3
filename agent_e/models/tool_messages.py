"""Calls and results as turns of text, for a model that knows of neither."""

from __future__ import annotations

from collections.abc import Sequence

from .model import Message


def flatten_tool_messages(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation with answers unchanged and results as user messages."""
    turns: list[Message] = []
    for message in messages:
        if message.role == "assistant":
            turns.append(Message(role="assistant", text=message.text))
        elif message.role == "tool":
            turns += [
                Message(
                    role="user",
                    text=result.note,
                    page=result.shown,
                    data=result.data,
                )
                for result in message.results
            ]
        else:
            turns.append(message)
    return turns
