"""``agent-e mcp``: let a host of the Model Context Protocol use agent-e."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from agent_e.errors import ConfigError

from .aio import Signals, run_async
from .options import flag, option, settings_of
from .output import print_note, print_out

HTTP = "HTTP"


def mcp(
    context: typer.Context,
    http: Annotated[
        bool, flag("--http", "Serve over HTTP instead of stdin and stdout.", panel=HTTP)
    ] = False,
    host: Annotated[str, option("Address to listen on.", "HOST", panel=HTTP)] = "127.0.0.1",
    port: Annotated[
        int, option("Port to listen on; 0 takes a free one.", "PORT", panel=HTTP, min=0, max=65535)
    ] = 0,
    name: Annotated[
        list[str] | None,
        option(
            "Name that others may call this server by, beside localhost; may be repeated.",
            "HOST",
            panel=HTTP,
        ),
    ] = None,
) -> None:
    """Give a host of the Model Context Protocol a browser to act in, and whole tasks to order."""
    from agent_e.mcp_client import require_mcp

    if not http and (port or name or host != "127.0.0.1"):
        raise ConfigError("--host, --port and --name are for --http. Give that too.")
    require_mcp()
    settings = settings_of(context)

    async def main(signals: Signals) -> None:
        from agent_e.mcp.serving import serve_http, serve_stdio
        from agent_e.server.server_file import ADDRESS_FILE

        if not http:
            if sys.stdin.isatty():
                print_note(
                    "This speaks the Model Context Protocol over stdin and stdout: have a host "
                    "start it, as the guide MCP shows. Ctrl-C ends it."
                )
            await serve_stdio(settings)
            return
        names = [each.lower() for each in name or ()]
        async with serve_http(settings, host=host, port=port, names=names) as url:
            print_out(url)
            print_note(f"The token is in {settings.runs_dir / ADDRESS_FILE}. Ctrl-C ends it.")
            await asyncio.get_running_loop().create_future()

    run_async(main)
