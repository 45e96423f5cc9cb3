"""Which requests carry the person's headers, in a real browser.

One server has two names: ``127.0.0.1``, whose pages get the header, and ``localhost``, which may be
opened and gets none.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import BrowserSession
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import SafetySettings
from agent_e.dom.query.sources import fetched
from agent_e.errors import SkillError
from agent_e.safety.site_headers import read_headers
from agent_e.safety.url_check import UrlCheck, url_check
from tests.browsers import Chromium

from .conftest import OnlyReads, Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Until = Callable[..., Awaitable[None]]
HEADER = "x-key: of-the-header"


def elsewhere(site: Site) -> str:
    return site.base.replace("127.0.0.1", "localhost")


def check_of(site: Site, *, start: str | None = None) -> UrlCheck:
    hosts = [each.removeprefix("http://") for each in (site.base, elsewhere(site))]
    check = url_check(SafetySettings(allow_private=tuple(hosts)))
    check.headers = read_headers(["X-Key: of-the-header"], start or site.base, (), _no_secret)
    return check


def _no_secret(name: str) -> tuple[str, str]:
    raise AssertionError(name)


@pytest_asyncio.fixture(loop_scope="session")
async def headed(site: Site, chromium: Chromium, tmp_path: Path) -> AsyncIterator[BrowserSession]:
    async with chromium.session(downloads_dir=tmp_path) as session:
        await session.restrict_urls(check_of(site))
        yield session


def sent(site: Site, path: str) -> list[tuple[bool, bool]]:
    """Each request for a path: whether it went to the own host, and with the header."""
    heads = [each.lower() for each in site.heads if each.split(" ", 2)[1] == path]
    return [("\r\nhost: 127.0.0.1:" in each, HEADER in each) for each in heads]


WAYS = {
    "picture": "new Image().src = 'AT/asked'",
    "fetch": "fetch('AT/asked').catch(() => 0)",
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), "
    "{src: 'AT/asked'}))",
    "beacon": "navigator.sendBeacon('AT/asked', 'x')",
    "window": "open('AT/asked')",
    "link": "location = 'AT/asked'",
    "worker": "new Worker('/asks.js')",
    "service worker": "navigator.serviceWorker.register('/asks.js')",
    "redirect": "fetch('/leads', {mode: 'no-cors'}).catch(() => 0)",
    "redirect of the page": "location = '/leads'",
}
SAMPLE = ("fetch", "service worker", "redirect")


@pytest.mark.parametrize("own", [True, False], ids=["own", "other"])
@pytest.mark.parametrize(
    "way", [each if each in SAMPLE else pytest.param(each, marks=pytest.mark.slow) for each in WAYS]
)
async def test_the_named_host_alone_gets_it(
    headed: BrowserSession, site: Site, until: Until, way: str, own: bool
) -> None:
    at = site.base if own else elsewhere(site)
    site.page("/start", f"<body><script>{WAYS[way].replace('AT', at)}</script>")
    asks = f"fetch('{at}/asked', {{mode: 'no-cors'}}).catch(() => 0)"
    site.page("/asks.js", asks, content_type="text/javascript")
    site.page("/leads", status="302 Found", location=f"{at}/asked")
    site.page("/asked", "asked")
    await headed.goto(f"{site.base}/start")
    await until(lambda: sent(site, "/asked"))
    assert {*sent(site, "/asked")} == {(own, own)}
    assert {*sent(site, "/start")} == {(True, True)}


@pytest.mark.parametrize("own", [True, False], ids=["own", "other"])
async def test_a_websocket_gets_none(
    headed: BrowserSession, site: Site, until: Until, own: bool
) -> None:
    at = (site.base if own else elsewhere(site)).replace("http:", "ws:")
    site.page("/start", f"<script>new WebSocket('{at}/asked')</script>")
    await headed.goto(f"{site.base}/start")
    await until(lambda: sent(site, "/asked"))
    assert sent(site, "/asked") == [(own, False)]


async def test_no_script_of_another_site_reads_what_the_header_opens(
    headed: BrowserSession, site: Site, until: Until
) -> None:
    # A server that trusts the header lets all sites read, as only its own clients know it.
    site.page("/asked", "asked", access_control_allow_origin="*")
    site.page("/start", f"<script>fetch('{site.base}/asked')</script>")
    await headed.goto(f"{elsewhere(site)}/start")
    await until(lambda: sent(site, "/asked"))
    assert sent(site, "/asked") == [(True, False)]


async def test_what_is_fetched_beside_the_page_carries_it(
    headed: BrowserSession, site: Site
) -> None:
    site.page("/leads", status="302 Found", location=f"{elsewhere(site)}/asked")
    site.page("/asked", "asked")
    await fetched(headed, [f"{site.base}/asked", f"{site.base}/leads"])
    assert sorted(sent(site, "/asked")) == [(False, False), (True, True)]
    assert sent(site, "/leads") == [(True, True)]
    with pytest.raises(SkillError):
        await PdfDocuments(headed, budget_characters=2000).read_pdf(f"{site.base}/file")
    assert sent(site, "/file") == [(True, True)]


async def test_what_was_paused_to_be_judged_is_judged_while_less_is_to_be_paused(
    headed: BrowserSession, site: Site, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    headed.set_request_policy(OnlyReads())
    await headed.intercept("all")
    await headed.goto(site.page("/start", "<title>start</title>"))
    border, released = headed._border, asyncio.Event()
    assert border is not None
    send = border._send

    async def held(method: str, **parameters: Any) -> Any:
        if method == "Fetch.enable":
            await released.wait()
        return await send(method, **parameters)

    monkeypatch.setattr(border, "_send", held)
    narrowing = asyncio.create_task(headed.intercept("documents"))
    await asyncio.sleep(0)
    post = "fetch('/asked', {method: 'POST'}).then(() => 'sent', () => 'refused')"
    page = headed.active.page
    assert await headed.active.guard(page.evaluate(post)) == "refused"
    released.set()
    await narrowing
    assert await headed.active.guard(page.evaluate(post)) == "sent"
    assert sent(site, "/asked") == [(True, True)]
