"""The connection to one server; nothing of the SDK leaves this file."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import IO, Any

from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CONNECTION_CLOSED, CallToolResult, TextContent, Tool
from pydantic import ValidationError

from agent_e.errors import SkillError, ToolServerFailed
from agent_e.text import clean, cut

from .servers import Call, Hint, gone
from .servers_file import ServerSettings

_START_S = 30.0
_CALL_S = 120.0
_MAX_REASON = 200


@asynccontextmanager
async def connect(
    name: str, settings: ServerSettings
) -> AsyncIterator[list[tuple[Tool, Hint, Call]]]:
    """Connect to a server; yields its tools, what each does, and how it is called.

    Raises:
        ToolServerFailed: it does not start, or does not answer as a server does.
    """
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(_START_S):
                    client = await _entered(stack, settings, said)
                    tools = await _tools(client)
            except Exception as error:  # of any layer of the SDK
                raise ToolServerFailed(
                    f"The MCP server {name} does not start: {_reason(error)}{_last_words(said)}. "
                    "Check its entry in the file of --mcp."
                ) from error
            yield [(tool, _hint(tool), _call(name, client, tool.name)) for tool in tools]


async def _entered(stack: AsyncExitStack, settings: ServerSettings, said: IO[str]) -> Client:
    if settings.url is not None:
        http = await stack.enter_async_context(create_mcp_http_client(headers=settings.headers))
        return await stack.enter_async_context(
            Client(streamable_http_client(settings.url, http_client=http))
        )
    assert settings.command is not None
    server = StdioServerParameters(
        command=settings.command, args=list(settings.args), env=settings.env, cwd=settings.cwd
    )
    return await stack.enter_async_context(Client(stdio_client(server, errlog=said)))  # type: ignore[arg-type]


async def _tools(client: Client) -> list[Tool]:
    page = await client.list_tools()
    tools = page.tools
    while page.next_cursor:
        page = await client.list_tools(cursor=page.next_cursor)
        tools = [*tools, *page.tools]
    return tools


def _hint(tool: Tool) -> Hint:
    hints = tool.annotations
    if hints is not None and hints.read_only_hint:
        return "reads"
    return "destroys" if hints is not None and hints.destructive_hint else "writes"


def _call(server: str, client: Client, tool: str) -> Call:
    async def call(arguments: dict[str, Any]) -> str:
        try:
            result = await client.call_tool(tool, arguments, read_timeout_seconds=_CALL_S)
        except MCPError as error:
            if error.code == CONNECTION_CLOSED:
                raise gone(server, _reason(error)) from error
            raise SkillError(f"{tool} of the MCP server {server}: {_reason(error)}.") from error
        except (ValidationError, RuntimeError, OSError) as error:
            raise SkillError(
                f"{tool} of {server} gave no usable answer: {_reason(error)}."
            ) from error
        if result.is_error:
            raise SkillError(f"{tool} of the MCP server {server} failed: {_text(result)}")
        return _text(result)

    return call


def _text(result: CallToolResult) -> str:
    """The result as text; what is none is named."""
    texts = [
        each.text if isinstance(each, TextContent) else f"({each.type} left out)"
        for each in result.content
    ]
    if not texts and result.structured_content is not None:
        return json.dumps(result.structured_content, ensure_ascii=False)
    return "\n".join(texts)


def _reason(error: BaseException) -> str:
    """The first cause, on one line."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return f"it did not answer within {_START_S:g} s"
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return cut(clean(words), _MAX_REASON).rstrip(".") or type(error).__name__


def _last_words(said: IO[str]) -> str:
    """What its process wrote last of errors, in brackets."""
    said.seek(0)
    lines = [line for line in said.read().splitlines() if line.strip()]
    return f" ({cut(clean(lines[-1]), _MAX_REASON)})" if lines else ""
