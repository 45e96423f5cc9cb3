"""Agents of one click: a grounder alone, and the point that needs no looking."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Literal

from playwright.async_api import TimeoutError as PlaywrightTimeout

from agent_e.agents.grounding import ROLE, grounder_of, has_grounder, settings_of
from agent_e.benchmarks.evaluators.first_act import FIRST_ACT
from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.browser import BrowserSession
from agent_e.dom import PageObserver
from agent_e.errors import ActionParseError, ConfigError, ElementGone, LimitReached, ModelError
from agent_e.journal import Journal, new_run_dir
from agent_e.models.budget import Budget
from agent_e.models.factory import environment, make_model
from agent_e.models.model import Model
from agent_e.skills.protocols import Grounder
from agent_e.types import Outcome, Screenshot, TaskResult
from agent_e.vision import Camera
from agent_e.vision.screenshots import encoded, fitted

Failed = Literal["refused", "parse", "no_point", "provider", "raised"]
"""Why a grounder named no place: it does not see it, its answer is unreadable or has no point on
the picture, its provider failed or was too slow, or its code raised something else."""
_BUILT_MS = 5_000
_UNUSABLE = 8
"""Exit code of a run whose answer cannot be used."""
_ENDS: Mapping[Failed | None, tuple[Outcome, int]] = {
    None: (Outcome.SUCCESS, 0),
    "refused": (Outcome.GAVE_UP, 1),
}


async def grounder_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Ask the configured grounder once for the task's instruction, and click there once.

    The journal has the time of the grounder's call alone, and why it failed.
    """
    start = time.perf_counter()
    journal = Journal(new_run_dir(place.folder / "run"))
    budget, words = Budget(max_steps=None), instruction_of(place)
    journal.write_file("run.json", {"task": {"text": words}, "settings": {}})
    try:
        session = await _begun(place)
        async with _grounder(plan, journal, budget) as grounder:
            page = await PageObserver(session, plan.settings.dom).observe()
            shot = await _screenshot(session, plan.settings.vision.quality)
            point, failed, message = None, None, ""
            asked = time.perf_counter()
            try:
                point = await grounder.ground(words, shot, page)
            except ConfigError:
                raise
            except Exception as error:  # noqa: BLE001 -- whatever it is, it counts as a failure
                failed, message = failure_of(error), f"{type(error).__name__}: {error}"
            took = 1000 * (time.perf_counter() - asked)
        journal.write(
            "grounded",
            description=words,
            point=[round(each, 1) for each in point] if point else None,
            url=page.url,
            milliseconds=round(took, 2),
            failed=failed,
            message=message,
        )
        if point:
            await session.active.page.mouse.click(*point)
    finally:
        journal.close()
    outcome, code = _ENDS.get(failed, (Outcome.ERROR, _UNUSABLE))
    return TaskResult(
        outcome=outcome,
        message=message,
        usage=budget.usage,
        cost_usd=budget.cost_usd if budget.priced else None,
        steps=1,
        seconds=time.perf_counter() - start,
        exit_code=code,
    )


async def middle_point(place: Place, plan: BenchPlan) -> TaskResult:
    """Click the middle of the window: right as often as the middle is within a box."""
    start = time.perf_counter()
    session = await _begun(place)
    browser = plan.settings.browser
    await session.active.page.mouse.click(browser.viewport_width / 2, browser.viewport_height / 2)
    return TaskResult(outcome=Outcome.SUCCESS, steps=1, seconds=time.perf_counter() - start)


def instruction_of(place: Place) -> str:
    """Return what to click, without what is said to agents that could do more."""
    return str(place.task.params.get("instruction") or place.task.intent)


def failure_of(error: Exception) -> Failed:
    """Return the class of a grounder's failure."""
    match error:
        case ElementGone():
            return "refused"
        case ActionParseError(code="missing_point" | "bad_point" | "out_of_range"):
            return "no_point"
        case ActionParseError():
            return "parse"
        case ModelError() | LimitReached() | TimeoutError():
            return "provider"
    return "raised"


async def _begun(place: Place) -> BrowserSession:
    """Open the start page and wait for what is to be clicked: scripts may build it."""
    session = await place.begin()
    tab = await session.ready()
    await tab.page.wait_for_load_state("load")
    for selector in selectors_of(place.task):
        with suppress(PlaywrightTimeout):  # then it is missed, and counts as such
            await tab.page.locator(selector).first.wait_for(timeout=_BUILT_MS)
    return session


def selectors_of(task: BenchTask) -> list[str]:
    """Return the selectors of the elements that a task's first click may be on."""
    checks = [FIRST_ACT.read(each) for each in task.evaluators if each.type == FIRST_ACT.name]
    return [each.selector for each in checks if each.selector]


async def _screenshot(session: BrowserSession, quality: int) -> Screenshot:
    shot = await Camera(session).shoot()
    return encoded(fitted(shot, round(max(shot.width, shot.height))), shot, quality=quality)


@asynccontextmanager
async def _grounder(plan: BenchPlan, journal: Journal, budget: Budget) -> AsyncIterator[Grounder]:
    settings = plan.settings
    models: dict[str, Model] = {}
    if has_grounder(settings):
        models[ROLE] = make_model(
            str(settings.grounder.model),
            ROLE,
            settings_of(settings, ROLE),
            runs_dir=settings.runs_dir,
            env=environment(),
        )
    try:
        found = grounder_of(models, settings, journal, budget)
        if found is None:
            raise ConfigError("The agent grounder needs --grounder NAME[@URL], such as names.")
        yield found
    finally:
        for model in models.values():
            await model.close()
