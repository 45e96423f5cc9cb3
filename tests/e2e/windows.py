"""A run whose window a person takes over: their hands, their site, and a model that can be held."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event
from typing import Any

from playwright.async_api import Page

from agent_e.agent import WebAgent
from agent_e.benchmarks.scripted import Answer, Scripted, by_role
from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings
from agent_e.human import Reply, RunControl
from agent_e.types import PersonRequest
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

CANARY = "kanarienvogel-7731"
"""What the person types: it may be in no file and in no request."""

HOME = """<!doctype html><title>Members</title><h1>Members</h1>
<form id=login action=/login method=post>
  <label>Email <input name=email></label>
  <label>Password <input name=pass type=password></label>
  <label>Country <select name=land><option>Norway<option>Peru</select></label>
  <button>Log in</button>
</form>
<label>Notes <textarea id=notes></textarea></label>
<div id=rich contenteditable role=textbox aria-label=Letter></div>
<button id=ask onclick="document.title = confirm('Really?') ? 'Sure' : 'Unsure'">Ask</button>
<button id=slow onclick="fetch('/slow').then(() => { document.title = 'Done'; })">Slow</button>
<label><input type=checkbox id=agree> I agree</label>
<a href=/help target=_blank>Help</a> <a href=/file.csv download>File</a>
<a href=/offers>Offers</a>
<iframe src=/inner title=Inner></iframe>"""

PAGES = {
    "/": HOME,
    "/help": "<title>Help</title><h1>Help</h1><label>Question <input id=q></label>",
    "/inner": "<title>Inner</title><label>Code <input id=code></label><button>Check</button>",
    "/offers": "<title>Offers</title><h1>Offers</h1><p>Fjord Wool Blanket, 40 kr</p>",
}


class Site:
    """The site; ``sent`` holds the bodies of posts, ``slow`` is what ``/slow`` waits for."""

    def __init__(self) -> None:
        self.base = ""
        self.sent: list[str] = []
        self.asked: list[str] = []
        self.slow = Event()


@contextmanager
def members(pages: Mapping[str, str] = PAGES) -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            return

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            site.asked.append(path)
            if path == "/slow":
                site.slow.wait(60)
            if path == "/file.csv":
                named = f"attachment; filename={CANARY}.csv"
                self._answer("a,b", {"Content-Disposition": named})
            else:
                self._answer(pages.get(path, "<title>Inside</title><h1>Welcome</h1>"))

        def do_POST(self) -> None:
            site.sent.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(303)
            self.send_header("Location", "/inside")
            self.end_headers()

        def _answer(self, body: str, headers: Mapping[str, str] | None = None) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

    with served(Handler) as base:
        site.base = base
        yield site
        site.slow.set()


class Model:
    """Answers from a script; a role's call whose number is in ``held`` waits to be let go."""

    def __init__(self, *, planner: Sequence[Answer], navigator: Sequence[Answer]) -> None:
        self._script = by_role(planner=planner, navigator=navigator)
        self._gates: dict[int, asyncio.Event] = {}
        self.calls = 0
        self.reached = asyncio.Event()

    def hold(self, number: int) -> asyncio.Event:
        """Hold the model call of this number, from 1; returns what lets it go."""
        return self._gates.setdefault(number, asyncio.Event())

    async def __call__(self, body: Mapping[str, Any]) -> Scripted:
        self.calls += 1
        if gate := self._gates.get(self.calls):
            self.reached.set()
            await gate.wait()
        return self._script(body)


def as_shown(chromium: Chromium) -> Callable[..., Any]:
    """Open sessions that pass for visible: what a window needs no screen for."""

    @asynccontextmanager
    async def opener(settings: BrowserSettings, **more: Any) -> AsyncIterator[BrowserSession]:
        chosen = BrowserSettings.model_validate(
            settings.model_dump(exclude={"headed"}, exclude_unset=True)
        )
        async with chromium.session(chosen, **more) as session:
            yield session

    return opener


class Person:
    """Hands on the window: trusted input that comes from no agent."""

    def __init__(self, agent: WebAgent) -> None:
        self._agent = agent

    @property
    def control(self) -> RunControl:
        control = self._agent.control
        assert control is not None
        return control

    @property
    def session(self) -> BrowserSession:
        workspace = self._agent._workspace
        assert workspace is not None and workspace._session is not None
        return workspace._session

    @property
    def page(self) -> Page:
        return self.session.active.page

    async def click(self, name: str, page: Page | None = None) -> None:
        page = page or self.page
        await page.click(f"text={name} >> visible=true")

    async def types(self, field: str, text: str, page: Page | None = None) -> None:
        page = page or self.page
        await page.focus(field)
        await page.keyboard.type(text)


class Patient:
    """A channel by which the person answers later."""

    name = "patient"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        await asyncio.Event().wait()


def files_with(folder: Path, words: str) -> list[str]:
    """The files of a run that hold these words, or are named so."""
    return [
        str(path)
        for path in sorted(folder.rglob("*"))
        if words in path.name or (path.is_file() and words.encode() in path.read_bytes())
    ]
