"""Saved pages that nobody here wrote, opened as an agent opens them: see ``pages/LICENSES.md``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.embedded import serve_app
from agent_e.config import Settings
from agent_e.skills import SkillContext
from agent_e.skills.enter_text import enter_text
from agent_e.skills.extract import extract
from agent_e.skills.open_url import open_url
from agent_e.types import Observation, SkillResult

from ..record import PerfOptions
from ..shared import opened_session
from .evidence import Run, Shown
from .watching import context_of, looked

FOLDER = Path(__file__).with_name("pages")
_TASKS = {
    "mailbox": "Which mails are in the inbox, and when did they come?",
    "invoice": "What is on invoice #007612, and what is to be paid?",
    "simple-tables": "How far are the tasks in the table?",
    "profile": "What has Adam Jones written, and how many followers are there?",
    "timeline": "What happened on 10 Feb. 2014?",
    "employees": "Where do the employees work, and since when?",
    "projects": "Which projects are there, and how far are they?",
    "contacts": "Who is in the list of contacts, and how can they be reached?",
    "pricing": "What do the plans cost, and what is in them?",
    "inbox": "Who has written, and what about?",
    "package.json": "Which version of the package is it, and on what does it depend?",
    "countries-ja.json": "国コードに対応する国名は何ですか。",
    "countries-ar.json": "ما اسم البلد لكل رمز؟",
    "countries-de.json": "Wie heißen die Länder zu den Kürzeln?",
    "countries-ru.json": "Как называются страны по кодам?",
    "countries-fr.json": "Quels pays ont les codes AL, DZ et AM ?",
}
"""By page; a name without an ending is one of HTML."""
TYPED = "Dear Dr. J. R. Quill,\nthe meeting moved to 3 May: room 4.12, 9:30–11:00."
"""Typed into the first text box of a page that has one."""


async def opened(options: PerfOptions, settings: Settings) -> AsyncIterator[Run]:
    """Yield each page with what an agent is shown that opens, reads and fills in.

    Raises:
        BrowserError: the browser failed.
    """
    app = Starlette(routes=[Mount("/", StaticFiles(directory=FOLDER))])
    async with serve_app(app) as port, opened_session(options) as session:
        context = context_of(session, settings)
        for name, task in _TASKS.items():
            url = f"http://127.0.0.1:{port}/{name if '.' in name else f'{name}.html'}"
            shown = [Shown(result=await open_url(context, url), url=url)]
            shown.append(Shown(result=await looked(context), url=url))
            page = shown[-1].page
            assert page is not None
            shown += [Shown(result=each, url=url) for each in await _worked(context, page)]
            yield Run(id=name, source="saved", task=task, answer="", shown=tuple(shown))


async def _worked(context: SkillContext, page: Observation) -> list[SkillResult]:
    made: list[SkillResult] = []
    heads = [node.name for node in page.nodes if node.role == "columnheader" and node.name][:4]
    if heads:
        made.append(await extract(context, heads))
    box = next((n for n in page.elements if n.role in ("textbox", "searchbox")), None)
    if box is not None and box.mmid is not None:
        made.append(await enter_text(context, box.mmid, TYPED))
    return made
