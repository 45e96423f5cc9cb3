"""Functions offered in words, to models whose server has no other way.

The form is that of Hermes and Qwen, which open models were trained on; what they answer is read by
``spoken``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from agent_e.prompts import render

from .model import Message, ToolCall, ToolSchema


def in_words(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> list[Message]:
    """Return the conversation without functions, calls and results: all of them are words."""
    told = [_told(message) for message in messages]
    if not tools:
        return told
    offer = render("functions", functions="\n".join(map(_line, tools)), example=tools[0].name)
    if told and told[0].role == "system":
        return [replace(told[0], text=f"{told[0].text}\n\n{offer}"), *told[1:]]
    return [Message(role="system", text=offer), *told]


def _line(tool: ToolSchema) -> str:
    shown = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters.get("properties", {}),
        "required": tool.parameters.get("required", []),
    }
    return json.dumps(shown, ensure_ascii=False)


def _told(message: Message) -> Message:
    if message.role == "tool":
        said = [f"<tool_response>\n{each.words}\n</tool_response>" for each in message.results]
        return Message(role="user", text="\n".join(said))
    if message.calls:
        words = [message.text, *map(_written, message.calls)]
        return Message(role="assistant", text="\n".join(filter(None, words)))
    return message


def _written(call: ToolCall) -> str:
    return (
        f'<tool_call>{{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}</tool_call>'
    )
