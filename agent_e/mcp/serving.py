"""The server on its transports: stdio and HTTP."""

from __future__ import annotations

import asyncio
import os
import secrets
import stat
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.config import Settings
from agent_e.server.access import LOCAL_NAMES, Access
from agent_e.server.request_limits import MAX_BYTES
from agent_e.server.server_file import published, sole_server

from .host_server import HostServer


async def serve_stdio(settings: Settings) -> None:
    """Serve the client at stdin and stdout until it closes them; nothing else is written there."""
    stdin: Any = await _piped_lines()
    async with HostServer(settings) as server, stdio_server(stdin) as (read, write):
        protocol = server.protocol
        await protocol.run(read, write, protocol.create_initialization_options())


async def _piped_lines() -> AsyncIterator[str] | None:
    """The lines of stdin where it is a pipe or a terminal; ``None`` leaves it to the SDK.

    The SDK's thread cannot be cancelled while it waits for a line: a signal would not end us.
    """
    if sys.platform == "win32":
        return None
    if os.isatty(0):
        # Opened anew: it is read without blocking, and what is written there must block.
        stdin = os.open(os.ttyname(0), os.O_RDONLY | os.O_NOCTTY)
    elif stat.S_ISFIFO(os.fstat(0).st_mode):
        stdin = os.dup(0)
    else:
        return None
    reader = asyncio.StreamReader(limit=MAX_BYTES)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(stdin, "rb", 0)
    )

    async def lines() -> AsyncIterator[str]:
        while line := await reader.readline():
            yield line.decode("utf-8", "replace")

    return lines()


@asynccontextmanager
async def serve_http(
    settings: Settings, *, host: str = "127.0.0.1", port: int = 0, names: Collection[str] = ()
) -> AsyncIterator[str]:
    """Serve clients that have the token, over streamable HTTP, while the block runs.

    The token is published as that of ``agent-e serve``.

    Args:
        settings: of the server.
        host: address to listen on.
        port: 0 takes a free one.
        names: host names of the server, beside this machine's own.

    Yields:
        The address.

    Raises:
        ConfigError: the port or the folder of runs cannot be used.
    """
    token = secrets.token_urlsafe(32)
    # Access checks names and origins already.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    with sole_server(settings.runs_dir):
        async with HostServer(settings) as server:
            app = server.protocol.streamable_http_app(transport_security=unchecked)
            access = Access(app, token=token, names={*LOCAL_NAMES, host.lower(), *names})
            async with (
                server.protocol.session_manager.run(),
                serve_app(access, host=host, port=port) as bound,
            ):
                shown = f"[{host}]" if ":" in host else host
                url = f"http://{shown}:{bound}/mcp"
                with published(settings.runs_dir, url=url, token=token):
                    yield url
