"""The plan as a card: edited with what it allows, or sent back."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite

from ..conftest import browse, finish, report, seen
from .conftest import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket"))
PLAN = Scripted(calls=[("update_plan", {"steps": ["look", "order", "tell"]})])
LOOK = browse("look", plan=False)
ORDER = {
    **{"kind": "order", "times": 1, "max_amount": None, "currency": "", "to": "", "site": ""},
    "quote": "order a kettle",
}


async def test_a_plan_is_edited_with_what_it_allows(desk: Desk, catalog: RunningSite) -> None:
    script = by_role(planner=[PLAN, LOOK, LOOK, finish("a blanket", 1)], navigator=[READ])
    api = await desk.serve(script, catalog.url, grants=[ORDER])
    run = await api.make("Look, order a kettle.", human={"plan_review": True})
    console = await desk.console()
    await console.run(run)
    page = console.page
    steps = page.locator(".plan-card [data-step]")
    await expect(steps).to_have_count(3)
    await steps.nth(1).fill("look twice")
    await steps.nth(2).press("Alt+ArrowUp")
    await console.button("Take step 3 out").click()
    await console.button("Add a step").click()
    await expect(steps.nth(2)).to_be_focused()
    await page.keyboard.type("tell what was found")
    await page.get_by_role("button", name="Do not allow: order").click()
    await page.get_by_label("Allow more").fill("send")
    await page.keyboard.press("Enter")
    await console.button("Go on by the changed plan").click()
    await expect(page.locator(".title .badge")).to_have_text("success")
    (answered,) = [each for each in desk.journal(run) if each["kind"] == "person.answered"]
    assert answered["value"] == {
        "steps": ["look", "tell", "tell what was found"],
        "withdraw": [1],
        "may": ["send"],
    }


@pytest.mark.slow
async def test_a_plan_is_sent_back(desk: Desk, catalog: RunningSite) -> None:
    better = Scripted(calls=[("update_plan", {"steps": ["look at the wool", "tell"]})])
    script = by_role(
        planner=[PLAN, LOOK, better, LOOK, finish("a blanket", 1)],
        navigator=[READ],
    )
    api = await desk.serve(script, catalog.url)
    run = await api.make("Look.", human={"plan_review": True})
    console = await desk.console()
    await console.run(run)
    await console.page.get_by_label("What is wrong with it").fill("Begin with the wool.")
    await console.button("Send back").click()
    await expect(console.page.locator("[data-step]").first).to_have_value("look at the wool")
    await console.button("Go on by it").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert any("Begin with the wool." in seen(body) for body in desk.model.requests)
