"""A browser on a site of a test, and the skills called by name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.browser import BrowserSession
from agent_e.journal import Journal, read_events
from agent_e.types import SkillResult
from tests.browsers import Chromium
from tests.skills.called import Skills


class Room:
    def __init__(self, session: BrowserSession, journal: Journal, folder: Path, base: str) -> None:
        self._skills = Skills(session, journal)
        self.context = self._skills.context
        self.session = session
        self.folder = folder
        self.base = base
        self.since = 0

    async def do(self, skill: str, **arguments: Any) -> SkillResult:
        return await self._skills.do(skill, **arguments)

    async def open(self, path: str) -> None:
        await self.session.goto(self.base + path)

    async def write(self, html: str) -> None:
        """Make this the page's document."""
        await self.session.active.page.set_content(html)

    async def script(self, expression: str) -> Any:
        return await self.session.active.page.evaluate(expression)

    async def mmid(self, name: str) -> int:
        page = await self.context.observer.observe()
        self.context.observer.render(page)
        return next(node.mmid for node in page.elements if node.name == name and node.mmid)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind since ``forget``."""
        found = [event for event in read_events(self.folder) if event["seq"] > self.since]
        return [event for event in found if event["kind"] == kind]

    def forget(self) -> None:
        """Let nothing of the test before be among the events."""
        self.since = max((event["seq"] for event in read_events(self.folder)), default=0)


def _happened(journal: Journal, what: str, **fields: Any) -> None:
    journal.write("browser.event", what=what, **fields)


@asynccontextmanager
async def room(
    chromium: Chromium, folder: Path, routes: Sequence[BaseRoute]
) -> AsyncIterator[Room]:
    journal = Journal(folder)
    async with (
        serve_app(Starlette(routes=list(routes))) as port,
        chromium.session(
            downloads_dir=folder / "downloads",
            on_event=partial(_happened, journal),
        ) as session,
    ):
        yield Room(session, journal, folder, f"http://127.0.0.1:{port}")
    journal.close()
