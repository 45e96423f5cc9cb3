"""The console for everybody: axe finds nothing on any screen, the keyboard reaches all of it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.scripted import Answer, Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from tests.agent_e.server.console.test_suites import run as add_run
from tests.agent_e.server.console.test_suites import suite

from ..conftest import browse, clicking, finish, report
from ..test_asking import ask
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
ORDER = {
    **{"kind": "order", "times": 1, "max_amount": None, "currency": "", "to": "", "site": ""},
    "quote": "Order a kettle",
}
SLOW = Scripted(delay_s=60)
READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket"))


async def faults(page: Page) -> list[str]:
    """What axe finds wrong with the screen that is shown."""
    await page.evaluate(AXE.read_text())
    found: Any = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]


async def faults_everywhere(page: Page) -> dict[str, list[str]]:
    """The same in light and dark, on a phone and a desk, and whether it is wider than that."""
    found = {}
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme, width in product(schemes, (360, 1280)):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.set_viewport_size({"width": width, "height": 900})
        wrong = await faults(page)
        wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wrong or wider:
            found[f"{scheme} {width}"] = [*wrong, f"{wider} px too wide"]
    return found


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


QUESTIONS: dict[str, tuple[Scripted, Any]] = {
    "choice": (ask("Which one?", "choice", "Small", "Large"), "Small"),
    "form": (ask("Your address?", "form", "street", "floor?"), {"street": "Skarvikveien 7"}),
    "secret": (ask("Your password?", "secret"), "harbour-light-77"),
    "captcha": (ask("Which characters?", "captcha"), "7KX"),
    "text": (ask("Which colour?"), "blue"),
}


@pytest.mark.slow
async def test_axe_finds_nothing_on_cards_and_controls(desk: Desk, catalog: RunningSite) -> None:
    planner = [browse("look"), finish("a blanket", 1)]
    asked = [question for question, _ in QUESTIONS.values()]
    navigator: list[Answer] = [clicking("link 'Fjord Wool Blanket'"), *asked, READ]
    script = by_role(planner=planner, navigator=navigator)
    api = await desk.serve(script, catalog.url, grants=[ORDER], journal={"screenshots": "steps"})
    run = await api.make("Order a kettle.", human={"plan_review": True, "review": True})
    console = await desk.console()
    page = console.page
    found = {}
    await page.get_by_label("Task").fill("Order a kettle.")
    await console.button("Show what that is").click()
    await expect(page.locator(".chip").first).to_be_visible()
    found["chips"] = await faults_everywhere(page)
    await console.run(run)
    await expect(page.locator(".plan-card")).to_be_visible()
    await expect(page.locator("canvas[data-frames]")).to_be_visible()
    found["plan"] = await faults_everywhere(page)
    await console.button("Go on by it").click()
    for kind, (_, answer) in QUESTIONS.items():
        request = await api.asked(run)
        await expect(page.locator(f"#ask-{request['id']}")).to_be_visible()
        found[kind] = await faults_everywhere(page)
        await api.answer(run, request["id"], answer)
        await api.until(run, "planning", "running", "awaiting_human")
    await expect(page.get_by_text("It is right")).to_be_visible()
    await console.button("Stop").click()
    found["stop"] = await faults_everywhere(page)
    await console.button("Go on").click()
    await console.button("Take over").click()
    await expect(console.button("Hand back")).to_be_visible()
    found["taken over"] = await faults_everywhere(page)
    await console.button("Hand back").click()
    await expect(console.button("Take over")).to_be_enabled()
    await console.button("It is right").click()
    await page.locator("button.claim").first.click()
    await page.get_by_role("slider").fill("0")
    found["replay"] = await faults_everywhere(page)
    assert found == dict.fromkeys(found, {})


async def test_nothing_moves_for_who_wants_that(desk: Desk, catalog: RunningSite) -> None:
    api = await desk.serve(by_role(planner=[SLOW]), catalog.url)
    run = await api.make("Look.")
    console = await desk.console()
    moving = "() => document.getAnimations().length"
    await console.run(run)
    await expect(console.page.locator(".title .badge.live")).to_be_visible()
    assert await console.page.evaluate(moving) > 0
    await console.page.emulate_media(reduced_motion="reduce")
    assert await console.page.evaluate(moving) == 0


OUTLINE = "each => getComputedStyle(each).outlineStyle"


async def tab_to(console: Console, name: str) -> None:
    """Press Tab until the control of this name has the focus, which can be seen."""
    for _ in range(60):
        await console.page.keyboard.press("Tab")
        focus = console.page.locator(":focus")
        if await focus.count() and name in (await focus.aria_snapshot()):
            assert await focus.evaluate(OUTLINE) != "none"
            return
    raise AssertionError(f"The keyboard does not reach {name!r}.")


async def press(console: Console, name: str) -> None:
    """Go to a button by Tab, and press it."""
    await tab_to(console, f'button "{name}"')
    await console.page.keyboard.press("Enter")


@pytest.mark.slow
async def test_the_keyboard_does_all_of_it(desk: Desk, catalog: RunningSite) -> None:
    """Start, answer, take over, hand back, steer, pause, go on and stop."""
    asked = [ask("Which size?", "choice", "Small", "Large"), ask("And why?"), ask("And now?")]
    script = by_role(planner=[browse("look"), SLOW], navigator=[*asked, SLOW])
    await desk.serve(script, catalog.url)
    console = await desk.console()
    page, keyboard = console.page, console.page.keyboard
    await expect(page.get_by_label("Task")).to_be_focused()
    await keyboard.type("Which is the smallest?")
    await keyboard.press("Tab")
    await keyboard.type(catalog.url)
    await keyboard.press("Enter")
    await expect(console.card("Which size?").get_by_role("radio").first).to_be_enabled()
    await tab_to(console, "Small")
    await keyboard.press("ArrowDown")
    await press(console, "Answer")
    await expect(console.card("And why?").get_by_role("textbox")).to_be_enabled()
    await tab_to(console, "And why?")
    await keyboard.type("it fits")
    await keyboard.press("Control+Enter")
    await expect(console.card("And now?")).to_be_visible()
    await press(console, "Take over")
    canvas = page.locator("canvas")
    await expect(canvas).to_be_focused()
    assert await canvas.evaluate(OUTLINE) != "none"
    await keyboard.press("Tab")
    await expect(canvas).to_be_focused()
    await keyboard.press("Shift+Escape")
    await expect(page.get_by_label("A note for the agent")).to_be_focused()
    await keyboard.press("Enter")
    await expect(console.button("Take over")).to_be_enabled()
    await press(console, "Pause")
    await expect(page.locator(".title .badge").first).to_have_text("paused")
    await press(console, "Continue")
    await expect(page.locator(".title .badge").first).not_to_have_text("paused")
    await tab_to(console, "Say what is wanted now")
    await keyboard.type("Only the red ones.")
    await keyboard.press("Enter")
    await expect(page.locator(".control")).to_contain_text("Only the red ones.")
    await press(console, "Stop")
    await press(console, "Stop it, keep what was found")
    await expect(page.locator(".title .badge")).to_have_text("stopped")
