"""What the benchmarks in a browser have in common: whom they compare with, where, and on what."""

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
    what: str, wanted: tuple[str, ...] | None, names: Iterable[str]
) -> tuple[str, ...] | None:
    """Return what was asked for; ``ConfigError`` when one of it is not among the names."""
    names = tuple(names)
    for name in wanted or ():
        if name not in names:
            raise ConfigError(f"There is no {what} {name}. There are: {', '.join(names)}.")
    return wanted


def check_repeats(options: PerfOptions) -> None:
    """Refuse a number of repeats that would measure nothing."""
    if options.repeats is not None and options.repeats < 1:
        raise ConfigError("--repeats is a number from 1.")


def cache_folder(options: PerfOptions) -> Path:
    """Return where environments of peers and fetched packages are kept."""
    return options.cache_dir or platformdirs.user_cache_path("agent-e", appauthor=False)


@asynccontextmanager
async def opened_session(options: PerfOptions) -> AsyncIterator[BrowserSession]:
    """Open a browser session of the size that is measured."""
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
    """Return browser-use, installed at need, to be run in the same Chromium as the session.

    Raises:
        PeerFailed: it cannot be had.
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
    """Return the expression whose promise is kept when the page is at rest and ``ready`` true.

    Args:
        ready: a JavaScript expression; ``""`` for the page's load event alone.
        scroll: where the page is scrolled to then, CSS pixels.
    """
    script = _PREPARE.read_text(encoding="utf-8").rstrip().rstrip(";")
    return f"({script})({json.dumps({'ready': ready, 'scroll': scroll})})"


def load() -> list[float] | None:
    """How busy the machine is, over 1, 5 and 15 minutes; ``None`` where it does not say."""
    return [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None


def telling(options: PerfOptions, about: str) -> Callable[[str], None]:
    """Return a way to tell of progress in one part."""
    return lambda line: options.tell(f"{about}: {line}")
