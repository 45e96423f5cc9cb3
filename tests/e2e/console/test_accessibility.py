"""The console for everybody: axe finds nothing on any screen, the keyboard reaches all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.scripted import by_role
from agent_e.benchmarks.sites import RunningSite
from tests.agent_e.server.console.test_suites import run as add_run
from tests.agent_e.server.console.test_suites import suite

from ..conftest import browse, finish, report
from ..test_asking import ask
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket"))


async def faults(page: Page) -> list[str]:
    """What axe finds wrong with the screen that is shown."""
    await page.evaluate(AXE.read_text())
    found: Any = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]


async def screens(desk: Desk, site: str) -> tuple[list[str], str]:
    """Addresses of every screen: among them a run that has ended, and one that waits."""
    planner = [browse("look"), finish("a blanket", 1), browse("look"), finish("a blanket", 1)]
    navigator = [READ, ask("Which size?", "choice", "Small", "Large"), READ]
    api = await desk.serve(by_role(planner=planner, navigator=navigator), site)
    ended = await api.make("Find the blanket.")
    await api.until(ended, "ended")
    waiting = await api.make("Which is the smallest?")
    await api.asked(waiting)
    add_run(suite(desk.folder) / "episodes" / "shop--1" / "1" / "1")
    (known,) = (await api.get("/suites"))["suites"]
    runs = [f"runs/{ended}", f"runs/{waiting}", f"compare/{ended}/{waiting}"]
    return ["", "runs", *runs, "suites", f"suites/{known['id']}", "nowhere"], waiting


@pytest.mark.parametrize(
    ("scheme", "width"),
    [
        ("light", 1280),
        pytest.param("dark", 1280, marks=pytest.mark.slow),
        pytest.param("light", 360, marks=pytest.mark.slow),
        ("dark", 360),
    ],
)
async def test_axe_finds_nothing(desk: Desk, catalog: RunningSite, scheme: str, width: int) -> None:
    paths, _ = await screens(desk, catalog.url)
    console = await desk.console(width=width, color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for path in paths:
        await console.open(path)
        await expect(console.page.locator("main h1")).to_be_visible()
        if path == "runs":
            await console.page.get_by_role("button", name="1 waiting for you").click()
        if path == "":
            await console.page.get_by_text("More", exact=True).click()
        found[path] = await faults(console.page)
    assert found == dict.fromkeys(paths, [])


async def tab_to(console: Console, name: str) -> None:
    """Press Tab until the control of this name has the focus, which can be seen."""
    for _ in range(60):
        await console.page.keyboard.press("Tab")
        focus = console.page.locator(":focus")
        if await focus.count() and name in (await focus.aria_snapshot()):
            assert await focus.evaluate("each => getComputedStyle(each).outlineStyle") != "none"
            return
    raise AssertionError(f"The keyboard does not reach {name!r}.")


@pytest.mark.slow
async def test_a_run_is_started_answered_and_stopped_by_keyboard(
    desk: Desk, catalog: RunningSite
) -> None:
    navigator = [ask("Which size?", "choice", "Small", "Large"), ask("And why?"), READ]
    await desk.serve(by_role(planner=[browse("look")], navigator=navigator), catalog.url)
    console = await desk.console()
    keyboard = console.page.keyboard
    await expect(console.page.get_by_label("Task")).to_be_focused()
    await keyboard.type("Which is the smallest?")
    await keyboard.press("Tab")
    await keyboard.type(catalog.url)
    await keyboard.press("Enter")
    await expect(console.card("Which size?").get_by_role("radio").first).to_be_enabled()
    await tab_to(console, "Small")
    await keyboard.press("ArrowDown")
    await tab_to(console, 'button "Answer"')
    await keyboard.press("Enter")
    await expect(console.card("And why?").get_by_role("textbox")).to_be_enabled()
    await tab_to(console, "And why?")
    await keyboard.type("it fits")
    await keyboard.press("Control+Enter")
    await expect(console.page.locator(".title .badge")).to_have_text(re.compile("success|error"))
