"""Runs of suites in a browser: their progress, and episodes that open as replays."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import by_role
from agent_e.benchmarks.sites import RunningSite
from tests.agent_e.server.console.test_suites import run, suite

from .conftest import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_suite_leads_to_its_report_and_to_an_episode(
    desk: Desk, catalog: RunningSite
) -> None:
    await desk.serve(by_role(), catalog.url)
    console = await desk.console()
    page = console.page
    await console.open("suites")
    await expect(page.get_by_text("agent-e bench run")).to_be_visible()
    folder = suite(desk.folder)
    run(folder / "episodes" / "shop--1" / "1" / "1")
    await page.get_by_role("link", name="local").click()
    await expect(page.get_by_role("img", name="1 of 2 done: 1 success")).to_be_visible()
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="Report").click()
    report = await opened.value
    await expect(report.get_by_text("shop--1").first).to_be_visible()
    await page.get_by_role("link", name="shop--1").click()
    await expect(page.locator(".title h1")).to_have_text("Find it.")
    await expect(page.locator(".answer")).to_have_text("$59.00")
