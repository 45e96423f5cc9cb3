"""The console in a real browser: a person at its pages, and a server with another for its runs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import ConsoleMessage, Locator, Page, Request, expect

from agent_e.benchmarks.scripted import Script, ScriptedServer, Thinking, scripted_server
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.server.serving import Serving, serve_runs
from tests.agent_e.server.serving import Api, api_of, settings_of
from tests.browsers import Chromium

expect.set_options(timeout=20_000)
LOOPBACK = ("127.0.0.1", "localhost")


class Console:
    """One tab with the console, and what went wrong in it.

    Attributes:
        problems: messages of the tab's console, errors of scripts, requests that left the machine.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.problems: list[str] = []
        page.on("console", self._on_message)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._on_request)

    def _on_message(self, message: ConsoleMessage) -> None:
        self.problems.append(f"{message.type}: {message.text}")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname not in LOOPBACK:
            self.problems.append(f"request to {request.url}")

    async def open(self, path: str) -> None:
        await self.page.goto(f"{self.url}/#/{path}")

    async def run(self, id_: str) -> None:
        """Open the page of a run."""
        await self.open(f"runs/{id_}")
        await expect(self.page.locator(".title h1")).to_be_visible()

    def card(self, title: str) -> Locator:
        """The card of the question with this text in its heading."""
        return self.page.locator(".card.ask").filter(
            has=self.page.get_by_role("heading", name=title)
        )

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


class Desk:
    """A server of runs with a scripted model, its client, and tabs with its console."""

    def __init__(self, stack: AsyncExitStack, chromium: Chromium, folder: Path) -> None:
        self.stack = stack
        self.chromium = chromium
        self.folder = folder
        self.consoles: list[Console] = []
        self.model: ScriptedServer
        self.server: Serving
        self.api: Api

    async def serve(
        self, script: Script | Thinking, site: str, *, grants: Sequence[Any] = (), **settings: Any
    ) -> Api:
        """Serve runs whose model answers from this script."""
        self.model = await self.stack.enter_async_context(scripted_server(script, grants=grants))
        given = settings_of(self.folder, self.model.base_url, **settings)
        self.server = await self.stack.enter_async_context(serve_runs(given))
        api = api_of(self.server.url, self.server.token, site)
        self.api = await self.stack.enter_async_context(api)
        return self.api

    async def console(self, *, width: int = 1280, height: int = 900, **options: Any) -> Console:
        """Open the console in a new profile, signed in by a key."""
        address = (await self.api.post("/console/keys", status=201))["address"]
        browser = await self.chromium.bare()
        context = await browser.new_context(viewport={"width": width, "height": height}, **options)
        self.stack.push_async_callback(context.close)
        console = Console(await context.new_page(), self.server.url)
        self.consoles.append(console)
        await console.page.goto(address)
        await expect(console.page.get_by_role("navigation", name="Pages")).to_be_visible()
        return console

    async def another_tab(self, console: Console) -> Console:
        """Open one more tab in the same profile."""
        tab = Console(await console.page.context.new_page(), self.server.url)
        self.consoles.append(tab)
        await tab.page.goto(self.server.url)
        return tab

    def journal(self, id_: str) -> list[dict[str, Any]]:
        lines = (self.folder / id_ / "events.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
async def desk(tmp_path: Path, chromium: Chromium) -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        desk = Desk(stack, chromium, tmp_path / "runs")
        yield desk
        problems = [each for console in desk.consoles for each in console.problems]
        assert problems == []


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site
