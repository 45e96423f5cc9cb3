"""Shared parts of the browser benchmarks: peers, sessions and pages."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import platformdirs

from agent_e.browser import BrowserSession
from agent_e.browser.chromium import FLAGS, find_chromium
from agent_e.config import BrowserSettings
from agent_e.errors import ConfigError

from .peers import BrowserUse, PlaywrightPeer, installed_browser_use
from .record import PerfOptions

VIEWPORT = (1280, 720)
DEFAULT_PEERS = (PlaywrightPeer.name,)
_PREPARE = Path(__file__).parent / "peers" / "prepare.js"


def known(
    what: str, chosen: tuple[str, ...] | None, names: Iterable[str]
) -> tuple[str, ...] | None:
    """Return the chosen names; ``ConfigError`` when one is unknown."""
    names = tuple(names)
    for name in chosen or ():
        if name not in names:
            raise ConfigError(f"There is no {what} {name}. There are: {', '.join(names)}.")
    return chosen


def check_repeats(options: PerfOptions) -> None:
    """Refuse a number of repeats that would measure nothing."""
    if options.repeats is not None and options.repeats < 1:
        raise ConfigError("--repeats is a number from 1.")


def cache_folder(options: PerfOptions) -> Path:
    """Return the folder of peers' environments and fetched packages."""
    return options.cache_dir or platformdirs.user_cache_path("agent-e", appauthor=False)


@asynccontextmanager
async def opened_session(options: PerfOptions) -> AsyncIterator[BrowserSession]:
    """Open a browser session of the measured size."""
    width, height = VIEWPORT
    settings = BrowserSettings(
        executable=options.executable, viewport_width=width, viewport_height=height
    )
    with tempfile.TemporaryDirectory(prefix="agent-e-") as downloads:
        async with BrowserSession.open(
            settings, downloads_dir=Path(downloads), on_event=lambda what, **fields: None
        ) as session:
            yield session


async def browser_use_beside(session: BrowserSession, options: PerfOptions) -> BrowserUse:
    """Return browser-use, installed on demand, to be run in the same Chromium as the session.

    Raises:
        PeerFailed: it is unavailable.
    """
    browser = session.active.page.context.browser
    assert browser is not None
    chromium = find_chromium(options.executable, browser.browser_type.executable_path)
    return await installed_browser_use(
        cache_folder(options) / "peers",
        chromium.path,
        viewport=VIEWPORT,
        flags=FLAGS,
        tell=options.tell,
    )


def preparing(*, ready: str = "", scroll: int = 0) -> str:
    """Return an expression whose promise resolves when the page is at rest and ``ready`` true.

    Args:
        ready: a JavaScript expression; ``""`` for the page's load event alone.
        scroll: the page's scroll position then, CSS pixels.
    """
    script = _PREPARE.read_text(encoding="utf-8").rstrip().rstrip(";")
    return f"({script})({json.dumps({'ready': ready, 'scroll': scroll})})"


def load() -> list[float] | None:
    """The machine's load over 1, 5 and 15 minutes; ``None`` where unknown."""
    return [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None


def telling(options: PerfOptions, about: str) -> Callable[[str], None]:
    """Return a progress callback for one part."""
    return lambda line: options.tell(f"{about}: {line}")
