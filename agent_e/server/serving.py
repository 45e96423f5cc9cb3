"""The complete server: its browsers, its runs and their API."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.config import Settings

from .access import LOCAL_NAMES
from .app import build_app
from .browsers import Browsers
from .console.sessions import ConsoleSessions
from .runs import Runs
from .server_file import published, sole_server


@dataclass(frozen=True, kw_only=True, slots=True)
class Serving:
    """A running server: its address, its token, its runs and browsers, who is signed in."""

    url: str
    token: str
    sessions: ConsoleSessions
    runs: Runs
    browsers: Browsers


@asynccontextmanager
async def serve_runs(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    workers: int = 1,
    max_runs: int = 20,
    names: Collection[str] = (),
) -> AsyncIterator[Serving]:
    """Serve runs while the block runs.

    Args:
        settings: defaults of runs.
        host: address to listen on.
        port: 0 takes a free one.
        workers: number of browsers.
        max_runs: concurrent runs; others wait for their turn.
        names: host names of the server, beside this machine's own.

    Raises:
        ConfigError: the port or the folder of runs cannot be used.
    """
    token = secrets.token_urlsafe(32)
    with sole_server(settings.runs_dir):
        browsers = Browsers(settings.browser, workers=workers, limit=max_runs)
        runs = Runs(settings, browsers.open)
        sessions = ConsoleSessions(settings.runs_dir)
        try:
            await runs.begin()
            known = {*LOCAL_NAMES, host.lower(), *names}
            app = build_app(runs, token=token, names=known, sessions=sessions)
            async with serve_app(app, host=host, port=port, sockets=True) as bound:
                sessions.use_port(bound)
                shown = f"[{host}]" if ":" in host else host
                url = f"http://{shown}:{bound}"
                with published(settings.runs_dir, url=url, token=token):
                    try:
                        yield Serving(
                            url=url, token=token, sessions=sessions, runs=runs, browsers=browsers
                        )
                    finally:
                        # This ends event streams, for which serve_app waits.
                        await runs.close()
        finally:
            await runs.close()
            await browsers.close()
