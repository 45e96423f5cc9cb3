"""An MCP host for tests: the SDK's own client, and a person who answers what it shows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from agent_e.config import Settings
from agent_e.mcp.serving import serve_http
from agent_e.server.server_file import server_of


@dataclass(kw_only=True)
class Person:
    """Gives one answer to everything, and remembers what it was shown."""

    answer: str
    shown: list[str] = field(default_factory=list)

    async def answered(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
        self.shown.append(params.message)
        return ElicitResult(action="accept", content={"answer": self.answer})


def words(result: CallToolResult) -> str:
    return "\n".join(each.text for each in result.content if isinstance(each, TextContent))


@asynccontextmanager
async def http_host(
    settings: Settings, *, person: Person | None = None, mode: str = "auto"
) -> AsyncIterator[Client]:
    """Serve over HTTP, and connect to it."""
    async with serve_http(settings) as url:
        token = server_of(settings.runs_dir)["token"]
        headers = {"authorization": f"Bearer {token}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(url, http_client=http)
            answered = person.answered if person is not None else None
            async with Client(transport, mode=mode, elicitation_callback=answered) as client:
                yield client


def result_of(runs: Path) -> dict[str, Any]:
    """The result of the only run."""
    [file] = runs.glob("*/result.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found
