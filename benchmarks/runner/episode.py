"""One try at one task: prepare, run the agent, capture evidence, judge, record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from pydantic import JsonValue

from agent_e.benchmarks.browsergym.environment import GymEnvironment, gym_environment
from agent_e.benchmarks.episodes.outcome import claim_of, classify, end_of
from agent_e.benchmarks.episodes.reading import find_run_dir
from agent_e.benchmarks.episodes.record import (
    EPISODE_FILE,
    EVIDENCE_FILE,
    EpisodeOutcome,
    EpisodeRecord,
    EpisodeUsage,
    Evidence,
    Score,
)
from agent_e.benchmarks.evaluators import js_expressions, score_episode
from agent_e.benchmarks.judging.judge import Judge, make_judge
from agent_e.benchmarks.metrics import episode_metrics
from agent_e.benchmarks.sites import RunningSite
from agent_e.benchmarks.suites import SUITES
from agent_e.benchmarks.tasks.placeholders import resolve
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.browser import SharedBrowser
from agent_e.errors import AgentEError, RunError
from agent_e.models.factory import environment
from agent_e.safety.secrets import OutputRedactor
from agent_e.types import Outcome, TaskResult

from .agents import find_agent
from .capture import capture
from .environment import Place, Sites
from .memory import MemoryWatch
from .plan import BenchPlan, Job, Slot
from .store import write_record


@dataclass(frozen=True, kw_only=True, slots=True)
class Tools:
    """A worker's resources for an episode; only ``hidden`` is the episode's own."""

    browser: SharedBrowser
    sites: Sites
    hidden: OutputRedactor


@dataclass(kw_only=True, slots=True)
class _Clock:
    """Accounts for an episode's time."""

    started: float = field(default_factory=time.time)
    _since: float = field(default_factory=time.perf_counter)
    agent_s: float = 0.0

    @property
    def overhead_s(self) -> float:
        """All time but the agent's."""
        return max(time.perf_counter() - self._since - self.agent_s, 0.0)


