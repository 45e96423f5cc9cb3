"""The oracle behind a gate: follows a task's reference by skills, with each act judged as in a run.

The task's words are leave, as the offline model reads them. Every question that is left is answered
with yes: the steps are right, so every question about steps that only look something up is one too
many.
"""

from __future__ import annotations

import asyncio
import json
import time

from playwright.async_api import Error as PlaywrightError

from agent_e.agents.task_grants import read_reply
from agent_e.benchmarks.judging.effect_classes import RecordedClassifier, read_classes
from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.browser import BrowserSession
from agent_e.browser.pdf import PdfDocuments
from agent_e.dom import ActReader, PageActor, PageObserver
from agent_e.errors import SkillError
from agent_e.journal import Journal, new_run_dir
from agent_e.offline.grants import task_grants
from agent_e.safety import (
    ApprovalSettings,
    EffectClass,
    Grants,
    RiskGate,
    Situation,
    UnclearEffect,
    granted_place,
    site_at,
    url_check,
)
from agent_e.skills import SkillContext
from agent_e.types import ApprovalRequest, Outcome, TaskResult

from .by_skills import BySkills
from .oracle import OracleFailed


async def gated_oracle(place: Place, plan: BenchPlan) -> TaskResult:
    """Follow the reference trace by skills, and give the reference answer.

    Raises:
        OracleFailed: a step cannot be done as it is written.
    """
    start = time.perf_counter()
    journal = Journal(new_run_dir(place.folder / "run"))
    journal.write_file("run.json", {"task": {"text": place.task.intent}, "settings": {}})
    reference = place.task.reference
    try:
        steps = await _steps(place, plan, journal)
        for number, step in enumerate(reference.trace, 1):
            await steps.follow(number, step)
    finally:
        journal.close()
    return TaskResult(
        outcome=Outcome.SUCCESS if place.task.feasible else Outcome.GAVE_UP,
        answer=reference.answer,
        steps=len(reference.trace),
        seconds=time.perf_counter() - start,
        exit_code=0 if place.task.feasible else 1,
    )


class _Agrees:
    """A person who approves everything."""

    async def approve(
        self, request: ApprovalRequest, until: asyncio.Future[str] | None = None
    ) -> bool:
        return True


class _Journaled:
    """Classes as recorded; what was asked about is journaled, as in a run."""

    def __init__(self, journal: Journal) -> None:
        self._recorded = RecordedClassifier(read_classes())
        self._journal = journal

    async def __call__(self, effect: UnclearEffect) -> EffectClass:
        before = len(self._recorded.asked)
        found = await self._recorded(effect)
        if len(self._recorded.asked) > before:
            facts = [*self._recorded.asked.values()][-1]
            self._journal.write("effect.classified", effect=found, facts=json.loads(facts))
        return found


async def _steps(place: Place, plan: BenchPlan, journal: Journal) -> _Steps:
    """Open the start page in a session under the rules of the plan."""
    session = await place.begin()
    sites = list(place.addresses.values())
    safety = plan.settings.safety
    await session.restrict_urls(url_check(safety, filter(None, map(granted_place, sites))))
    text = place.task.intent
    own = frozenset(filter(None, [site_at(place.task.start_url or "")]))
    situation = Situation(sites=own, task=text, said=text)
    read = read_reply(task_grants(f"Task: {text}"), text) if plan.grants == "task" else []
    grants = Grants(read, on_task_site=lambda url: site_at(url) in own)

    async def given() -> Grants:
        return grants

    gate = RiskGate(
        ApprovalSettings(profile=safety.profile),
        ActReader(session).read,
        journal.write,
        approver=_Agrees(),
        grants=given,
        situation=lambda: situation,
        intercept=session.intercept,
        patience=session.patience.asking,
        classify=_Journaled(journal),
    )
    session.set_request_policy(gate.backstop)
    return _Steps(session, plan, gate, journal)


class _Steps:
    """The steps of one task, done by skills."""

    def __init__(
        self, session: BrowserSession, plan: BenchPlan, gate: RiskGate, journal: Journal
    ) -> None:
        observer = PageObserver(session, plan.settings.dom, on_seen=gate.backstop.traffic.look)
        context = SkillContext(
            observer=observer,
            actor=PageActor(session, observer, plan.settings.browser.action_timeout_s),
            navigator=session,
            gate=gate,
            journal=journal,
            documents=PdfDocuments(session, budget_characters=plan.settings.dom.budget_characters),
        )
        self._skills = BySkills(session, observer, context)

    async def follow(self, number: int, step: TraceStep) -> None:
        """Do one step."""
        try:
            await self._skills.follow(step)
        except (PlaywrightError, SkillError) as error:
            raise OracleFailed(
                f"Step {number} of the reference cannot be done by skills ({step.verb} {step.role} "
                f"{step.name or step.selector}): {str(error).splitlines()[0]}"
            ) from error
