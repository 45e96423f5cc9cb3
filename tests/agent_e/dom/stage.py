"""A browser on a local site, to act in and to be told what happened."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from hashlib import sha1
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom.actions.actor import PageActor
from agent_e.dom.observe.observer import PageObserver
from agent_e.types import ChangeReport, Node, Observation
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

PAGES = Path(__file__).parents[2] / "pages" / "acting"


class _Site(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        wait = float(parse_qs(address.query).get("s", ["0"])[0])
        if address.path == "/slow":
            time.sleep(wait)
            self._answer(200, "text/plain", "42")
        elif address.path == "/slow-page":
            time.sleep(wait)
            self._answer(200, "text/html", "<title>Slow page</title><h1>Here at last</h1>")
        elif address.path == "/file.csv":
            self._answer(
                200,
                "text/csv",
                "a,b\n1,2\n",
                {"Content-Disposition": "attachment; filename=report.csv"},
            )
        elif address.path == "/thanks":
            self._answer(200, "text/html", "<title>Thanks</title><h1>Thank you</h1>")
        elif address.path == "/socket":
            self._push()
        elif address.path == "/missing":
            self._answer(404, "text/html", "<title>Not here</title><h1>No such page</h1>")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/send":
            time.sleep(0.3)
            self._answer(303, "text/html", "", {"Location": "/thanks"})
        elif self.path == "/ok":
            self._answer(200, "text/plain", "ok")
        elif self.path == "/refuse":
            self._answer(422, "text/html", "<title>Refused</title><h1>Name is missing</h1>")
        else:
            self._answer(500, "text/plain", "broken")

    def _push(self) -> None:
        """Open a web socket and send one message after the first that comes."""
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        accept = b64encode(sha1(key.encode(), usedforsecurity=False).digest()).decode()
        self.send_header("Sec-WebSocket-Accept", accept)
        self.end_headers()
        self.rfile.read(6)
        message = b"EUR 12"
        self.wfile.write(bytes([0x81, len(message)]) + message)
        self.close_connection = True

    def _answer(
        self, status: int, kind: str, body: str, headers: dict[str, str] | None = None
    ) -> None:
        with suppress(ConnectionError):  # the page may have left before its answer came
            self._send(status, kind, body, headers)

    def _send(self, status: int, kind: str, body: str, headers: dict[str, str] | None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": f"{kind}; charset=utf-8", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())


@contextmanager
def site() -> Iterator[str]:
    """Serve ``tests/pages/acting`` and a few answers that pages ask for; yields the address."""
    with served(partial(_Site, directory=str(PAGES))) as address:
        yield address


class Stage:
    """A session with its observer and actor, on the local site."""

    def __init__(self, session: BrowserSession, address: str, settings: DomSettings) -> None:
        self.session = session
        self.address = address
        self.observer = PageObserver(session, settings)
        self.actor = PageActor(session, self.observer, 10.0)
        self.page = Observation(url="", title="")
        self.words = ""

    async def open(self, page: str) -> Observation:
        await self.act(self.session.goto(f"{self.address}/{page}.html"))
        return await self.look()

    async def look(self) -> Observation:
        self.page = await self.observer.observe()
        self.observer.render(self.page)
        return self.page

    def find(self, name: str) -> Node:
        found = [node for node in self.page.elements if name in (node.name, node.description)]
        assert len(found) == 1, f"{name!r}: {found} in {[n.name for n in self.page.elements]}"
        return found[0]

    def id(self, name: str) -> int:
        mmid = self.find(name).mmid
        assert mmid is not None
        return mmid

    async def act(self, action: Awaitable[Any]) -> ChangeReport:
        """Do it as a skill does: watched, settled, told. ``words`` is what the model reads."""
        watch = self.observer.watch()
        await watch.start()
        self.result = await action
        report = await watch.finish()
        self.words = self.observer.describe(report)
        return report

    async def click(self, name: str) -> ChangeReport:
        return await self.act(self.actor.click(self.id(name)))

    async def enter(self, name: str, text: str) -> str:
        await self.act(self.actor.enter_text(self.id(name), text))
        return str(self.result.holds)

    async def script(self, expression: str) -> Any:
        return await self.session.active.page.evaluate(expression)


@asynccontextmanager
async def stage(chromium: Chromium, downloads: Path) -> AsyncIterator[Stage]:
    """Open a session on the local site."""
    with site() as address:
        async with chromium.session(downloads_dir=downloads) as session:
            yield Stage(session, address, DomSettings())
