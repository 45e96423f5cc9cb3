"""Pages of others, fetched as packages and opened as an agent opens them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.perf.real_pages import debian_package, npm_packages
from agent_e.benchmarks.perf.record import PerfOptions
from agent_e.benchmarks.perf.shared import cache_folder, opened_session
from agent_e.config import Settings
from agent_e.skills import SkillContext
from agent_e.skills.enter_text import enter_text
from agent_e.skills.extract import extract
from agent_e.skills.open_url import open_url
from agent_e.types import Observation, SkillResult

from .evidence import Run, Shown
from .watching import context_of, looked

_PACKAGES = {
    "lte": "admin-lte@2.4.18",
    "gentelella": "gentelella@1.4.0",
    "sb": "startbootstrap-sb-admin-2@4.1.4",
    "countries": "i18n-iso-countries@7.14.0",
}
"""npm packages, by the folder they are served in; all are under the MIT licence."""
_HANDBOOK = "debian-handbook"
"""A Debian package with one book in many languages, under GPL-2+ or CC-BY-SA-3.0."""
_IN_HANDBOOK = "usr/share/doc/debian-handbook/html"
_TASKS = {
    "lte/pages/mailbox/mailbox.html": "Which mails are in the inbox, and when did they come?",
    "lte/pages/examples/invoice.html": "What is on invoice #007612, and what is to be paid?",
    "lte/pages/tables/simple.html": "How far are the tasks in the table?",
    "lte/pages/examples/profile.html": "What has Adam Jones written, and who follows him?",
    "lte/pages/UI/timeline.html": "What happened on 10 Feb. 2014?",
    "sb/tables.html": "Where do the employees work, and since when?",
    "gentelella/production/projects.html": "Which projects are there, and how far are they?",
    "gentelella/production/contacts.html": "Who is in the list, and how can they be reached?",
    "gentelella/production/pricing_tables.html": "What do the plans cost, and what is in them?",
    "gentelella/production/inbox.html": "Who has written, and what about?",
    "gentelella/package.json": "Which version is it, and on what does it depend?",
    "countries/langs/ja.json": "国コードに対応する国名は何ですか。",
    "countries/langs/ar.json": "ما اسم البلد لكل رمز؟",
    "countries/langs/ru.json": "Как называются страны по кодам?",
    "countries/langs/fr.json": "Quels pays ont les codes AL, DZ et AM ?",
    "book/de-DE/sect.quotas.html": "Wie werden Quoten für Benutzer eingerichtet?",
    "book/fr-FR/sect.creating-accounts.html": "Comment crée-t-on un compte ?",
    "book/es-ES/sect.filesystem-hierarchy.html": "¿Para qué sirve cada directorio de la raíz?",
    "book/ja-JP/sect.creating-accounts.html": "ユーザを追加するにはどうしますか。",
    "book/ar-MA/sect.regular-upgrades.html": "كيف تبقى المنظومة محدثة؟",
    "book/ru-RU/sect.ubuntu.html": "Чем Ubuntu отличается от Debian?",
    "book/zh-CN/sect.filesystem-hierarchy.html": "根目录下的各个目录有什么用途?",
}
"""The question about a page, by its address."""
TYPED = "Dear Dr. J. R. Quill,\nthe meeting moved to 3 May: room 4.12, 9:30–11:00."
"""Typed into the first text box of a page that has one."""


async def opened(options: PerfOptions, settings: Settings) -> AsyncIterator[Run]:
    """Yield each page with what is shown to an agent that opens, reads and fills it in.

    Raises:
        PageMissing: a package is unavailable.
        BrowserError: the browser failed.
    """
    cache = cache_folder(options) / "pages"
    folders = {
        name: await npm_packages({".": package}, cache) for name, package in _PACKAGES.items()
    }
    folders["book"] = await debian_package(_HANDBOOK, cache) / _IN_HANDBOOK
    async with serve_app(_site(folders)) as port, opened_session(options) as session:
        context = context_of(session, settings)
        for path, task in _TASKS.items():
            url = f"http://127.0.0.1:{port}/{path}"
            shown = [Shown(result=await open_url(context, url), url=url)]
            shown.append(Shown(result=await looked(context), url=url))
            page = shown[-1].page
            assert page is not None
            shown += [Shown(result=each, url=url) for each in await _worked(context, page)]
            yield Run(id=path, source="saved", task=task, answer="", shown=tuple(shown))


def _site(folders: dict[str, Path]) -> Starlette:
    mounts = [Mount(f"/{name}", StaticFiles(directory=where)) for name, where in folders.items()]
    return Starlette(routes=mounts)


async def _worked(context: SkillContext, page: Observation) -> list[SkillResult]:
    made: list[SkillResult] = []
    heads = [node.name for node in page.nodes if node.role == "columnheader" and node.name][:4]
    if heads:
        made.append(await extract(context, heads))
    box = next((n for n in page.elements if n.role in ("textbox", "searchbox")), None)
    if box is not None and box.mmid is not None:
        made.append(await enter_text(context, box.mmid, TYPED))
    return made
