"""A past run from its journal: by slider and keys, from a claim, beside another."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import Answer, by_role
from agent_e.benchmarks.sites import RunningSite

from ..conftest import browse, clicking, finish, report
from .conftest import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def looking(*products: str) -> list[Answer]:
    clicks = [clicking(f"link '{product}'") for product in products]
    return [*clicks, report("Read.", ("its price", "Price $129.00"))]


async def test_a_past_run_is_replayed_and_a_claim_leads_to_its_moment(
    desk: Desk, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("look"), finish("$129.00", 1)],
        navigator=looking("Aurora Desk Lamp", "Fjord Wool Blanket"),
    )
    api = await desk.serve(script, catalog.url, journal={"screenshots": "steps"})
    run = await api.make("What does the blanket cost?")
    await api.until(run, "ended")
    console = await desk.console()
    await console.run(run)
    page = console.page
    slider = page.get_by_role("slider", name="Moment")
    picture = page.locator(".picture img")
    moment = page.locator(".moment h3")
    await expect(moment).to_have_text("The page at the end")
    await slider.focus()
    await page.keyboard.press("ArrowLeft")
    await expect(moment).to_have_text("click link 'Fjord Wool Blanket'")
    await expect(page.locator(".moment")).to_contain_text("tokens sent")
    await expect(page.locator(".picture rect.target")).to_be_visible()
    source = await picture.get_attribute("src")
    await page.keyboard.press("ArrowLeft")
    await expect(moment).to_have_text("click link 'Aurora Desk Lamp'")
    assert await picture.get_attribute("src") != source
    await expect(page.locator(".timeline [aria-current=step]")).to_contain_text("Aurora Desk Lamp")
    # Its address shows the same moment again.
    await page.reload()
    await expect(moment).to_have_text("click link 'Aurora Desk Lamp'")
    await page.locator("button.claim").first.click()
    await expect(moment).to_have_text("The page at the end")
    mark = page.locator(".picture rect.claim").first
    await expect(mark).to_be_visible()
    inside = """(mark, picture) => {
      const [box, all] = [mark, picture].map((each) => each.getBoundingClientRect());
      return box.left >= all.left && box.top >= all.top && box.bottom <= all.bottom;
    }"""
    assert await mark.evaluate(inside, await picture.element_handle())


@pytest.mark.slow
async def test_two_runs_are_compared(desk: Desk, catalog: RunningSite) -> None:
    ends = [browse("look"), finish("$129.00", 1)]
    script = by_role(
        planner=[*ends, *ends],
        navigator=[
            *looking("Fjord Wool Blanket"),
            *looking("Aurora Desk Lamp", "Fjord Wool Blanket"),
        ],
    )
    api = await desk.serve(script, catalog.url)
    task = "What does the blanket cost?"
    for _ in range(2):
        await api.until(await api.make(task), "ended")
    console = await desk.console()
    await console.open("runs")
    page = console.page
    for box in await page.get_by_role("checkbox", name=f"Compare {task}").all():
        await box.check()
    await page.get_by_role("link", name="Compare the two").click()
    await expect(page.locator(".sides .viewer")).to_have_count(2)
    sides = await page.locator(".sides .viewer").all()
    await expect(page.get_by_role("row", name="Steps")).to_contain_text("5")
    await sides[0].get_by_role("slider").fill("1")
    await expect(sides[0].locator(".moment h3")).to_contain_text("Fjord Wool Blanket")
    await expect(sides[1].locator(".moment h3")).to_contain_text("Aurora Desk Lamp")
