"""The oracle followed step by step, with what an agent of ours would be shown of each step."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from agent_e.agents.quotes import Shown, shown_of
from agent_e.benchmarks.runner.agents.oracle import follow
from agent_e.benchmarks.runner.place import Place, Sites
from agent_e.benchmarks.tasks.placeholders import resolve
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.browser import SharedBrowser
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import Settings
from agent_e.dom import PageActor, PageObserver
from agent_e.safety import AllowAll
from agent_e.skills import SkillContext
from agent_e.types import SkillResult

from .mistakes import Told, deed_of

_UNTOLD = "get_dom"
"""A text that names it leaves something out: an agent looks again then."""


class _Unwritten:
    """A journal of nothing: these runs are looked at once."""

    def write(self, kind: str, /, **fields: Any) -> int:
        return 0

    def write_file(self, name: str, value: object) -> None:
        pass

    def write_bytes(self, name: str, data: bytes) -> None:
        pass


async def watched(tasks: Sequence[BenchTask], settings: Settings) -> AsyncIterator[Told]:
    """Yield the right answer of each task that has one, with what its reference run was shown.

    Raises:
        BrowserError: the browser failed.
        PlaywrightError: a reference cannot be followed.
    """
    sites = Sites()
    async with SharedBrowser.start(settings.browser) as browser:
        try:
            for task in tasks:
                answer = task.reference.answer
                words = deed_of(task.id, task.intent) if answer is None else str(answer)
                if not task.feasible or not words:
                    continue
                shown = await _shown(task, sites, browser, settings)
                yield Told(
                    task_id=task.id,
                    task=task.intent,
                    answer=words,
                    shown=tuple(shown),
                    deed=answer is None,
                )
        finally:
            await sites.close()


async def _shown(
    task: BenchTask, sites: Sites, browser: SharedBrowser, settings: Settings
) -> list[Shown]:
    served = await sites.use(task.sites)
    task = resolve(task, {name: site.url for name, site in served.items()}, date.today())
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        place = Place(task, served, browser, settings.browser, Path(folder))
        try:
            session = await place.begin()
            observer = PageObserver(session, settings.dom)
            context = SkillContext(
                observer=observer,
                actor=PageActor(session, observer, settings.browser.action_timeout_s),
                navigator=session,
                gate=AllowAll(),
                journal=_Unwritten(),
                documents=PdfDocuments(session, budget_characters=settings.dom.budget_characters),
            )
            first = SkillResult(text=observer.render(await observer.observe()))
            shown = [shown_of(first, 0, session.url)]
            for number, step in enumerate(task.reference.trace, 1):
                async with context.action(step.verb) as action:
                    await follow(session, step)
                done = action.result("Done.")
                shown.append(shown_of(done, number, session.url))
                if _UNTOLD in done.text:
                    again = SkillResult(text=observer.render(await observer.observe()))
                    shown.append(shown_of(again, number, session.url))
            return shown
        finally:
            await place.close()
