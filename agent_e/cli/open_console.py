"""``agent-e console``: open the page of the runs, and serve it where nothing does."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.errors import ConfigError

from .aio import Signals, run_async, until_ended
from .options import flag, option, settings_of
from .output import print_note, print_out

if TYPE_CHECKING:
    from agent_e.config import Settings

_HOST = "127.0.0.1"
EPILOG = "For example: agent-e console --port 8070 --no-open"


def console(
    context: typer.Context,
    port: Annotated[
        int | None,
        option(
            "Port to listen on; 0 takes a free one (default: that of last time, if it is free).",
            "PORT",
            min=0,
            max=65535,
        ),
    ] = None,
    no_open: Annotated[bool, flag("--no-open", "Print the address and open no browser.")] = False,
    workers: Annotated[int, option("Browsers that runs share.", "N", min=1, max=64)] = 1,
    max_runs: Annotated[
        int, option("Runs at a time; others wait for their turn.", "N", min=1, max=1000)
    ] = 20,
) -> None:
    """Start, watch, answer and steer runs in a web page; prints an address that opens it once.

    Where a server has the folder of runs already, this prints its address and ends; else it
    serves the page until Ctrl-C.
    """
    settings = settings_of(context)

    async def main(signals: Signals) -> None:
        from agent_e.server.client import console_address

        address, problem = await console_address(settings.runs_dir)
        if address:
            print_out(address)
            if port and f":{port}/" not in address:
                print_note(f"The folder {settings.runs_dir} has this server already.")
            await _open(address, opens=not no_open)
            return
        try:
            await _serve(settings, port, workers, max_runs, opens=not no_open, problem=problem)
        finally:
            if signals.code:
                print_note(
                    "The console has ended. Runs that wait for you are asked again when it starts."
                )

    run_async(main)


async def _serve(
    settings: Settings,
    port: int | None,
    workers: int,
    max_runs: int,
    *,
    opens: bool,
    problem: str,
) -> None:
    from agent_e.server.console.sessions import ConsoleSessions
    from agent_e.server.server_file import AlreadyServed
    from agent_e.server.serving import serve_runs

    if port is None:
        last = ConsoleSessions(settings.runs_dir).port
        port = last if _is_free(last) else 0
    try:
        async with serve_runs(
            settings, host=_HOST, port=port, workers=workers, max_runs=max_runs
        ) as server:
            address = f"{server.url}/#key={server.sessions.new_key()}"
            print_out(address)
            await _open(address, opens=opens)
            print_note("Ctrl-C ends it.")
            await until_ended()
    except AlreadyServed as error:
        raise ConfigError(problem or str(error)) from error


async def _open(address: str, *, opens: bool) -> None:
    if opens and _has_display() and await asyncio.to_thread(webbrowser.open, address):
        print_note("Your browser opens it.")
        return
    print_note(
        "Open this address in a browser, once and within ten minutes; agent-e console prints "
        "another."
    )


def _has_display() -> bool:
    """Whether a browser has somewhere to appear: one in a terminal could not show the page."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _is_free(port: int) -> bool:
    if not port:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((_HOST, port))
        except OSError:
            return False
    return True
