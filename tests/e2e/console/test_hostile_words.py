"""Scripts in whatever pages and models can write: shown as text on every screen, and never run."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.scripted import Answer, Scripted, by_role
from tests.agent_e.server.console.test_suites import suite
from tests.benchmarks.reporting.bench_folder import episode, place
from tests.benchmarks.reporting.hostile import PAYLOADS, spoil

from ..conftest import browse, finish, report, seen
from ..test_asking import ask
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TAG = '"><img src=x onerror=window.pwned=1><svg onload=window.pwned=1>'
SCRIPT = "<script>window.pwned=1</script>"
LINK = "javascript:window.pwned=1"
FILE = '"><img src=x onerror=window.pwned=1>.txt'

FOUND = """() => {
  const all = [...document.querySelectorAll("body *")];
  const own = (link) => link.protocol === "http:" && link.origin === location.origin;
  return {
    ran: typeof window.pwned,
    tags: all.filter((each) => each.matches("script, iframe, img[src=x], base, meta")).length,
    handlers: all.flatMap((each) => each.getAttributeNames()).filter((name) => /^on/.test(name)),
    links: all.filter((each) => each.href && !own(each)).map(String),
    wider: document.documentElement.scrollWidth - innerWidth,
  };
}"""
NOTHING = {"ran": "undefined", "tags": 0, "handlers": [], "links": [], "wider": 0}


async def harmless(console: Console, *shown: str) -> None:
    """Check that these words are on the screen, and are words."""
    for words in shown:
        await expect(console.page.get_by_text(words).first).to_be_visible()
    assert await console.page.evaluate(FOUND) == NOTHING
    assert console.problems == []


def app() -> Starlette:
    async def home(request: Request) -> HTMLResponse:
        words = escape(TAG)
        return HTMLResponse(
            f"<!doctype html><title>{words}</title><h1>{escape(SCRIPT)}</h1>"
            f"<p>{escape(LINK)}</p><a href=/file>{words}</a><form method=post action='/sent'>"
            f"<label>{words} <input name='{words}' value='{words}'></label>"
            f"<button>Place order {words}</button></form>"
        )

    async def sent(request: Request) -> HTMLResponse:
        return HTMLResponse(f"<!doctype html><title>{escape(TAG)}</title><p>{escape(SCRIPT)}")

    async def file(request: Request) -> Response:
        named = f"attachment; filename*=UTF-8''{quote(FILE)}"
        return Response("x", media_type="text/html", headers={"content-disposition": named})

    routes = [Route("/", home), Route("/file", file), Route("/sent", sent, methods=["POST"])]
    return Starlette(routes=routes)


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async with serve_app(app()) as port:
        yield f"http://127.0.0.1:{port}"


def click(role: str) -> Any:
    def clicked(body: Mapping[str, Any]) -> Scripted:
        mmid = int(re.findall(rf"\[(\d+)\] {role}", seen(body))[-1])
        return Scripted(text=f"{TAG} {SCRIPT}", calls=[("click", {"mmid": mmid})])

    return clicked


async def test_words_of_a_run_are_words_while_it_works(desk: Desk, site: str) -> None:
    steps: list[Answer] = [
        click("link"),
        ask(f"{TAG}?", "choice", TAG, LINK),
        click("button"),
        report(TAG, (f"{TAG} {SCRIPT}", SCRIPT), (LINK, LINK)),
    ]
    plan = Scripted(calls=[("update_plan", {"steps": [TAG, SCRIPT]})])
    planner: list[Answer] = [plan, browse(TAG, plan=False), finish(f"{TAG} {LINK}", 1, 2)]
    api = await desk.serve(
        by_role(planner=planner, navigator=steps), site, journal={"screenshots": "steps"}
    )
    console = await desk.console(width=360, height=740)
    run = await api.make(
        f"{TAG} {SCRIPT}", start_url=f"{site}/?q={TAG}", human={"plan_review": True}
    )
    page = console.page
    await console.open("runs")
    await harmless(console, TAG)
    await page.get_by_role("button", name="waiting for you").click()
    await harmless(console, TAG)
    await console.run(run)
    await expect(page.get_by_role("textbox", name="Step 1")).to_have_value(TAG)
    await harmless(console, SCRIPT)
    await console.button("Go on by it").click()
    await expect(page.locator(".card.ask h2")).to_have_text(f"{TAG}?")
    await harmless(console, LINK)
    await page.get_by_label(LINK).check()
    await console.button("Answer").click()
    await expect(page.locator(".card.ask dl")).to_contain_text(TAG)
    await harmless(console)
    await console.button("Allow this once").click()
    await expect(page.locator(".answer")).to_have_text(f"{TAG} {LINK}")
    for moment in await page.locator(".timeline li > button").all():
        await moment.click()
        await harmless(console)
    await harmless(console, "img src=x onerror=window.pwned=1_.txt")
    await page.get_by_role("link", name="Do it again").click()
    await expect(page.get_by_label("Task")).to_have_value(f"{TAG} {SCRIPT}")
    await harmless(console)


@pytest.mark.slow
async def test_words_of_journals_and_suites_are_words(
    desk: Desk, site: str, tmp_path: Path
) -> None:
    """Every text of a journal and of its run's files is hostile, and so are those of a suite."""
    script = by_role(
        planner=[browse("look"), finish("It is.", 1)],
        navigator=[click("link"), report("Seen.", ("it is", SCRIPT))],
    )
    api = await desk.serve(script, site, journal={"screenshots": "steps"})
    run = await api.make("Look.")
    await api.until(run, "ended")
    names = [f"20261122-140000-{each}" for each in ("aaaa", "bbbb")]
    for name in names:
        spoil(desk.folder / run, desk.folder / name)
    folder = suite(desk.folder, TAG.replace("/", ""))
    for number, text in enumerate(each.replace("\ud800", "") for each in PAYLOADS):
        lost = EpisodeOutcome.FAIL_SELF_AWARE
        place(folder, episode(f"{number} {TAG}", lost, message=text, answer=text))
    console = await desk.console(width=360, height=740)
    for path in (
        "runs",
        *(f"runs/{name}" for name in names),
        f"compare/{names[0]}/{names[1]}",
        "suites",
        f"suites/{quote(f'bench:{TAG}', safe='')}",
        f"?task={quote(TAG)}&from={quote(LINK)}",
    ):
        await console.open(path)
        await expect(console.page.locator("main h1")).to_be_visible()
        sliders = await console.page.get_by_role("slider").all()
        for slider in sliders:
            await slider.fill("0")
            await slider.fill(await slider.get_attribute("max") or "0")
        await console.page.wait_for_load_state("networkidle")
        await harmless(console)
    for path in (f"runs/{quote(TAG, safe='')}", f"compare/{quote(TAG, safe='')}/x"):
        await console.open(path)
        await expect(console.page.locator("main h1")).to_be_visible()
        # Browsers write a line for every refused request.
        assert all("404" in each for each in console.problems), console.problems
        console.problems.clear()
        await harmless(console)
