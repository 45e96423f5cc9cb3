"""A request to a model as the conversation it was before it was sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.agents.model import Message, ToolCall, ToolResult, ToolSchema

_MARK = re.compile(r"<(?P<mark>[a-z]{6})> and </(?P=mark)>")


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One request.

    Attributes:
        messages: without the marks around the words of pages.
        pages: the words between the marks, oldest first.
    """

    messages: Sequence[Message]
    tools: Sequence[ToolSchema]
    pages: Sequence[str]


def read_request(body: Mapping[str, Any]) -> Asked:
    """Read the body of a request in the words of chat completions."""
    system = next((m["content"] for m in body["messages"] if m["role"] == "system"), "")
    found = _MARK.search(str(system))
    fence = re.compile(rf"<{found['mark']}>\n(.*?)\n</{found['mark']}>", re.S) if found else None
    sent = [(message, _text(message.get("content"))) for message in body["messages"]]
    plain = [(message, fence.sub(r"\1", text) if fence else text) for message, text in sent]
    tools = [tool["function"] for tool in body.get("tools", ())]
    return Asked(
        messages=_messages(plain),
        tools=[
            ToolSchema(name=t["name"], description=t["description"], parameters=t["parameters"])
            for t in tools
        ],
        pages=[
            page
            for message, text in sent
            if fence and message["role"] in ("user", "tool")
            for page in fence.findall(text)
        ],
    )


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content or ""


def _messages(sent: Sequence[tuple[Mapping[str, Any], str]]) -> list[Message]:
    found: list[Message] = []
    for message, text in sent:
        if message["role"] != "tool":
            calls = tuple(map(_call, message.get("tool_calls", ())))
            found.append(Message(role=message["role"], text=text, calls=calls))
            continue
        given = ToolResult(
            call_id=message["tool_call_id"],
            name="",
            text=text,
            is_error=bool(message.get("is_error")),
        )
        before = found.pop() if found and found[-1].role == "tool" else Message(role="tool")
        found.append(Message(role="tool", results=(*before.results, given)))
    return found


def _call(call: Mapping[str, Any]) -> ToolCall:
    function = call["function"]
    return ToolCall(id=call["id"], name=function["name"], arguments=function["arguments"])
