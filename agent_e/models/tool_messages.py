"""A conversation of calls and results, told to a model that knows of neither: as turns in words."""

from __future__ import annotations

from collections.abc import Sequence

from .model import Message


def flatten_tool_messages(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation with answers as they were given and results as what is said to it."""
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
