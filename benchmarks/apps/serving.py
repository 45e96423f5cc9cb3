"""A private copy of an application for the duration of a block."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp

import psutil

from agent_e.benchmarks.sites.definition import RunningSite

from .app import App
from .installing import apps_folder
from .running import RunningApp, clear

_COPIES = "copies"


@asynccontextmanager
async def serve_app_copy(app: App) -> AsyncIterator[RunningSite]:
    """Install an application if need be, and serve a copy of it on a free port.

    Raises:
        AppFailed: a package is unavailable, or the application does not answer.
        ConfigError: the machine lacks packages that only root can install.
    """
    place = await asyncio.to_thread(_own_place, app)
    running = await asyncio.to_thread(RunningApp, app, place)
    try:
        await asyncio.to_thread(running.start)
        yield RunningSite(name=app.name, url=running.url, port=running.copy.port, backend=running)
    finally:
        await asyncio.to_thread(running.close)


def _own_place(app: App) -> Path:
    """Create a folder for this process, and remove those of dead processes."""
    copies = apps_folder() / app.name / _COPIES
    copies.mkdir(parents=True, exist_ok=True)
    for place in copies.iterdir():
        if not psutil.pid_exists(int(place.name.partition("-")[0])):
            clear(place)
    return Path(mkdtemp(prefix=f"{os.getpid()}-", dir=copies))
