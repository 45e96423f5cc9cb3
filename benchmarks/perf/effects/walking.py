"""Does a walk, and judges each of its actions."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.apps import APPS, serve_app_copy
from agent_e.benchmarks.perf.answers.watching import context_around
from agent_e.benchmarks.perf.record import PerfOptions
from agent_e.benchmarks.perf.shared import opened_session
from agent_e.benchmarks.runner.agents.by_skills import BySkills
from agent_e.benchmarks.screens.visiting import Visit, log_in
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.errors import AgentEError
from agent_e.types import ChangeReport

from .judging import Seen, Verdict, judge, moved
from .looking import Look, look
from .walk import Leg, Walk

_BY_ITSELF_S = 1.0
"""Seconds between two looks before an action: changes in between are spontaneous."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """One action of a walk.

    Attributes:
        number: its position in the walk, from 1.
        text: the model's text about it.
        words: the change report's part of that.
        verdict: ``None`` where it could not be done; ``problem`` has the reason.
    """

    app: str
    number: int
    url: str
    step: TraceStep
    text: str = ""
    words: str = ""
    verdict: Verdict | None = None
    problem: str = ""

    @property
    def title(self) -> str:
        """A short description of the action."""
        what = self.step.name or self.step.selector
        value = f" {self.step.value!r}" if self.step.value else ""
        return " ".join(f"{self.step.verb} {self.step.role} {what}{value}".split())


async def walked(app: str, walk: Walk, options: PerfOptions) -> AsyncIterator[Done]:
    """Do the actions of a walk on a copy of an application; yields each with its verdict.

    Raises:
        AppFailed: the application is unavailable.
        ScreenFailed: the login fails.
        BrowserError: the browser failed.
    """
    async with serve_app_copy(APPS[app]) as site, opened_session(options) as session:
        await log_in(APPS[app], site.url, session)
        walker = _Walker(app, session, options.out)
        for each in walk:
            async for done in walker.go(each, site.url):
                yield done


class _Walker:
    """Does the legs of a walk in one session."""

    def __init__(self, app: str, session: BrowserSession, out: Path | None) -> None:
        self._app = app
        self._session = session
        self._out = out
        self._observer = PageObserver(session, DomSettings())
        context = context_around(session, self._observer, DomSettings())
        self._skills = BySkills(session, self._observer, context)
        self._number = 0
        self._last: Look | None = None
        self._moved: Counter[str] = Counter()

    async def go(self, leg: Leg, url: str) -> AsyncIterator[Done]:
        """Open the page of a leg, and do its actions."""
        visit = Visit(
            name=f"{self._app}{leg.path}",
            group=self._app,
            url=url + leg.path,
            session=self._session,
            observer=self._observer,
            _steps=leg.ready,
        )
        try:
            await visit.open()
            self._observer.render(await self._observer.observe())
        except AgentEError as error:
            for step in leg.acts:
                yield self._failed(step, error)
            return
        for step in leg.acts:
            yield await self._do(visit, step)

    async def _do(self, visit: Visit, step: TraceStep) -> Done:
        self._number += 1
        try:
            early = await look(visit.page, grid=False)
            await asyncio.sleep(_BY_ITSELF_S)
            before = await look(visit.page)
            self._note(early, before)
            await self._picture(visit, "before")
            url = visit.page.url
            result = await self._skills.follow(step)
            report = result.report or ChangeReport()
            after = await look(visit.page)
            await visit.rest()
            rest = await look(visit.page)
        except (AgentEError, PlaywrightError) as error:
            return self._failed(step, error)
        self._last = rest
        seen = Seen(early=early, before=before, after=after, rest=rest, restless=self._restless())
        verdict = judge(seen, report, result.text)
        if not verdict.right:
            # Something may move at rest, such as a countdown on a page that has just opened.
            later = await self._later(visit, rest)
            verdict = judge(replace(seen, later=later), report, result.text)
        await self._picture(visit, "after" if not verdict.right else "")
        return Done(
            app=self._app,
            number=self._number,
            url=url,
            step=step,
            text=result.text,
            words=result.text.removeprefix(result.action_text).strip(),
            verdict=verdict,
        )

    def _note(self, early: Look, before: Look) -> None:
        """Record spontaneous changes since the last action ended."""
        last = self._last
        if last is not None and last.document == early.document:
            self._moved.update(moved(last, early))
        self._moved.update(moved(early, before))

    async def _later(self, visit: Visit, rest: Look) -> Look | None:
        """Look once more at a page at rest; ``None`` where another has replaced it."""
        await asyncio.sleep(_BY_ITSELF_S)
        with suppress(PlaywrightError):
            later = await look(visit.page, grid=False)
            return later if later.document == rest.document else None
        return None

    def _restless(self) -> frozenset[str]:
        """Places that changed spontaneously more than once; once may be late after an action."""
        return frozenset(place for place, times in self._moved.items() if times > 1)

    def _failed(self, step: TraceStep, error: Exception) -> Done:
        problem = str(error).splitlines()[0]
        return Done(
            app=self._app, number=self._number, url=self._session.url, step=step, problem=problem
        )

    async def _picture(self, visit: Visit, when: str) -> None:
        """Keep a picture of the page; that of before is dropped if all was right."""
        if self._out is None:
            return
        name = self._out / f"{self._app}-{self._number:02}"
        if not when:
            name.with_name(f"{name.name}-before.png").unlink(missing_ok=True)
            return
        with suppress(PlaywrightError):
            await visit.page.screenshot(path=f"{name}-{when}.png")
