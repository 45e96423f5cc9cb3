"""A tab that the person has open in a browser of theirs, which a second client stands for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, async_playwright

from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.browser.launch import check_browser
from agent_e.config import BrowserSettings
from agent_e.errors import ActionDenied, BadArgument, BrowserError, ConfigError, DialogOpen
from tests.browsers import listening

from .conftest import OnlyReads, Site
from .test_request_interceptor import within

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Until = Callable[..., Awaitable[None]]
NAME = "document.forms[0].name.value"


class Person:
    """The person at their browser."""

    def __init__(self, context: BrowserContext, address: str, folder: Path) -> None:
        self.context, self.address, self.folder = context, address, folder
        self.events: list[tuple[str, dict[str, Any]]] = []

    async def opens(self, url: str) -> Page:
        page = await self.context.new_page()
        await page.goto(url)
        return page

    @asynccontextmanager
    async def lends(self, text: str) -> AsyncIterator[BrowserSession]:
        async with BrowserSession.open(
            BrowserSettings(cdp_url=self.address, cdp_tab=text, action_timeout_s=5),
            downloads_dir=self.folder / "downloads",
            on_event=lambda what, **fields: self.events.append((what, fields)),
        ) as session:
            yield session


@pytest_asyncio.fixture(loop_scope="session")
async def person(site: Site, tmp_path: Path) -> AsyncIterator[Person]:
    site.page("/form", "<title>Form</title><form><input name=name></form>")
    site.page("/other", "<title>Other</title>other")
    with listening(tmp_path / "theirs") as address:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(address, no_defaults=True)
            yield Person(browser.contexts[0], address, tmp_path)


def elsewhere(site: Site, path: str = "/other") -> str:
    """An address that only the person may open."""
    return site.base.replace("127.0.0.1", "localhost") + path


async def test_the_tab_is_used_as_it_is_and_left_as_it_then_is(person: Person, site: Site) -> None:
    page = await person.opens(f"{site.base}/form?token=s3cr")
    other = await person.opens(f"{site.base}/other")
    await page.evaluate(f"{NAME} = 'Ann'")
    size, focus = await page.evaluate("[innerWidth, innerHeight]"), "document.hasFocus()"
    site.requests.clear()
    async with person.lends("/form") as session:
        tab = session.active
        assert await tab.guard(tab.page.evaluate(NAME)) == "Ann"
        assert await tab.guard(tab.page.evaluate("[innerWidth, innerHeight]")) == size
        assert await tab.guard(tab.page.evaluate(focus))
        assert [each.title for each in await session.list_tabs()] == ["Form"]
        with pytest.raises(BadArgument, match="the person's own and stays open"):
            await session.close_tab(tab.number)
        await tab.guard(tab.page.evaluate(f"{NAME} = 'Bea'"))
        await other.bring_to_front()
        assert await tab.guard(tab.page.evaluate(focus))
    assert site.requests == []
    assert await page.evaluate(NAME) == "Bea"
    assert not await page.evaluate(focus), "the focus is the person's again"
    assert [each.is_closed() for each in (page, other)] == [False, False]


async def test_it_is_named_by_part_of_its_address_or_title(person: Person, site: Site) -> None:
    for path in ("/form?token=s3cr", "/form", "/other"):
        await person.opens(site.base + path)
    for text, path in (("OTHER", "/other"), (f"{site.base}/form", "/form"), ("s3cr", "/form?")):
        async with person.lends(text) as session:
            assert session.url.startswith(site.base + path)
    shown = rf"'Form' \({site.base}\)"
    with pytest.raises(BrowserError, match=rf"2 open tabs have 'form' .*: {shown}, {shown}\. Give"):
        async with person.lends("form"):
            pass
    with pytest.raises(
        BrowserError, match=r"No open tab has 'none' in .*Open are: .*'Other'"
    ) as no:
        async with person.lends("none"):
            pass
    assert "s3cr" not in str(no.value)
    assert "/other" not in str(no.value)


async def test_other_tabs_of_the_person_are_left_alone(
    person: Person, site: Site, until: Until
) -> None:
    site.page("/asks", "<title>Asks</title><script>setTimeout(() => confirm('Sure?'))</script>")
    await person.opens(f"{site.base}/form")
    other = await person.opens(f"{site.base}/other")
    asked: list[Any] = []
    other.on("dialog", lambda each: asked.append(each))
    async with person.lends("Form") as session:
        await session.restrict_urls(within(site))
        session.set_request_policy(OnlyReads())
        await session.intercept("all")
        mark = session.mark()
        post = "fetch('/sent', {method: 'POST'})"
        await other.goto(elsewhere(site))
        await other.evaluate(post)
        fresh = await person.opens(elsewhere(site, "/form"))
        await fresh.evaluate(post)
        blank = await person.opens("data:text/html,<title>Data</title>")
        await other.goto(f"{site.base}/asks", wait_until="commit")
        await until(lambda: asked)
        assert not session.since(mark).requests
        assert not session.since(mark).opened_tabs
        assert len(session.tabs) == 1
        tab = session.active
        assert await tab.guard(tab.page.title()) == "Form"
    assert [what for what, _ in person.events if what != "navigation"] == []
    assert await fresh.title() == "Form"
    assert await blank.title() == "Data"
    # It still waits for its answer.
    await asked[0].accept()
    assert await other.title() == "Asks"


POST = "fetch('/sent', {method: 'POST', mode: 'no-cors'}).then(() => 0, () => 0)"
WAYS = {
    "page": POST,
    "frame from before": f"frames[0].eval(`{POST}`)",
    "frame of another site from before": f"frames[1].postMessage(`{POST}`, '*')",
    "worker from before": f"worker.postMessage(`{POST}`)",
    "service worker from before": "navigator.serviceWorker.ready.then("
    f"(all) => all.active.postMessage(`{POST}`))",
    "worker": "new Worker('/sends.js')",
    "service worker": "navigator.serviceWorker.register('/sends.js', {scope: '/sends'})",
    "frame of another site": "document.body.append(Object.assign("
    "document.createElement('iframe'), {src: 'ELSEWHERE/sends'}))",
    "window": "open('/sends')",
    "window that knows no opener": "open('/sends', '_blank', 'noopener')",
}
SAMPLE = ("page", "service worker from before", "window that knows no opener")


@pytest.mark.parametrize(
    "way", [each if each in SAMPLE else pytest.param(each, marks=pytest.mark.slow) for each in WAYS]
)
async def test_what_the_tab_sends_is_judged(
    person: Person, site: Site, until: Until, way: str
) -> None:
    sends = f"<title>sends</title><script>{POST}.then(() => fetch('/done'))</script>"
    site.page("/sends", sends)
    site.page("/sends.js", f"{POST}.then(() => fetch('/done'))", content_type="text/javascript")
    hears = "onmessage = (event) => eval(event.data).then(() => fetch('/done'))"
    site.page("/hears.js", hears, content_type="text/javascript")
    site.page("/hears", f"<script>{hears}</script>")
    site.page(
        "/tab",
        "<title>Tab</title><body><iframe src=/form></iframe>"
        f"<iframe src={elsewhere(site, '/hears')}></iframe>"
        "<script>worker = new Worker('/hears.js');"
        "navigator.serviceWorker.register('/hears.js')</script>",
    )
    page = await person.opens(f"{site.base}/tab")
    await page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    await person.opens(f"{site.base}/other")
    async with person.lends("/tab") as session:
        check = within(site)
        place = elsewhere(site, "").removeprefix("http://").split(":")
        check.policy = type(check.policy)(
            granted=check.policy.granted | {(place[0], int(place[1]))}
        )
        await session.restrict_urls(check)
        session.set_request_policy(OnlyReads())
        await session.intercept("all")
        tab = session.active
        script = WAYS[way].replace("ELSEWHERE", elsewhere(site, ""))
        run = f"() => {{ setTimeout(async () => {{ await ({script}); fetch('/begun') }}) }}"
        await tab.guard(tab.page.evaluate(run))
        end = "GET /begun" if way in ("page", "frame from before") else "GET /done"
        await until(lambda: end in site.requests)
        assert "POST /sent" not in site.requests
    # Nobody is in the way of what the person's pages send any more.
    for each in person.context.pages:
        if each.url.startswith(site.base):
            await each.evaluate(POST)
    assert site.requests.count("POST /sent") >= 2


async def test_a_middle_click_opens_a_tab_of_the_run(
    person: Person, site: Site, until: Until
) -> None:
    style = "position:fixed;left:0;top:0;width:100px;height:100px"
    links = f"<a style='{style}' href=/form>x</a>"
    site.page("/tab", f"<title>Tab</title>{links}")
    await person.opens(f"{site.base}/tab")
    async with person.lends("/tab") as session:
        tab = session.active
        session.mark()
        await session.restrict_urls(within(site))
        await tab.guard(tab.page.mouse.click(50, 50, button="middle"))
        await until(lambda: len(session.tabs) == 2)
        await tab.guard(tab.page.evaluate(f"document.links[0].href = '{elsewhere(site)}'"))
        await tab.guard(tab.page.mouse.click(50, 50, button="middle"))
        await until(lambda: "blocked" in [what for what, _ in person.events])
        assert "GET /other" not in site.requests
    assert len([each for each in person.context.pages if each.url.startswith(site.base)]) == 2


async def test_neither_it_nor_its_windows_open_what_may_not_be_opened(
    person: Person, site: Site, until: Until
) -> None:
    page = await person.opens(f"{site.base}/form")
    async with person.lends("Form") as session:
        await session.restrict_urls(within(site))
        with pytest.raises(ActionDenied):
            await session.goto(elsewhere(site))
        tab = session.active
        for script in (f"open('{elsewhere(site)}')", f"location = '{elsewhere(site)}'"):
            person.events.clear()
            await tab.guard(tab.page.evaluate(f"() => {{ setTimeout(() => {{ {script} }}) }}"))
            await until(lambda: "blocked" in [what for what, _ in person.events])
    assert "GET /other" not in site.requests
    assert page.url == f"{site.base}/form"


async def test_its_dialogs_are_the_runs_and_then_the_persons_again(
    person: Person, site: Site, until: Until
) -> None:
    page = await person.opens(f"{site.base}/form")
    asked: list[Any] = []
    page.on("dialog", lambda each: asked.append(each))
    asks = "() => { setTimeout(() => { document.title = confirm('Sure?') }) }"
    async with person.lends("Form") as session:
        tab = session.active
        await tab.guard(tab.page.evaluate(asks))
        await until(lambda: tab.dialog)
        with pytest.raises(DialogOpen):
            await tab.guard(tab.page.evaluate("1"))
        await session.answer_dialog(accept=True)
        assert await tab.guard(tab.page.title()) == "true"
    asked.clear()
    await page.evaluate(asks)
    await until(lambda: asked)
    await asyncio.sleep(0.1)
    await asked[0].dismiss()
    assert await page.title() == "false"


async def test_once_it_is_closed_there_is_nothing_to_work_in(person: Person, site: Site) -> None:
    page = await person.opens(f"{site.base}/form")
    other = await person.opens(f"{site.base}/other")
    async with person.lends("Form") as session:
        work = asyncio.ensure_future(
            session.active.guard(session.active.page.evaluate("new Promise(() => 0)"))
        )
        await asyncio.sleep(0.1)
        await page.close()
        for each in (work, session.goto(f"{site.base}/other")):
            with pytest.raises(BrowserError, match="The tab that the run was given was closed"):
                await each
        assert session.gone
    assert not other.is_closed()


async def test_without_a_tab_the_dialogs_of_the_person_stay_open_as_well(
    person: Person, site: Site, until: Until, tmp_path: Path
) -> None:
    page = await person.opens(f"{site.base}/form")
    asked: list[Any] = []
    page.on("dialog", lambda each: asked.append(each))
    settings = BrowserSettings(cdp_url=person.address)
    async with BrowserSession.open(
        settings, downloads_dir=tmp_path, on_event=lambda what, **fields: None
    ):
        await page.evaluate("() => { setTimeout(() => { document.title = confirm('Sure?') }) }")
        await until(lambda: asked)
        await asyncio.sleep(0.1)
        await asked[0].accept()
        assert await page.title() == "true"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cdp_tab": "x"}, "needs browser.cdp_url"),
        ({"cdp_tab": "x", "cdp_url": "http://x", "locale": "de"}, "leave out browser.locale"),
    ],
)
async def test_settings_that_do_not_fit_are_refused(
    tmp_path: Path, settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        async with BrowserSession.open(
            BrowserSettings(**settings), downloads_dir=tmp_path, on_event=lambda *_, **__: None
        ):
            pass


async def test_a_run_that_goes_on_may_spell_out_all_its_settings() -> None:
    """What has its default is spelled out, and no setting of the person's."""
    named = {"cdp_url": "http://x", "cdp_tab": "x"}
    spelled: dict[str, Any] = {**BrowserSettings().model_dump(), **named}
    await check_browser(BrowserSettings(**spelled))
    with pytest.raises(ConfigError, match=r"leave out browser\.locale"):
        await check_browser(BrowserSettings(**{**spelled, "locale": "de"}))


async def test_a_tab_is_not_shared() -> None:
    with pytest.raises(ConfigError, match="browser.cdp_tab have one context"):
        async with SharedBrowser.start(BrowserSettings(cdp_url="http://x", cdp_tab="x")):
            pass
