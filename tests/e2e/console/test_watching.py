"""Start, watch, pause, steer, stop, and what ended runs show, in a browser."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite

from ..conftest import browse, clicking, finish, report
from ..test_asking import ask
from .conftest import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket"))
LOOKED = finish("a blanket", 1)


async def test_a_run_is_started_watched_and_its_answer_shown(
    desk: Desk, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("look at the products"), LOOKED],
        navigator=[clicking("link 'Fjord Wool Blanket'"), READ],
    )
    await desk.serve(script, catalog.url)
    console = await desk.console()
    page = console.page
    await page.get_by_label("Task").fill("Which product is of wool?")
    await page.get_by_label("Begin at").fill(catalog.url)
    await page.get_by_label("On its own").check()
    await page.get_by_text("More", exact=True).click()
    await page.get_by_label("Steps").fill("20")
    await console.button("Start").click()
    await expect(page.locator(".title h1")).to_have_text("Which product is of wool?")
    await expect(page.locator(".title .badge")).to_have_text("success")
    await expect(page.locator(".answer")).to_have_text("a blanket")
    acts = page.locator(".timeline .act")
    await expect(acts).to_have_count(2)
    await expect(acts.nth(1)).to_contain_text("click link 'Fjord Wool Blanket'")
    await expect(acts.nth(1).locator(".change")).to_contain_text("New on the page")
    await expect(page.locator(".plan li.done")).to_have_count(2)
    await expect(page.locator(".claims").first).to_contain_text("there is a blanket")
    await expect(page.get_by_label("Steps: 20 %")).to_be_visible()
    (run,) = (await desk.api.get("/runs"))["runs"]
    assert (run["mode"], run["limits"]["steps"]) == ("autonomous", 20)


async def test_a_wrong_start_says_why_and_loses_nothing(desk: Desk, catalog: RunningSite) -> None:
    await desk.serve(by_role(), catalog.url)
    console = await desk.console()
    await console.page.get_by_label("Task").fill("Look.")
    await console.page.get_by_label("Begin at").fill("gopher://old.example")
    await console.button("Start").click()
    await expect(console.page.get_by_role("alert")).to_contain_text("gopher")
    await expect(console.page.get_by_label("Task")).to_have_value("Look.")
    # Browsers write a line for every refused request.
    assert all("422" in each for each in console.problems), console.problems
    console.problems.clear()


async def test_a_run_is_paused_steered_and_stopped(desk: Desk, catalog: RunningSite) -> None:
    held = asyncio.Event()

    async def script(body: object) -> Scripted:
        await held.wait()
        return browse("look")

    api = await desk.serve(script, catalog.url)
    run = await api.make("Look around.")
    console = await desk.console()
    await console.run(run)
    await console.button("Pause").click()
    badge = console.page.locator(".title .badge")
    await expect(badge).to_have_text("paused")
    await expect(console.page.locator(".control")).to_contain_text("next action or model call")
    await console.button("Continue").click()
    await expect(badge).to_have_text(re.compile("running|planning"))
    await console.page.get_by_label("Say what is wanted now").fill("Only the red ones.")
    await console.button("Steer").click()
    await expect(console.page.locator(".control")).to_contain_text("Only the red ones.")
    await expect(console.page.locator(".timeline .aside.person").last).to_contain_text("steered")
    await console.button("Stop").click()
    await console.button("Stop it, keep what was found").click()
    await expect(badge).to_have_text("stopped")
    kinds = [each["kind"] for each in desk.journal(run)]
    orders = [each for each in kinds if re.match(r"control\.(?!state)", each)]
    assert orders == ["control.paused", "control.resumed", "control.steered", "control.stopped"]
    held.set()


async def test_a_reload_in_the_middle_shows_the_same(desk: Desk, catalog: RunningSite) -> None:
    script = by_role(planner=[browse("look"), LOOKED], navigator=[ask("Which one?"), READ])
    api = await desk.serve(script, catalog.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    await expect(console.card("Which one?")).to_be_visible()
    shown = await console.page.locator(".timeline").inner_text()
    await console.page.reload()
    await expect(console.card("Which one?")).to_be_visible()
    await expect(console.page.locator(".timeline")).to_contain_text("Which one?")
    assert await console.page.locator(".timeline").inner_text() == shown
    tab = await desk.another_tab(console)
    await tab.run(run)
    await console.card("Which one?").get_by_role("textbox").fill("the red one")
    await console.button("Answer").click()
    # The other tab learns of it.
    await expect(tab.page.locator(".card.ask")).to_have_count(0)
    await expect(tab.page.locator(".title .badge")).to_have_text("success")


@pytest.mark.slow
async def test_runs_are_listed_and_found(desk: Desk, catalog: RunningSite) -> None:
    script = by_role(planner=[LOOKED, ask("Which one?")] * 3, navigator=[])
    api = await desk.serve(script, catalog.url, planner="always")
    console = await desk.console()
    await console.open("runs")
    await expect(console.page.get_by_text("There are no runs yet.")).to_be_visible()
    first = await api.make("Find the cheapest lamp.")
    await api.until(first, "ended", "awaiting_human")
    row = console.page.get_by_role("row", name="Find the cheapest lamp.")
    await expect(row).to_be_visible()
    await console.page.get_by_role("searchbox").fill("blanket")
    await expect(row).to_have_count(0)
    await console.button("Show all").click()
    await row.get_by_role("link").click()
    await expect(console.page.locator(".title h1")).to_have_text("Find the cheapest lamp.")
