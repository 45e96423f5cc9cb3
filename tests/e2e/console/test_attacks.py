"""Who tries to use a console that is open: other pages and names, old keys, pages of its runs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Route, expect

from agent_e.benchmarks.scripted import Answer, Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.browser.chromium import find_chromium
from agent_e.safety import local_site_origins
from agent_e.server.console import sessions as console_session
from tests.browsers import Chromium

from ..conftest import browse, clicking, finish, offered, report, seen
from ..test_asking import ask
from .attacking import FORM, FRAME, TRIED, WINDOW, Attacker, attack, attacker
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TRY = "Try everything"


@dataclass(frozen=True, kw_only=True)
class Target:
    """A run with pictures that waits for an answer, and a console that is signed in."""

    desk: Desk
    console: Console
    run: str
    picture: str

    async def is_untouched(self, *, but: str = "") -> None:
        """Check that nothing was changed, and that nobody was signed out."""
        runs = (await self.desk.api.get("/runs"))["runs"]
        (run,) = [each for each in runs if each["id"] != but]
        assert (run["id"], run["state"]) == (self.run, "awaiting_human")
        assert await self.console.page.evaluate("() => fetch('/runs').then((r) => r.status)") == 200
        kinds = {each["kind"] for each in self.desk.journal(self.run)}
        assert not any(each.startswith("control.stop") for each in kinds)


def trying(body: Mapping[str, Any]) -> Scripted:
    """Open the page that the task names, if it is not open, and wait until it has tried."""
    shown = seen(body)
    place = re.findall(r"http://\S+/attack", shown)[0]
    if "finish" in offered(body):
        said = "The page said it" in shown
        return finish("It was tried.") if said else browse(f"{TRY} at {place} .")
    if "Tried everything" in shown:
        return report("The page said it.", ("it tried", "Tried everything"))
    if "Harmless Meadow" in shown:
        return Scripted(calls=[("wait_for", {"text": "Tried everything", "seconds": 30})])
    return Scripted(calls=[("open_url", {"url": place})])


@pytest.fixture
async def target(desk: Desk, catalog: RunningSite) -> Target:
    steps: list[Answer] = [clicking("link 'Fjord Wool Blanket'"), ask("Which one?")]
    waiting = by_role(planner=[browse("look")], navigator=steps)
    api = await desk.serve(
        lambda body: trying(body) if TRY in seen(body) else waiting(body),
        catalog.url,
        journal={"screenshots": "steps"},
    )
    run = await api.make("Look.")
    await api.asked(run)
    files = (await api.get(f"/runs/{run}/artefacts"))["artefacts"]
    picture = next(each["path"] for each in files if each["media_type"] == "image/jpeg")
    console = await desk.console()
    await console.run(run)
    return Target(desk=desk, console=console, run=run, picture=picture)


@pytest.fixture
async def evil() -> AsyncIterator[Attacker]:
    async with attacker() as site:
        yield site


@pytest.mark.slow
async def test_the_tries_work_from_the_console_itself(target: Target) -> None:
    """What other origins are refused is there to be had."""
    url = target.console.url
    done = await attack(target.console.page, url, target.run, target.picture)
    assert done["read"] == done["read blindly"] == done["stop a run"] == "200", done
    assert done["make a run as JSON"] == "201"
    assert (done["stream"], done["live"], done["picture"]) == ("open", "open", "loaded")
    assert (done["get a key"], done["sign out"]) == ("401", "204")
    target.console.problems.clear()


async def test_pages_of_other_origins_reach_nothing(target: Target, evil: Attacker) -> None:
    """Its visitor is signed in; a page at the same name is of the same site, and gets cookies."""
    names = ("127.0.0.1", "localhost")
    for theirs, ours in product(names, names):
        page = await target.console.page.context.new_page()
        await page.goto(evil.url.replace("127.0.0.1", theirs))
        url = target.console.url.replace("127.0.0.1", ours)
        done = await attack(page, url, target.run, target.picture)
        assert set(done.values()) == {"refused"}, (theirs, ours, done)
        given = {"target": url, "run": target.run}
        await page.evaluate(FRAME, given)
        (frame,) = page.frames[1:]
        assert await frame.evaluate("() => location.href") == "chrome-error://chromewebdata/"
        async with page.expect_popup() as opening:
            assert await page.evaluate(WINDOW, given) == "closed"
        opened = await opening.value
        # It may fill in the form, for the person to look at; it cannot send it.
        shown = opened.locator("h1", has_text="Open" if ours == "localhost" else "What is")
        await expect(shown).to_be_visible()
        await opened.close()
        async with page.expect_navigation():
            await page.evaluate(FORM, given)
        assert "of other origins" in await page.inner_text("body")
        await page.close()
    await target.is_untouched()


@pytest.mark.slow
async def test_another_name_of_the_server_is_refused(target: Target, chromium: Chromium) -> None:
    """A page whose name leads to this machine only after it was loaded (DNS rebinding)."""
    port = urlsplit(target.console.url).port
    evil = f"http://evil.example:{port}"
    running = await chromium.bare()
    browser = await running.browser_type.launch(
        executable_path=find_chromium(None, running.browser_type.executable_path).path,
        args=[
            "--host-resolver-rules=MAP evil.example 127.0.0.1",
            # Not every browser refuses this by itself.
            "--disable-features=LocalNetworkAccessChecks",
        ],
    )
    try:
        page = await browser.new_page()

        async def theirs(route: Route) -> None:
            await route.fulfill(content_type="text/html", body="<title>A page</title>")

        await page.route(f"{evil}/page", theirs)
        await page.goto(f"{evil}/page")
        done = await attack(page, evil, target.run, target.picture)
        assert set(done.values()) == {"421", "refused"}, done
        answer = await page.goto(f"{evil}/")
        assert answer is not None and answer.status == 421
        assert "by another name" in await page.inner_text("body")
    finally:
        await browser.close()
    await target.is_untouched()


@pytest.mark.slow
async def test_who_is_not_signed_in_reaches_nothing(target: Target, chromium: Chromium) -> None:
    url = target.console.url
    context = await (await chromium.bare()).new_context()
    try:
        page = await context.new_page()
        await page.goto(f"{url}/#/runs/{target.run}")
        await expect(page.locator("main")).to_contain_text("agent-e console")
        assert target.run not in await page.content()
        done = await attack(page, url, target.run, target.picture)
        assert set(done.values()) == {"401", "refused"}, done
    finally:
        await context.close()
    await target.is_untouched()


@pytest.mark.parametrize(
    "case", ["used", *(pytest.param(case, marks=pytest.mark.slow) for case in ("old", "made up"))]
)
async def test_a_key_that_counts_no_more_says_what_to_do(
    desk: Desk, catalog: RunningSite, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = await desk.serve(by_role(), catalog.url)
    if case == "old":
        monkeypatch.setattr(console_session, "KEY_S", 0)
    address = (await api.post("/console/keys", status=201))["address"]
    if case == "used":
        key = address.partition("#key=")[2]
        assert (await api.client.post("/console/session", json={"key": key})).status_code == 204
    context = await (await desk.chromium.bare()).new_context()
    desk.stack.push_async_callback(context.close)
    console = Console(await context.new_page(), desk.server.url)
    await console.page.goto(f"{desk.server.url}/#key=made-up" if case == "made up" else address)
    main = console.page.get_by_role("main")
    await expect(main).to_contain_text("Run agent-e console for a new address, and open that.")
    # The key is neither in the address nor in the history.
    assert console.page.url == f"{desk.server.url}/"
    assert await console.page.evaluate("() => history.length") <= 2
    assert await context.cookies() == []
    # Browsers write a line for every refused request.
    assert all("403" in each for each in console.problems), console.problems


@pytest.mark.parametrize(
    "opened", ["a page", pytest.param("the console first", marks=pytest.mark.slow)]
)
async def test_a_page_that_the_agent_opened_reaches_nothing(
    target: Target, evil: Attacker, opened: str
) -> None:
    """Neither where the agent may open the console's address, nor where it may not."""
    url = target.console.url
    evil.target = {"target": url, "run": target.run, "picture": target.picture}
    first = f"{evil.url}/attack" if opened == "a page" else url
    with local_site_origins(evil.url):
        run = await target.desk.api.make(f"{TRY} at {evil.url}/attack .", start_url=first)
        await target.desk.api.until(run, "ended")
    assert len(evil.told) == TRIED
    assert set(evil.told.values()) == {"refused"}, evil.told
    shown = "\n".join(map(seen, target.desk.model.requests))
    assert ("Open the console from your terminal" in shown) is (opened != "a page")
    await target.is_untouched(but=run)
