"""The same page seen by a browser and read from its source, and how the two differ."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from difflib import SequenceMatcher
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver, read_saved
from agent_e.types import Observation
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

PAGES = Path(__file__).parents[3] / "pages"
GEOMETRY = {"off-screen", "covered", "visited"}


class Row(NamedTuple):
    """What a line says wherever it is read; ``within`` names what it stands in."""

    role: str
    name: str
    value: str | None
    states: tuple[str, ...]
    level: int | None
    description: str
    options: tuple[str, ...]
    href: str | None
    glue: str | None
    within: str


def rows(page: Observation) -> list[Row]:
    found: list[Row] = []
    path: list[tuple[int, str]] = []
    for node in page.nodes:
        while path and path[-1][0] >= node.depth:
            path.pop()
        states = tuple(state for state in node.states if state not in GEOMETRY)
        within = path[-1][1] if path else ""
        found.append(
            Row(
                node.role,
                node.name,
                node.value,
                states,
                node.level,
                node.description,
                node.options,
                node.href,
                node.glue,
                within,
            )
        )
        path.append((node.depth, f"{node.role} {node.name}"))
    return found


def differences(live: list[Row], saved: list[Row]) -> tuple[list[Row], list[Row]]:
    """Rows that only the first has, and rows that only the second has, in order."""
    gone: list[Row] = []
    new: list[Row] = []
    matcher = SequenceMatcher(None, live, saved, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            gone += live[a:b]
            new += saved[c:d]
    return gone, new


class _Pages(BaseHTTPRequestHandler):
    """Serves ``tests/pages`` and what a test has written."""

    written: dict[str, bytes]

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].lstrip("/")
        path = PAGES / name
        found = self.written.get(name) or (path.read_bytes() if path.is_file() else None)
        data = found or b"<title>Nothing</title>"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def _serving(written: dict[str, bytes]) -> Iterator[str]:
    handler = type("Pages", (_Pages,), {"written": written})
    with served(handler) as address:
        yield address


class Both:
    """A browser and a server; reads pages both ways."""

    def __init__(self, session: BrowserSession, address: str, written: dict[str, bytes]) -> None:
        self.session = session
        self.address = address
        self._written = written

    async def read(self, page: str) -> tuple[list[Row], list[Row]]:
        """Read a page of ``tests/pages`` live and from its source."""
        return await self.read_address(f"{self.address}/{page}")

    async def read_html(self, html: str) -> tuple[list[Row], list[Row]]:
        self._written["written.html"] = html.encode()
        return await self.read("written.html")

    async def read_address(self, url: str) -> tuple[list[Row], list[Row]]:
        await self.session.goto(url)
        await self.session.active.page.wait_for_load_state("load")
        live = await PageObserver(self.session, DomSettings()).observe()
        source = await asyncio.to_thread(lambda: urlopen(url).read())
        saved = read_saved(source, url=live.url)
        assert saved.title == live.title
        return rows(live), rows(saved)


@asynccontextmanager
async def both_readers(chromium: Chromium, downloads: Path) -> AsyncIterator[Both]:
    written: dict[str, bytes] = {}
    with _serving(written) as address:
        async with chromium.session(downloads_dir=downloads) as session:
            yield Both(session, address, written)
