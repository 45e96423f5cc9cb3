"""Real widgets from npm packages, on a local site, driven by the skills as a model drives them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.browser import BrowserSession
from agent_e.journal import Journal
from tests.browsers import Chromium
from tests.skills.called import Skills

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "tests" / "pages" / "widgets"
PACKAGES = ROOT / "node_modules"


class Model:
    """What a model can do: call skills by name, and read ids from what they answered."""

    def __init__(self, session: BrowserSession, journal: Journal, address: str) -> None:
        self._session = session
        self._address = address
        self._skills = Skills(session, journal)
        self._told: list[str] = []

    async def open(self, page: str, shows: str) -> None:
        """Open a page and look at it when its widget is there, which shows this text."""
        self._told.clear()
        if shows not in await self.do("open_url", url=f"{self._address}/{page}.html"):
            await self.do("wait_for", text=shows, seconds=60)
            await self.do("get_dom")

    async def do(self, skill: str, **arguments: Any) -> str:
        result = await self._skills.do(skill, **arguments)
        self._told.append(result.text)
        return result.text

    def id(self, role: str, name: str = "", *, row: str = "") -> int:
        """Return the number told last for this role and name, in a line with ``row``."""
        called = rf" '{re.escape(name)}'" if name else "(?! ')"
        element = re.compile(rf"\[(\d+)\] {role}\b{called}")
        for text in reversed(self._told):
            lines = [line for line in text.splitlines() if row in line]
            found = {int(mmid) for line in lines for mmid in element.findall(line)}
            if found := found or {mmid for line in lines for mmid in _in_ranges(line, role, name)}:
                assert len(found) == 1, f"several {role} '{name}' in:\n{text}"
                return found.pop()
        raise AssertionError(f"no {role} '{name}' was told:\n" + "\n---\n".join(self._told))

    async def check(self, expression: str, value: Any) -> None:
        """Assert what the widget says of itself, giving it the time to come to that."""
        end = time.monotonic() + 10
        while (now := await self._session.active.page.evaluate(expression)) != value:
            assert time.monotonic() < end, (
                f"{expression}: {now!r}, not {value!r}\n" + "\n---\n".join(self._told)
            )
            await asyncio.sleep(0.05)


def _in_ranges(line: str, role: str, name: str) -> Iterator[int]:
    """Numbers of days told together: ``links '1' to '19': [239] to [257]``."""
    for found in re.finditer(rf"{role}s ([^:]*?'\d+' to '\d+': .*?)(?=\||$)", line):
        days = re.finditer(r"'(\d+)'(?: to '(\d+)')?: \[(\d+)\]", found[1])
        for first, last, mmid in (day.groups() for day in days):
            if name.isdigit() and int(first) <= int(name) <= int(last or first):
                yield int(mmid) + int(name) - int(first)


@asynccontextmanager
async def driving(chromium: Chromium, folder: Path) -> AsyncIterator[Model]:
    """Open a session and the site; journal and downloads go to the folder."""
    assert PACKAGES.is_dir(), "The widgets are not installed: run `npm ci`, as `make test` does."
    site = Starlette(
        routes=[
            Mount("/npm", StaticFiles(directory=PACKAGES)),
            Mount("/", StaticFiles(directory=PAGES)),
        ]
    )
    journal = Journal(folder)
    async with (
        serve_app(site) as port,
        chromium.session(downloads_dir=folder / "downloads") as session,
    ):
        yield Model(session, journal, f"http://127.0.0.1:{port}")
    journal.close()
