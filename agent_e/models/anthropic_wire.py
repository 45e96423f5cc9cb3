"""Conversion of our conversation to a request of Anthropic's Messages API."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from .model import AnswerSchema, Message, Picture, ToolCall, ToolResult, ToolSchema, sendable
from .strict_schema import strict_schema

Block = dict[str, Any]

_MARK = {"type": "ephemeral"}


@dataclass(frozen=True, kw_only=True, slots=True)
class ThinkingReply:
    """A reply with thinking, unchanged.

    Thinking has to go back unchanged, and is valid only after the very text it was made for: the
    newer models refuse the request otherwise. So it is sent where nothing before it has
    changed, and left out elsewhere (fewer functions offered, an old picture taken out).

    Attributes:
        blocks: all of the reply, in order.
        prefix: digest of everything sent before it.
        text: the reply's text as we passed it on.
        calls: its calls as we passed them on.
    """

    blocks: tuple[Block, ...]
    prefix: str
    text: str
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """The request: ``messages`` alternate between user and assistant; ``prefix`` is its digest.

    ``form`` is the format of an answer that the provider holds to a schema.
    """

    system: list[Block]
    tools: list[Block]
    messages: list[dict[str, Any]]
    prefix: str
    form: Block | None = None


def request_of(
    messages: Sequence[Message],
    tools: Sequence[ToolSchema],
    *,
    strict: bool = False,
    schema: AnswerSchema | None = None,
) -> Request:
    """Build the request, with at most four cache marks.

    With ``strict`` the provider enforces the functions' schemas, where they fit, and
    with a ``schema`` that of the answer.
    """
    assert not any(each.page for each in messages), "what comes from pages needs a fence"
    offered = [_tool(tool, strict=strict) for tool in tools]
    system = [_text(message.text) for message in messages if message.role == "system"]
    system = [block for block in system if block["text"].strip()]
    digest = hashlib.sha256(json.dumps([offered, system]).encode())
    turns: list[dict[str, Any]] = []
    for message in messages:
        content = _content(message, digest.hexdigest())
        if not content:
            continue
        role = "assistant" if message.role == "assistant" else "user"
        digest.update(json.dumps([role, content]).encode())
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += content
        else:
            turns.append({"role": role, "content": content})
    user_turns = [turn["content"] for turn in turns if turn["role"] == "user"]
    for blocks in user_turns:
        # A result that follows anything else is refused as belonging to no call.
        blocks.sort(key=lambda block: block["type"] != "tool_result")
    # The mark before the newest one is where the last request's cache ends, however long the
    # turns between are: the provider looks back over 20 blocks only.
    for marked in (offered, system, *user_turns[-2:]):
        if marked:
            marked[-1]["cache_control"] = _MARK
    held = strict_schema(schema.schema, all_required=True) if schema else None
    return Request(
        system=system,
        tools=offered,
        messages=turns,
        prefix=digest.hexdigest(),
        form={"type": "json_schema", "schema": held} if held else None,
    )


def _content(message: Message, prefix: str) -> list[Block]:
    match message.role:
        case "system":
            return []
        case "tool":
            return [_result(result) for result in message.results]
        case "user":
            pictures = [_picture(picture) for picture in message.pictures]
            return [*pictures, *_words(message.text)]
    state = message.provider_state
    if (
        isinstance(state, ThinkingReply)
        and state.prefix == prefix
        and (state.text, state.calls) == (message.text, message.calls)
    ):
        return [dict(block) for block in state.blocks]
    return [*_words(message.text), *(_call(call) for call in message.calls)]


def _words(text: str) -> list[Block]:
    """Return no block for blank text: the API refuses it."""
    return [_text(text)] if text.strip() else []


def _text(text: str) -> Block:
    return {"type": "text", "text": sendable(text)}


def _picture(picture: Picture) -> Block:
    data = base64.b64encode(picture.data).decode()
    source = {"type": "base64", "media_type": picture.media_type, "data": data}
    return {"type": "image", "source": source}


def _call(call: ToolCall) -> Block:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call.arguments)}


def _input(arguments: str) -> dict[str, Any]:
    """Return the object of the arguments, or one that holds the raw text instead."""
    try:
        value = json.loads(arguments, parse_constant=_refuse)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return {"unreadable_arguments": sendable(arguments)}
    whole: dict[str, Any] = json.loads(sendable(json.dumps(value, ensure_ascii=False)))
    return whole


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _result(result: ToolResult) -> Block:
    block: Block = {
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": sendable(result.words) if result.words.strip() else "(nothing)",
    }
    if result.is_error:
        block["is_error"] = True
    return block


def _tool(tool: ToolSchema, *, strict: bool) -> Block:
    held = strict_schema(tool.parameters, all_required=False) if strict else None
    schema = {"type": "object", "properties": {}, **tool.parameters} if held is None else held
    block: Block = {"name": tool.name, "description": tool.description, "input_schema": schema}
    return block if held is None else {**block, "strict": True}
