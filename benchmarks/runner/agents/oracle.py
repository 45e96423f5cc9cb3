"""The oracle: does what a task's reference says, which proves that the task can be done."""

from __future__ import annotations

import time
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page, Position

from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.browser import BrowserSession
from agent_e.errors import RunError
from agent_e.types import Outcome, TaskResult

_STEP_S = 10.0
_WHEEL_PX = 600


class OracleFailed(RunError):
    """A reference trace cannot be followed: the task or its site is broken."""

    exit_code = 7


async def oracle(place: Place, plan: BenchPlan) -> TaskResult:
    """Follow the reference trace with bare Playwright, and give the reference answer.

    Raises:
        OracleFailed: the task has no reference, or a step cannot be done as it is written.
    """
    start = time.perf_counter()
    session = await place.begin()
    reference = place.task.reference
    if not reference.trace and reference.answer is None and place.task.feasible:
        raise OracleFailed(
            f"{place.task.id} has no reference to follow, so the oracle can say nothing of it."
        )
    for number, step in enumerate(reference.trace, 1):
        try:
            await follow(session, step)
        except PlaywrightError as error:
            raise OracleFailed(
                f"Step {number} of the reference of {place.task.id} cannot be done "
                f"({step.verb} {step.role} {step.name or step.selector}): "
                f"{error.message.splitlines()[0]}"
            ) from error
    return TaskResult(
        outcome=Outcome.SUCCESS if place.task.feasible else Outcome.GAVE_UP,
        answer=reference.answer,
        steps=len(reference.trace),
        seconds=time.perf_counter() - start,
        exit_code=0 if place.task.feasible else 1,
    )


async def follow(session: BrowserSession, step: TraceStep) -> None:
    """Do one step of a reference trace with bare Playwright."""
    tab = await session.ready()
    await tab.loaded(_STEP_S)
    page = tab.page
    page.set_default_timeout(_STEP_S * 1000)
    match step.verb:
        case "open":
            await session.goto(step.name)
        case "back":
            await page.go_back()
        case "press" if not (step.selector or step.role):
            await page.keyboard.press(step.value)
        case "scroll":
            await page.mouse.wheel(0, float(step.value or _WHEEL_PX))
        case "wait":
            await page.get_by_text(step.name).first.wait_for()
        case _:
            await _act_on(located(page, step), step)


async def _act_on(found: Locator, step: TraceStep) -> None:
    match step.verb:
        case "click":
            await found.click(position=await _within(found, step.value))
        case "double_click":
            await found.dblclick()
        case "right_click":
            await found.click(button="right")
        case "hover":
            await found.hover()
        case "press":
            await found.press(step.value)
        case "type":
            await found.fill(step.value)
        case "select":
            await found.select_option(step.value)
        case "drag":
            await found.drag_to(found.page.locator(step.value))


async def _within(found: Locator, part: str) -> Position | None:
    """Where to click an element: as said in fractions of its box, else in the middle."""
    box = await found.bounding_box() if part else None
    if box is None:
        return None
    x, y = map(float, part.split(","))
    return {"x": x * box["width"], "y": y * box["height"]}


def located(page: Page, step: TraceStep) -> Locator:
    """The one matching element; Playwright refuses if there are several."""
    if step.selector:
        return page.locator(step.selector)
    return page.get_by_role(cast(Any, step.role), name=step.name, exact=True)
