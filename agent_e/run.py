"""One run: the agents at work, between the first and the last file of its folder."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, replace
from typing import Any

from agent_e.agents.answer import PartialResult
from agent_e.agents.effect_classifier import ROLE as SAFETY
from agent_e.agents.grounding import grounder_of
from agent_e.agents.run_context import PreviousTask, RunContext
from agent_e.agents.run_grants import RunGrants
from agent_e.agents.task_grants import ROLE as GRANTS
from agent_e.architectures import ARCHITECTURES, Answer
from agent_e.browser.session import BrowserSession
from agent_e.config import Settings
from agent_e.errors import (
    AgentEError,
    BrowserError,
    DialogOpen,
    Interrupted,
    JournalLost,
    LimitReached,
    RunError,
    SkillError,
    Stopped,
    Unexpected,
)
from agent_e.human import QuestionBroker, RunControl
from agent_e.journal import Journal, ResumeState, read_events, read_unfinished
from agent_e.mcp_client import RemoteTool, connected
from agent_e.mcp_client.functions import function_of
from agent_e.models.budget import Budget
from agent_e.models.fence_untrusted import PROMPT as FENCE
from agent_e.outcome import failure, success
from agent_e.safety import RiskGate, Taint
from agent_e.safety.secrets import OutputRedactor
from agent_e.skills import SkillContext
from agent_e.skills.effect_ledger import Effects
from agent_e.types import Document, Effect, Fact, SkillResult, Task, TaskResult
from agent_e.verification import EvidenceLog
from agent_e.verification.judge import ROLE as VERIFIER

from .composition import desk_of, effect_classifier, risk_gate, run_grants, skill_context
from .run_inputs import RunInputs, run_info

_REBUILDS = 2
"""Browsers that a run gets in place of ones that died."""
_TRACEBACK = "The journal has its traceback, which --debug prints."


class RunExecution:
    """Carries out one prepared task.

    Attributes:
        control: pauses, steers and stops it.
    """

    def __init__(
        self,
        inputs: RunInputs,
        settings: Settings,
        journal: Journal,
        *,
        browser: Callable[[], Awaitable[BrowserSession]],
        hidden: OutputRedactor,
        earlier: Sequence[PreviousTask] = (),
        info: Mapping[str, Any],
        before: ResumeState | None = None,
    ) -> None:
        """Create the execution of one run.

        Args:
            inputs: the task and what was prepared for it.
            settings: of the run.
            journal: of its folder.
            browser: gives the browser, ready for this run.
            hidden: knows what no output may show.
            earlier: tasks done before in the same browser.
            info: additional entries of ``run.json``.
            before: its state before it was interrupted.
        """
        self.control = RunControl(journal.write, stop=self.stop, withhold=inputs.wallet.withhold)
        self._prepared = inputs
        self._settings = settings
        self._journal = journal
        self._browser = browser
        self._hidden = hidden
        self._earlier = tuple(earlier)
        self._info = info
        self._before = before
        self._architecture = ARCHITECTURES[settings.architecture]
        self._budget = Budget.of_run(settings.limits, self.control.waits.now)
        self._effects = Effects(lambda: self._budget.used, before.effects if before else ())
        self._partial = PartialResult(facts=list(before.facts) if before else [])
        self._evidence = EvidenceLog()
        self._taint = Taint(journal.write, detector=settings.safety.detector)
        self._tools: tuple[RemoteTool, ...] = ()
        self._session: BrowserSession | None = None
        self._gate: RiskGate | None = None
        self._work: asyncio.Task[Answer] | None = None
        self._stopped: RunError | None = None
        self._left = False
        journal.on_lost = self._stop

    def stop(self, exit_code: int) -> None:
        """Cancel the work; the run ends as ``stopped``."""
        self._stop(Stopped("The run was stopped.", exit_code=exit_code))

    def _stop(self, why: RunError) -> None:
        self._stopped = self._stopped or why
        if self._work is not None:
            self._work.cancel()

    def abandon(self) -> None:
        """Cancel the run and write no result, as if the process had died."""
        self._left = True
        self.stop(130)

    async def run(self) -> TaskResult:
        """Run, writing the folder's first file before and its last file after.

        Raises:
            asyncio.CancelledError: from outside; the result is written all the same, unless the run
                was abandoned.
        """
        start = time.perf_counter()
        cancelled = False
        try:
            self._begin()
            result = success(await self._until_stopped())
        except AgentEError as error:
            result = failure(error, self._partial)
        except Exception as error:  # whatever it is, a run has a result
            written = "".join(traceback.format_exception(error))
            self._journal.write("run.broken", type=type(error).__name__, traceback=written)
            result = failure(Unexpected(error, hint=_TRACEBACK), self._partial)
        except asyncio.CancelledError:
            cancelled = True
            result = failure(Stopped("The run was cancelled."), self._partial)
        if self._left:
            raise asyncio.CancelledError
        result = self._ended(result, time.perf_counter() - start)
        if cancelled:
            raise asyncio.CancelledError
        return result

    def _begin(self) -> None:
        """Write the initial state of the run."""
        inputs, settings = self._prepared, self._settings
        names = {role: model.name for role, model in inputs.models.items()}
        prompts = (*self._architecture.prompts, FENCE)
        prompts += tuple(role for role in (VERIFIER, SAFETY, GRANTS) if role in inputs.models)
        info = run_info(inputs, settings, names, prompts)
        self._journal.write_file("run.json", {**info, **self._info})
        self._journal.write(
            "run.continued" if self._before else "run.started",
            task=inputs.task.text,
            start_url=inputs.task.start_url,
            architecture=settings.architecture,
            mode=settings.mode,
            models=names,
            notes=list(inputs.notes),
        )

    def _ended(self, result: TaskResult, seconds: float) -> TaskResult:
        """Complete the result, and write it."""
        budget, journal = self._budget, self._journal
        result = replace(
            result,
            usage=dict(budget.usage),
            cost_usd=budget.cost_usd if budget.priced else None,
            steps=budget.used,
            seconds=seconds,
            run_dir=str(journal.run_dir),
            answer=self._hidden.value(result.answer),
            message=self._hidden(result.message),
            evidence=tuple(_hidden(fact, self._hidden) for fact in result.evidence),
            effects=tuple(
                Effect(**self._hidden.value(asdict(effect))) for effect in self._effects.all
            ),
        )
        self.control.ended()
        journal.write(
            "run.ended",
            outcome=result.outcome,
            answer=result.answer,
            message=result.message,
            usage={role: usage.to_json() for role, usage in result.usage.items()},
            cost_usd=result.cost_usd,
            seconds=round(result.seconds, 3),
        )
        if journal.lost is None:
            with suppress(JournalLost):
                journal.write_file("result.json", result.to_json())
        if journal.lost is not None:
            # What was found is not lost with the folder.
            lost = failure(journal.lost, self._partial)
            result = replace(
                result,
                outcome=lost.outcome,
                exit_code=lost.exit_code,
                message=lost.message,
                error=lost.error,
            )
        return result

    async def _until_stopped(self) -> Answer:
        """Do the work; ``stop`` and the time limit end it early with the error that says so."""
        seconds, control = self._settings.limits.seconds, self.control
        self._work = asyncio.ensure_future(self._carry_out())
        if self._stopped is not None:
            # A listener stopped it before there was anything to cancel.
            self._work.cancel()
        try:
            async with control.time_limit(seconds) as limit:
                return await self._work
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise LimitReached(
                f"The run took longer than its {seconds:g} s. Raise --timeout to go on longer.",
                limit="seconds",
                value=seconds,
            ) from error
        except asyncio.CancelledError:
            if self._stopped is not None:
                raise self._stopped from None
            raise
        finally:
            self._work = None

    async def _carry_out(self) -> Answer:
        inputs, settings, task = self._prepared, self._settings, self._prepared.task
        journal, budget, control = self._journal, self._budget, self.control
        inputs.guard.check(task.text, task.start_url or "")
        desk = desk_of(
            settings,
            inputs.channels,
            journal,
            control,
            self._asking,
            budget,
            self._hidden.value,
            inputs.wallet,
        )
        before = self._before
        if before is not None:
            control.plan.recall(before.transcript.plans)
            before = await _answered(before, desk)
        for fact in self._partial.facts:
            quoted = Document(url=fact.url, text=fact.quote)
            self._evidence.add(SkillResult(data=(quoted,)), step=fact.step, url=fact.url)
        try:
            async with connected(inputs.servers) as self._tools:
                return await self._despite_deaths(desk, before)
        finally:
            control.close()

    async def _despite_deaths(
        self, desk: QuestionBroker | None, before: ResumeState | None
    ) -> Answer:
        """Do the work; when its browser dies, go on in a new one as from the journal."""
        url = self._prepared.task.start_url
        for left in range(_REBUILDS, -1, -1):
            try:
                return await self._in_browser(desk, before, url)
            except BrowserError:
                lost = self._session
                attached = self._settings.browser.cdp_url is not None
                if lost is None or attached or not left or self._stopped is not None:
                    raise
                if not await lost.has_ended():
                    raise
            # A page that overloaded one browser would overload the next.
            url = None if lost.overloaded else lost.kept.url or url
            before = read_unfinished(read_events(self._journal.run_dir), rebuilt=True)
        raise AssertionError("the last failure is raised")

    async def _in_browser(
        self, desk: QuestionBroker | None, before: ResumeState | None, url: str | None
    ) -> Answer:
        """Do the work from this address on, in the browser or in place of one that died."""
        inputs, settings = self._prepared, self._settings
        journal, budget = self._journal, self._budget
        session = self._session = await self._browser()
        await session.restrict_urls(inputs.urls)
        grants = run_grants(inputs, settings, journal, budget, before)
        gate = risk_gate(
            session,
            inputs,
            settings.safety,
            earlier=self._earlier,
            ask_s=settings.human.deadline_s,
            grants=grants,
            classify=effect_classifier(inputs, settings, journal, budget),
            journal=journal,
            desk=desk,
            hidden=self._hidden,
            taint=self._taint,
            effects=self._effects,
            before=before,
        )
        if self._gate is not None:
            gate.backstop.follow(self._gate.backstop)
        self._gate = gate
        skills = skill_context(
            session,
            inputs,
            settings,
            gate=gate,
            journal=journal,
            desk=desk,
            control=self.control,
            redactor=self._hidden.secrets,
            taint=self._taint,
            grounder=grounder_of(inputs.models, settings, journal, budget),
            effects=self._effects,
        )
        async with grants.beside(shown=settings.human.plan_review):
            return await self._at_work(session, skills, gate, grants, before, url)

    async def _at_work(
        self,
        session: BrowserSession,
        skills: SkillContext,
        gate: RiskGate,
        grants: RunGrants,
        before: ResumeState | None,
        url: str | None,
    ) -> Answer:
        """Open the page to begin on and have the agents do the task."""
        inputs, settings, task = self._prepared, self._settings, self._prepared.task
        control = self.control
        if url and not inputs.opened:
            await _open_first(skills, url, may_fail=before is not None and before.rebuilt)
        context = RunContext(
            task=_continued(task, before, settings.architecture),
            settings=settings,
            journal=self._journal,
            budget=self._budget,
            skill_context=skills,
            control=control,
            grants=grants,
            own_skills=inputs.own_skills,
            tools=tuple(function_of(each, skills, self._taint.read) for each in self._tools),
            models=inputs.models,
            partial_result=self._partial,
            evidence=self._evidence,
            profile=inputs.profile,
            earlier=self._earlier,
            before=before,
        )
        try:
            answer = await self._architecture.run(context)
            await skills.saved()
            control.close()
            return replace(answer, needs_person=gate.unasked, denied=gate.refused_by_person)
        finally:
            session.set_request_policy(None)
            await control.drop_window()
            # A stopped run has no time for a picture, and none is taken of a lent window.
            if self._stopped is None and not session.lending.lent:
                await skills.picture()

    def _asking(self) -> AbstractContextManager[None]:
        """Mark in the browser, once there is one, that the run waits for a person."""
        return self._session.patience.asking() if self._session else nullcontext()


def _hidden(fact: Fact, hidden: OutputRedactor) -> Fact:
    return replace(fact, claim=hidden(fact.claim), quote=hidden(fact.quote), url=hidden(fact.url))


async def _answered(before: ResumeState, desk: QuestionBroker | None) -> ResumeState:
    """Wait for the answers to questions left open when the run was interrupted."""
    pending = before.pending
    if desk is None or not pending:
        return before
    answers = await asyncio.gather(*map(desk.ask_again, pending), return_exceptions=True)
    for request, given in zip(pending, answers, strict=True):
        if isinstance(given, BaseException):
            # What the person says instead of an answer goes out with the next model call.
            if not isinstance(given, Interrupted):
                raise given
        else:
            before = before.answered(request, given)
    return before


def _continued(task: Task, before: ResumeState | None, architecture: str) -> Task:
    """The task as the agents get it: planners receive the earlier part separately."""
    if before is None or architecture == "hierarchical":
        return task
    return replace(task, text=f"{task.text}\n{before.prompt_text}")


async def _open_first(context: SkillContext, url: str, *, may_fail: bool) -> None:
    """Open the page to begin on through the envelope, like any other action."""
    # The agents see a dialog of the page, and can answer it. That a page of before does not open
    # again is in the journal, and what is open instead is told to them.
    with suppress(SkillError if may_fail else DialogOpen):
        async with context.action("open_url", url=url):
            await context.navigator.goto(url)
