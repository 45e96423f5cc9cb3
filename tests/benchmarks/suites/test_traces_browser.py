"""Reference traces lead, in a real browser, to what the evaluators ask for."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any, cast

import pytest
from playwright.async_api import Browser, Page

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.tasks.placeholders import resolve
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from tests.browsers import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CATALOGUES = SUITES["catalog"].load(SuiteOptions())
PANELS = {str(task.tags["panel"]): task.seed for task in reversed(CATALOGUES)}
"""One seed for each way in which details open."""
TASKS = [
    *SUITES["mind2web3"].load(SuiteOptions()),
    *(t for t in CATALOGUES if t.seed in PANELS.values() and t.template_id == "price-of-best"),
]


@pytest.fixture
async def browser(chromium: Chromium) -> Browser:
    return await chromium.bare()


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
async def test_a_trace_leads_to_its_end(task: BenchTask, browser: Browser) -> None:
    use = task.sites[0]
    options = cast(Any, use.options)
    async with serve_site(use.name, **options) as site:
        done = resolve(task, {use.name: site.url}, date.today())
        checks = [spec for spec in done.evaluators if spec.type in ("state", "url")]
        before = site.state()
        context = await browser.new_context()
        page = await context.new_page()
        assert done.start_url
        await page.goto(done.start_url)
        untouched = [holds(spec, site, before, page) for spec in checks]
        assert not checks or not all(untouched), "nobody needs to do anything"
        for step in done.reference.trace:
            await follow(page, step)
        async with asyncio.timeout(30):
            while not all(holds(spec, site, before, page) for spec in checks):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        if not checks and isinstance(done.reference.answer, str):
            await page.get_by_text(done.reference.answer).first.wait_for()
        await context.close()


async def follow(page: Page, step: TraceStep) -> None:
    if step.verb == "wait":
        await page.get_by_text(step.name).first.wait_for()
        return
    if step.selector:
        target = page.locator(step.selector)
    else:
        target = page.get_by_role(cast(Any, step.role), name=step.name, exact=True)
    if step.verb == "click":
        await target.click()
    elif step.verb == "type":
        await target.fill(step.value)
    else:
        assert step.verb == "select"
        await target.select_option(step.value)


def holds(spec: EvaluatorSpec, site: RunningSite, before: dict[str, Any], page: Page) -> bool:
    """A small second opinion on what a state or an address is to be."""
    keys = spec.own
    if spec.type == "url":
        path = str(keys.get("path", "/"))
        query = [f"{name}={value}" for name, value in keys.get("query", {}).items()]
        return page.url.split("?")[0] == f"{site.url}{path}" and all(
            part in page.url for part in query
        )
    value: Any = site.state()
    for key in str(keys["path"]).split("."):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except IndexError:  # such as of baskets before there is one
            return False
    if keys.get("new"):
        value = [record for record in value if record not in before[str(keys["path"])]]
    if "count" in keys and len(value) != keys["count"]:
        return False
    wanted = keys.get("contains")
    if isinstance(wanted, dict):
        return any(all(record[key] == wanted[key] for key in wanted) for record in value)
    return wanted is None or wanted in value