class Episode:
    """One try at one task."""

    def __init__(self, plan: BenchPlan, job: Job, tools: Tools) -> None:
        self._plan = plan
        self._job = job
        self._tools = tools
        self._folder = Path(job.folder)
        self._clock = _Clock()

    async def run(self) -> None:
        """Run it and write ``episode.json`` in any case."""
        try:
            record = await self._record()
        except AgentEError as error:
            record = self._fault(str(error))
        write_record(self._folder, EPISODE_FILE, record, self._tools.hidden.value)

    async def _record(self) -> EpisodeRecord:
        uses = self._job.slot.task.sites
        await self._tools.sites.check(uses)
        sites = await self._tools.sites.use(uses)
        addresses = {name: site.url for name, site in sites.items()}
        addresses |= self._tools.sites.addresses(uses)
        task = resolve(self._job.slot.task, addresses, date.today())
        task = await self._prepared(task)
        async with gym_environment(task, addresses) as gym:
            if gym is None:
                return await self._tried(task, sites)
            task = task.model_copy(update={"intent": gym.goal})
            return await self._tried(task, {**sites, gym.site.name: gym.site}, gym)

    async def _tried(
        self, task: BenchTask, sites: dict[str, RunningSite], gym: GymEnvironment | None = None
    ) -> EpisodeRecord:
        place = Place(
            task,
            sites,
            self._tools.browser,
            self._plan.settings.browser,
            self._folder,
            addresses=self._tools.sites.addresses(task.sites),
            hidden=self._tools.hidden,
            trace=self._plan.trace,
            gym=gym,
        )
        before: Mapping[str, JsonValue] = {name: site.state() for name, site in sites.items()}
        watch = MemoryWatch()
        try:
            async with watch:
                result = await self._agent(place)
            await watch.look()
            # What an agent could not do on a site that went away says nothing about the agent.
            await self._tools.sites.check(task.sites)
            if gym is not None:
                await gym.conclude(result)
            evidence = await capture(
                place, intent=task.intent, state_before=before, expressions=js_expressions(task)
            )
        finally:
            await place.close()
        claim, source = claim_of(result)
        evidence = evidence.model_copy(
            update={
                "answer": result.answer,
                "claim": claim,
                "claim_source": source,
                "peak_memory_mb": round(watch.peak_mb, 1),
            }
        )
        write_record(self._folder, EVIDENCE_FILE, evidence, place.secrets.value)
        return await self._judged(task, result, evidence)

    async def _prepared(self, task: BenchTask) -> BenchTask:
        """Complete a task whose text only its page contains."""
        suite = SUITES.get(task.suite)
        if suite is None or suite.prepare is None:
            return task
        context = await self._tools.browser.browser.new_context()
        try:
            return await suite.prepare(task, context)
        finally:
            await context.close()

    async def _agent(self, place: Place) -> TaskResult:
        agent = find_agent(self._plan.agent, trusting=self._plan.trusting)
        start = time.perf_counter()
        try:
            async with asyncio.timeout(self._plan.seconds(place.task) + 5):
                result = await agent(place, self._plan)
        except TimeoutError:
            result = TaskResult(
                outcome=Outcome.LIMIT,
                message="It took too long.",
                exit_code=Outcome.LIMIT.exit_code,
            )
        except RunError as error:
            result = TaskResult(
                outcome=Outcome.ERROR,
                message=str(error),
                exit_code=error.exit_code,
                error=type(error).__name__,
            )
        self._clock.agent_s = result.seconds or time.perf_counter() - start
        return result

    async def _judged(
        self, task: BenchTask, result: TaskResult, evidence: Evidence
    ) -> EpisodeRecord:
        score: Score | None = None
        if end_of(result) != "infra":
            score = await self._score(task)
        outcome = classify(task, result, score)
        run = find_run_dir(self._folder)
        return blank_record(self._plan, self._job.slot, self._job.attempt).model_copy(
            update={
                "outcome": outcome,
                "claim": evidence.claim,
                "claim_source": evidence.claim_source,
                "answer": result.answer,
                "score": score,
                "message": "" if outcome is EpisodeOutcome.SUCCESS else result.message,
                "assisted": result.assisted,
                "started": self._clock.started,
                "seconds": round(self._clock.agent_s, 3),
                "overhead_s": round(self._clock.overhead_s, 3),
                "usage": {
                    role: EpisodeUsage.model_validate(usage.to_json())
                    for role, usage in result.usage.items()
                },
                "cost_usd": result.cost_usd,
                "metrics": episode_metrics(task, self._folder, score),
                "run": str(run.relative_to(self._folder)) if run else "",
            }
        )

    async def _score(self, task: BenchTask) -> Score:
        judge: Judge | None = None
        if self._plan.judge:
            settings = self._plan.settings
            judge = make_judge(
                self._plan.judge, settings.models, env=environment(), runs_dir=settings.runs_dir
            )
        try:
            return await score_episode(task, self._folder, judge=judge)
        finally:
            if judge is not None:
                await judge.close()

    def _fault(self, message: str) -> EpisodeRecord:
        return blank_record(self._plan, self._job.slot, self._job.attempt).model_copy(
            update={
                "message": message,
                "started": self._clock.started,
                "seconds": round(self._clock.agent_s, 3),
                "overhead_s": round(self._clock.overhead_s, 3),
            }
        )


def blank_record(plan: BenchPlan, slot: Slot, attempt: int) -> EpisodeRecord:
    """The record of a try before anything of it is known."""
    return EpisodeRecord(
        suite=plan.suite,
        task_id=slot.task.id,
        cluster=slot.task.cluster,
        tags=slot.task.tags,
        feasible=slot.task.feasible,
        epoch=slot.epoch,
        attempt=attempt,
        agent=plan.agent,
        architecture=plan.architecture,
        model=plan.model,
        outcome=EpisodeOutcome.INFRA_ERROR,
        started=time.time(),
    )
