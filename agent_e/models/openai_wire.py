"""Conversion between our conversation and OpenAI's chat completions."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent_e.prompts import render
from agent_e.types import Usage

from .model import AnswerSchema, Message, Picture, ToolCall, ToolSchema, sendable
from .model_table import ModelRow
from .strict_schema import strict_schema

_CHARACTERS_PER_TOKEN = 4


def without(row: ModelRow, words: str) -> ModelRow | None:
    """Return the row without what a server refused with these words, if anything is left."""
    message = words.lower()
    for named, change in _changes(row, message):
        if any(name in message for name in named):
            left = replace(row, **change)
            if left != row:
                return left
    return None


def _changes(row: ModelRow, message: str) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    other = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
    effort = "none" if row.reasoning_effort is None and "none" in message else None
    # A server that parses no calls from the model's text is asked to enforce them.
    choice = "required" if row.tool_choice == "auto" and "parser" in message else "auto"
    return [
        (("response_format", "json_schema"), {"strict_answers": False}),
        (("reasoning_effort",), {"reasoning_effort": effort}),
        (("prompt_cache_key",), {"cache_key": False}),
        (("parallel_tool_calls",), {"parallel_calls": True}),
        (("max_tokens", "max_completion_tokens"), {"limit_name": other[row.limit_name]}),
        (("strict", "invalid schema for function", "grammar"), {"strict_tools": 0}),
        (("tool_choice", "tool choice", "tool-call-parser"), {"tool_choice": choice}),
        (("support tools", "support function", "'tools'", "tools:", "tools is"), {"tools": False}),
    ]


def request_of(
    messages: Sequence[Message],
    tools: Sequence[ToolSchema],
    row: ModelRow,
    schema: AnswerSchema | None = None,
    cache_key: str = "",
) -> dict[str, Any]:
    """Return the members of a request that the conversation decides.

    ``row`` is the model's, without what its server refuses; ``cache_key`` is shared by requests
    with the same prefix.
    """
    assert not any(each.page for each in messages), "what comes from pages needs a fence"
    held = _held(schema) if schema and row.strict_answers and not tools else {}
    if not row.tools:
        return {"messages": _messages(_in_words(messages, tools)), **held}
    request: dict[str, Any] = {"messages": _messages(messages), **held}
    if tools:
        strict = len(tools) <= row.strict_tools
        request["tools"] = [_tool(tool, strict=strict) for tool in tools]
        if row.tool_choice != "auto":
            request["tool_choice"] = row.tool_choice
        if not row.parallel_calls:
            request["parallel_tool_calls"] = False
        if row.reasoning_effort is not None:
            request["reasoning_effort"] = row.reasoning_effort
    if row.cache_key:
        request["prompt_cache_key"] = cache_key
    return request


def _messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    for message in messages:
        for each in _forms(message):
            before = sent[-1] if sent else {}
            if each["role"] == "user" == before.get("role"):
                # Templates of several open models need alternating turns.
                before["content"] = _joined(before["content"], each["content"])
            else:
                sent.append(each)
    return sent


def _forms(message: Message) -> list[dict[str, Any]]:
    text = sendable(message.text)
    match message.role:
        case "tool":
            return [
                {"role": "tool", "tool_call_id": each.call_id, "content": sendable(each.words)}
                for each in message.results
            ]
        case "user" if message.pictures:
            words = [{"type": "text", "text": text}] if text.strip() else []
            return [{"role": "user", "content": [*words, *map(_picture, message.pictures)]}]
        case "assistant" if message.calls:
            calls = [_call(call) for call in message.calls]
            return [{"role": "assistant", "content": text or None, "tool_calls": calls}]
        case "assistant" if not text.strip():
            return []  # several servers refuse an answer that is empty
    return [{"role": message.role, "content": text}]


def _joined(first: Any, second: Any) -> Any:
    if isinstance(first, str) and isinstance(second, str):
        return f"{first}\n\n{second}"
    return [*_parts(first), *_parts(second)]


def _parts(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _picture(picture: Picture) -> dict[str, Any]:
    data = base64.b64encode(picture.data).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}}


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = sendable(call.arguments)
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }


def _tool(tool: ToolSchema, *, strict: bool) -> dict[str, Any]:
    held = strict_schema(tool.parameters, all_required=True) if strict else None
    plain = {"type": "object", "properties": {}, **tool.parameters}
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": plain if held is None else held,
        **({} if held is None else {"strict": True}),
    }
    return {"type": "function", "function": function}


def _held(schema: AnswerSchema) -> dict[str, Any]:
    strict = strict_schema(schema.schema, all_required=True)
    if strict is None:
        return {}
    form = {"name": schema.name, "schema": strict, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": form}}


def _in_words(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> list[Message]:
    """Return the conversation with functions, calls and results turned into text.

    The form is that of Hermes and Qwen, which open models were trained on; ``text_tool_calls``
    parses the answers.
    """
    turns = [_in_turn(message) for message in messages]
    if not tools:
        return turns
    offer = render("functions", functions="\n".join(map(_offer, tools)), example=tools[0].name)
    if turns and turns[0].role == "system":
        return [replace(turns[0], text=f"{turns[0].text}\n\n{offer}"), *turns[1:]]
    return [Message(role="system", text=offer), *turns]


def _offer(tool: ToolSchema) -> str:
    shown = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters.get("properties", {}),
        "required": tool.parameters.get("required", []),
    }
    return json.dumps(shown, ensure_ascii=False)


def _in_turn(message: Message) -> Message:
    if message.role == "tool":
        responses = [f"<tool_response>\n{each.words}\n</tool_response>" for each in message.results]
        return Message(role="user", text="\n".join(responses))
    if message.calls:
        words = [message.text, *map(_written, message.calls)]
        return Message(role="assistant", text="\n".join(filter(None, words)))
    return message


def _written(call: ToolCall) -> str:
    return (
        f'<tool_call>{{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}</tool_call>'
    )


def calls_of(message: Any) -> tuple[ToolCall, ...]:
    """Return the calls of a completion's message.

    Raises:
        AttributeError, TypeError: it violates the protocol.
    """
    given = [(call.id, call.function) for call in message.tool_calls or ()]
    if not given and getattr(message, "function_call", None):
        given = [("", message.function_call)]  # the form from before there were tools
    return tuple(
        ToolCall(id=id or "", name=function.name, arguments=_arguments(function.arguments))
        for id, function in given
    )


def _arguments(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def text_of(message: Any) -> str:
    """Return the text of a completion's message, which some servers send in parts."""
    content = message.content
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content or ""


def usage_of(usage: Any, sent: Mapping[str, Any], text: str) -> Usage:
    """Count a reply's tokens; estimate from its characters where the server does not say."""
    if usage is None or not isinstance(usage.prompt_tokens, int):
        return Usage(
            calls=1,
            input_tokens=len(json.dumps(sent["messages"])) // _CHARACTERS_PER_TOKEN,
            output_tokens=len(text) // _CHARACTERS_PER_TOKEN,
        )
    details = getattr(usage, "prompt_tokens_details", None)
    return Usage(
        calls=1,
        input_tokens=usage.prompt_tokens,
        cached_tokens=getattr(details, "cached_tokens", None) or 0,
        cache_write_tokens=getattr(details, "cache_write_tokens", None) or 0,
        output_tokens=usage.completion_tokens or 0,
    )
