"""Real widgets from npm packages, on a local site, driven by the skills as a model drives them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.embedded import serve_app
from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings, DomSettings
from agent_e.dom import PageActor, PageObserver
from agent_e.journal import Journal
from agent_e.safety import AllowAll
from agent_e.skills import SKILLS, SkillContext, bind
from agent_e.skills.fill_form import fill_form
from agent_e.skills.pick_date import pick_date

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "tests" / "pages" / "widgets"
PACKAGES = ROOT / "node_modules"


class Model:
    """What a model can do: call skills by name, and read ids from what they answered."""

    def __init__(self, context: SkillContext, session: BrowserSession, address: str) -> None:
        self._session = session
        self._address = address
        self._skills = {skill.__name__: bind(skill, context) for skill in (*SKILLS, pick_date, fill_form)}
        self.told: list[str] = []

    async def open(self, page: str) -> str:
        self.told.clear()
        return await self.do("open_url", url=f"{self._address}/{page}.html")

    async def do(self, skill: str, **arguments: Any) -> str:
        function = self._skills[skill]
        model = function.arguments.model_validate(arguments)
        result = await function.run(**{name: getattr(model, name) for name in type(model).model_fields})
        self.told.append(result.text)
        return str(result.text)

    def id(self, role: str, name: str = "") -> int:
        """Return the number that was told last for an element of this role and name."""
        called = rf" '{re.escape(name)}'" if name else "(?! ')"
        line = re.compile(rf"\[(\d+)\] {role}\b{called}")
        for text in reversed(self.told):
            if found := line.findall(text):
                assert len(set(found)) == 1, f"several {role} '{name}' in:\n{text}"
                return int(found[0])
        raise AssertionError(f"no {role} '{name}' was told:\n" + "\n---\n".join(self.told))

    async def script(self, expression: str) -> Any:
        """Ask the widget itself."""
        return await self._session.active.page.evaluate(expression)


@asynccontextmanager
async def model(folder: Path) -> AsyncIterator[Model]:
    site = Starlette(
        routes=[
            Mount("/npm", StaticFiles(directory=PACKAGES)),
            Mount("/", StaticFiles(directory=PAGES)),
        ]
    )
    journal = Journal(folder)
    async with (
        serve_app(site) as port,
        BrowserSession.open(
            BrowserSettings(), downloads_dir=folder / "downloads", on_event=lambda *_, **__: None
        ) as session,
    ):
        observer = PageObserver(session, DomSettings())
        context = SkillContext(
            observer=observer,
            actor=PageActor(session, observer, 10),
            navigator=session,
            gate=AllowAll(),
            journal=journal,
        )
        yield Model(context, session, f"http://127.0.0.1:{port}")
    journal.close()
