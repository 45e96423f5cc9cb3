"""The scripted server's other language: Anthropic's Messages API.

It refuses what the real one refuses, and counts its cache as the real one does: a prefix is read
where a mark, or one of the 20 blocks before it, ends one that an earlier request marked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Block = Mapping[str, Any]

_LOOK_BACK = 20
_MARKS = 4
_MARKABLE = {"text", "image", "tool_use", "tool_result"}


def as_chat(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request in the words of the other protocol, which is what scripts read."""
    messages: list[dict[str, Any]] = []
    if body.get("system"):
        text = "\n".join(block["text"] for block in body["system"])
        messages.append({"role": "system", "content": text})
    for message in body["messages"]:
        messages += _chat_messages(message["role"], message["content"])
    chat: dict[str, Any] = {"model": body["model"], "messages": messages}
    if body.get("tools"):
        chat["tools"] = [{"type": "function", "function": _function(t)} for t in body["tools"]]
    return chat


def _function(tool: Block) -> dict[str, Any]:
    return {
        "name": tool["name"],
        "description": tool["description"],
        "parameters": tool["input_schema"],
    }


def _chat_messages(role: str, content: Sequence[Block]) -> Iterator[dict[str, Any]]:
    for block in content:
        if block["type"] == "tool_result":
            yield {
                "role": "tool",
                "tool_call_id": block["tool_use_id"],
                "content": block["content"],
                **({"is_error": True} if block.get("is_error") else {}),
            }
    text = "\n".join(block["text"] for block in content if block["type"] == "text")
    calls = [block for block in content if block["type"] == "tool_use"]
    pictures = [block for block in content if block["type"] == "image"]
    if not (text or calls or pictures):
        return
    message: dict[str, Any] = {"role": role, "content": text}
    if calls:
        message["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": json.dumps(call["input"])},
            }
            for call in calls
        ]
    if pictures:
        message["content"] = [{"type": "text", "text": text}, *pictures]
    yield message


def problem(body: Mapping[str, Any]) -> str:
    """Say why the real API would refuse the request; ``""`` when it would not."""
    if not isinstance(body.get("max_tokens"), int):
        return "max_tokens: Field required"
    if not body["messages"]:
        return "messages: at least one message is required"
    marked = [block for block in _blocks(body) if "cache_control" in block]
    if len(marked) > _MARKS:
        return f"A maximum of 4 blocks with cache_control may be provided. Found {len(marked)}."
    if any(block.get("type", "text") not in _MARKABLE for block in marked):
        return "cache_control cannot be set for thinking blocks"
    owed: list[str] = []
    before = ""
    for number, message in enumerate(body["messages"]):
        said = _problem(message, owed, before)
        if said:
            return f"messages.{number}: {said}"
        before = message["role"]
        owed = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
    return f"messages: tool_use ids were found without tool_result blocks: {owed}" if owed else ""


def _problem(message: Mapping[str, Any], owed: Sequence[str], before: str) -> str:
    content = message["content"]
    if not content:
        return "all messages must have non-empty content"
    if not before and message["role"] != "user":
        return "first message must use the user role"
    if message["role"] == before:
        return "roles must alternate"  # the real API would join them; ours are joined already
    kinds = [block["type"] for block in content]
    if any(not block["text"].strip() for block in content if block["type"] == "text"):
        return "text content blocks must be non-empty"
    results = [block["tool_use_id"] for block in content if block["type"] == "tool_result"]
    if results != list(owed):
        return f"tool_use ids {list(owed)} were answered by tool_result ids {results}"
    if any(kind != "tool_result" for kind in kinds[: len(results)]):
        return "tool_result blocks must come first"
    inputs = [block["input"] for block in content if block["type"] == "tool_use"]
    if not all(isinstance(each, dict) for each in inputs):
        return "tool_use.input: Input should be a valid dictionary"
    return ""


def reply(content: Sequence[Block], body: Mapping[str, Any], usage: Mapping[str, int]) -> bytes:
    """Return a message as the API sends it."""
    calls = any(block["type"] == "tool_use" for block in content)
    message = {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {**usage, "output_tokens": len(json.dumps(content)) // 4},
    }
    return json.dumps(message).encode()


def content_of(
    text: str | None, calls: Sequence[tuple[str, Mapping[str, Any] | str]], number: int
) -> list[dict[str, Any]]:
    """Return the blocks of a reply; ids differ from those of the server's other replies.

    A call whose arguments are a text cannot be told in this protocol other than as that text.
    """
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    for place, (name, given) in enumerate(calls):
        call = {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": name, "input": given}
        blocks.append(call)
    return blocks


def error(status: int, message: str) -> bytes:
    """Return an error as the API sends it."""
    kinds = {
        400: "invalid_request_error",
        401: "authentication_error",
        402: "billing_error",
        403: "permission_error",
        404: "not_found_error",
        413: "request_too_large",
        429: "rate_limit_error",
        529: "overloaded_error",
    }
    kind = kinds.get(status, "api_error")
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()


class Cache:
    """The server's prompt cache; a token is four characters of JSON."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def usage(self, body: Mapping[str, Any]) -> dict[str, int]:
        """Count a request's input tokens, and remember what it marks."""
        digest = hashlib.sha256()
        ends: list[tuple[str, int]] = []
        marks: list[int] = []
        total = 0
        for number, block in enumerate(_blocks(body)):
            plain = json.dumps({k: v for k, v in block.items() if k != "cache_control"})
            digest.update(plain.encode())
            total += len(plain) // 4
            ends.append((digest.hexdigest(), total))
            if "cache_control" in block:
                marks.append(number)
        read = max(
            (
                tokens
                for mark in marks
                for key, tokens in ends[max(0, mark - _LOOK_BACK) : mark + 1]
                if key in self._known
            ),
            default=0,
        )
        self._known |= {ends[mark][0] for mark in marks}
        upto = ends[marks[-1]][1] if marks else 0
        return {
            "input_tokens": total - upto,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": max(0, upto - read),
        }


def _blocks(body: Mapping[str, Any]) -> Iterator[Block]:
    """Every block in the order in which the API reads them."""
    yield from body.get("tools", ())
    yield from body.get("system", ())
    for message in body["messages"]:
        yield from message["content"]
