"""Follows the oracle step by step, with what an agent of ours would be shown at each step."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from agent_e.benchmarks.runner.agents.oracle import follow
from agent_e.benchmarks.runner.environment import Place, Sites
from agent_e.benchmarks.tasks.placeholders import resolve
from agent_e.benchmarks.tasks.record import BenchTask, TraceStep
from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import DomSettings, Settings
from agent_e.dom import PageActor, PageObserver
from agent_e.safety import AllowAll
from agent_e.skills import SkillContext
from agent_e.types import ChangeReport, Effect, SkillResult

from .deeds import deed_of
from .evidence import Run, Shown

_LEFT_OUT = "get_dom"
"""A text that names it leaves something out: an agent then looks again."""


class Unwritten:
    """A journal that keeps nothing."""

    def write(self, kind: str, /, **fields: Any) -> int:
        """Write nothing."""
        return 0

    def write_file(self, name: str, value: object) -> None:
        """Write nothing."""

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write nothing."""


def context_of(session: BrowserSession, settings: Settings) -> SkillContext:
    """Return a skill context for a session: everything is allowed, nothing is written."""
    return context_around(session, PageObserver(session, settings.dom), settings.dom)


def context_around(
    session: BrowserSession, observer: PageObserver, settings: DomSettings
) -> SkillContext:
    """Return a skill context with an observer: everything is allowed, nothing is written."""
    return SkillContext(
        observer=observer,
        actor=PageActor(session, observer, session.settings.action_timeout_s),
        navigator=session,
        gate=AllowAll(),
        journal=Unwritten(),
        documents=PdfDocuments(session, budget_characters=settings.budget_characters),
    )


async def looked(context: SkillContext) -> SkillResult:
    """Look at the open page as an agent does first."""
    page = await context.observer.observe()
    return SkillResult(text=context.observer.render(page), data=(page,))


async def watched(tasks: Sequence[BenchTask], settings: Settings) -> AsyncIterator[Run]:
    """Yield each feasible task with an answer, with what its reference run was shown.

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
                shown, effects = await _shown(task, sites, browser, settings)
                yield Run(
                    id=f"{task.id}-s{task.seed}",
                    source="local",
                    task=task.intent,
                    answer=words,
                    deed=answer is None,
                    shown=tuple(shown),
                    effects=tuple(effects),
                    params=task.params,
                )
        finally:
            await sites.close()


async def _shown(
    task: BenchTask, sites: Sites, browser: SharedBrowser, settings: Settings
) -> tuple[list[Shown], list[Effect]]:
    served = await sites.use(task.sites)
    task = resolve(task, {name: site.url for name, site in served.items()}, date.today())
    effects: list[Effect] = []
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        place = Place(task, served, browser, settings.browser, Path(folder))
        try:
            session = await place.begin()
            context = context_of(session, settings)
            shown = [Shown(result=await looked(context), url=session.url)]
            for number, step in enumerate(task.reference.trace, 1):
                page = session.url
                async with context.action(step.verb) as action:
                    await follow(session, step)
                if step.verb == "wait" and action.report.none:
                    continue
                done = action.result(_skill_text(step))
                made = [*_effects(action.report, number, step, page)]
                effects += made
                shown.append(Shown(result=done, url=session.url, sent=bool(made)))
                if _LEFT_OUT in done.text:
                    shown.append(Shown(result=await looked(context), url=session.url))
            return shown, effects
        finally:
            await place.close()


def _skill_text(step: TraceStep) -> str:
    """The text of the skill for such a step; empty for waits of a reference."""
    target = f"{step.role} '{step.name}'".strip() if step.name else "the element"
    match step.verb:
        case "click":
            return f"Clicked {target}."
        case "type":
            return f"Entered '{step.value}' into {target}."
        case "select":
            return f"Selected '{step.value}' in {target}."
    return "Done."


def _effects(report: ChangeReport, number: int, step: TraceStep, page: str) -> list[Effect]:
    return [
        Effect(
            step=number,
            kind="request",
            tier="R2",
            action=step.verb,
            target=f"{step.role} '{step.name}'".strip() if step.name else step.selector,
            page=page.partition("?")[0],
            url=seen.url.partition("?")[0],
            method=seen.method,
            status=seen.status,
            page_message=report.navigation.title if report.navigation else "",
        )
        for seen in report.requests
        if seen.status is not None and seen.status < 400
    ]
