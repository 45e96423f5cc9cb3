"""The servers of a run: connected while it lasts, and none of their processes after it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.browser.doctor import Check
from agent_e.errors import SkillError, ToolServerFailed
from agent_e.skills import OCCASIONS, SKILLS, ask_user, fill_secret, visual_click

from .servers_file import ServerSettings

Hint = Literal["reads", "writes", "destroys"]
Call = Callable[[dict[str, Any]], Awaitable[str]]
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")
_MAX_NAME = 64
_MAX_DESCRIPTION = 1_000
_OURS = frozenset(
    skill.__name__
    for skill in (
        *SKILLS, *(each.skill for each in OCCASIONS), ask_user, fill_secret, visual_click
    )
) | {"browse", "finish", "get_function", "report", "update_plan"}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteTool:
    """A tool of a server.

    Attributes:
        name: as the agents call it, the server's name before its own.
        server: its server's name.
        description: by the server.
        schema: of its arguments.
        hint: what its annotations say it does; it writes where they say nothing.
        call: calls it; ``SkillError`` with the reason where that fails.
    """

    name: str
    server: str
    description: str
    schema: Mapping[str, Any]
    hint: Hint
    call: Call


@asynccontextmanager
async def connected(servers: Mapping[str, ServerSettings]) -> AsyncIterator[tuple[RemoteTool, ...]]:
    """Start or reach the servers, and end them with the block; yields their tools.

    Raises:
        ToolServerFailed: one does not start or cannot be reached, or two tools have one name.
    """
    async with AsyncExitStack() as stack:
        tools: dict[str, RemoteTool] = {}
        for name, settings in servers.items():
            # The SDK takes a second to import, and is an extra.
            from .connection import connect

            for listed, hint, call in await stack.enter_async_context(connect(name, settings)):
                tool = RemoteTool(
                    name=_UNFIT.sub("_", f"{name}_{listed.name}")[:_MAX_NAME],
                    server=name,
                    description=(listed.description or listed.name)[:_MAX_DESCRIPTION],
                    schema={"type": "object", "properties": {}, **listed.input_schema},
                    hint=hint,
                    call=call,
                )
                if tool.name in _OURS or tool.name in tools:
                    raise ToolServerFailed(
                        f"The tool {listed.name} of the MCP server {name} would have the name of "
                        f"another, {tool.name}. Give the server another name in the file of --mcp."
                    )
                tools[tool.name] = tool
        yield tuple(tools.values())


async def check_servers(servers: Mapping[str, ServerSettings]) -> list[Check]:
    """Connect to each server for a moment, and tell what it has."""
    found = []
    for name, settings in servers.items():
        try:
            async with connected({name: settings}) as tools:
                listed = ", ".join(f"{tool.name} ({tool.hint})" for tool in tools) or "no tools"
                found.append(Check(name=f"MCP {name}", ok=True, detail=listed))
        except ToolServerFailed as error:
            fix = "Mend its entry in the file of --mcp, or take it out."
            found.append(Check(name=f"MCP {name}", ok=False, detail=str(error), fix=fix))
    return found


def gone(server: str, reason: str) -> SkillError:
    """Return the error of a call whose server is not there any more."""
    return SkillError(f"The MCP server {server} has ended: {reason}. Go on without its tools.")
