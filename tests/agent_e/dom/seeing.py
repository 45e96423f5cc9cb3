"""A browser and the pages of ``tests/pages/seeing``, to look at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.dom.render.page_text import View, render
from agent_e.types import Node, Observation
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

PAGES = Path(__file__).parents[2] / "pages" / "seeing"


class _Pages(BaseHTTPRequestHandler):
    """Serves pages; ``{other}`` in one is the same server under another host's name."""

    def __init__(self, folder: Path, *request: Any) -> None:
        self.folder = folder
        super().__init__(*request)

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        path = self.folder / self.path.partition("?")[0].lstrip("/")
        name, _, port = self.headers["Host"].partition(":")
        other = f"http://{'127.0.0.1' if name == 'localhost' else 'localhost'}:{port}"
        found = path.is_file()
        body = path.read_text(encoding="utf-8").replace("{other}", other) if found else "nothing"
        data = body.encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def pages(folder: Path = PAGES) -> Iterator[str]:
    """Serve the pages of a folder; yields the address."""
    with served(partial(_Pages, folder)) as address:
        yield address


class Lookout:
    """A session on the pages, and what was last seen."""

    def __init__(self, session: BrowserSession, address: str) -> None:
        self.session = session
        self.address = address
        self.observer = PageObserver(session, DomSettings())
        self.page = Observation(url="", title="")

    async def open(self, name: str) -> str:
        """Open a page and return its outline without the first lines."""
        await self.session.goto(f"{self.address}/{name}.html")
        # Frames come after the document itself.
        await self.session.active.page.wait_for_load_state("load")
        return await self.look()

    async def write(self, html: str) -> str:
        """Make this the page's document and return its outline."""
        await self.session.active.page.set_content(html)
        return await self.look()

    async def look(self, view: View = "all_fields") -> str:
        self.page = await self.observer.observe()
        text = render(self.page, view=view, budget=100_000).text
        lines = text.split("\n")
        heads = ("Page: ", "URL: ", "Scroll: ", "Focus: ")
        return "\n".join(line for line in lines if not line.startswith(heads))

    def find(self, name: str) -> Node:
        found = [node for node in self.page.elements if node.name == name]
        assert len(found) == 1, (name, [node.name for node in self.page.elements])
        return found[0]

    def ids(self) -> dict[str, int]:
        return {node.name: node.mmid for node in self.page.elements if node.mmid is not None}

    async def script(self, expression: str) -> Any:
        return await self.session.active.page.evaluate(expression)


@asynccontextmanager
async def lookout(
    chromium: Chromium, downloads: Path, folder: Path = PAGES
) -> AsyncIterator[Lookout]:
    """Open a session on the pages of a folder."""
    with pages(folder) as address:
        async with chromium.session(downloads_dir=downloads) as session:
            yield Lookout(session, address)
