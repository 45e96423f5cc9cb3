from __future__ import annotations

import asyncio
import json
import stat
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from agent_e.browser import BrowserSession, login
from agent_e.browser.profiles import profile_names, profile_path
from agent_e.config import BrowserSettings, SafetySettings
from agent_e.errors import ConfigError, NavigationFailed
from agent_e.safety import granted_place, url_check

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FORM = "<script>document.cookie = 'who=ann; max-age=999'; localStorage.seen = 'yes'</script>"


@asynccontextmanager
async def going(work):
    """The work in the background, and no browser left when the test fails."""
    task = asyncio.ensure_future(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.fixture(autouse=True)
def own_config_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def open_profile(tmp_path: Path, name: str):
    return BrowserSession.open(
        BrowserSettings(profile=name), downloads_dir=tmp_path, on_event=lambda what, **fields: None
    )


async def test_a_login_is_kept_for_later_runs(site, tmp_path, until):
    url = site.page("/", FORM)
    enter = asyncio.Event()
    logging_in = login(url, "shop", settings=BrowserSettings(), until=enter.wait(), headed=False)
    async with going(logging_in) as saving:
        await until(lambda: "GET /" in site.requests)
        await asyncio.sleep(0.3)
        enter.set()
        path = await saving
    assert path == profile_path("shop")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert profile_names() == ["shop"]
    site.page("/", "x")
    async with open_profile(tmp_path, "shop") as session:
        await session.goto(url)
        script = "[document.cookie, localStorage.seen]"
        assert await session.active.page.evaluate(script) == ["who=ann", "yes"]


@pytest.mark.slow
async def test_closing_the_window_ends_it_too(site, tmp_path, running_chromium, until):
    # The script asks for the picture itself: an <img> is fetched ahead, before the cookie is set.
    url = site.page("/", FORM + "<script>new Image().src = '/seen?' + document.cookie</script>")
    never = asyncio.Event().wait()
    async with running_chromium as (_, address), httpx.AsyncClient() as client:
        logging_in = login(url, "shop", settings=BrowserSettings(cdp_url=address), until=never)
        async with going(logging_in) as saving:
            await until(lambda: "GET /seen?who=ann" in site.requests)
            windows = f"http://{urlsplit(address).netloc}/json/"
            listed = (await client.get(windows + "list")).json()
            ours = next(target for target in listed if target["url"].startswith(site.base))
            await client.get(f"{windows}close/{ours['id']}")
            state = json.loads((await asyncio.wait_for(saving, 10)).read_text())
    assert [cookie["value"] for cookie in state["cookies"]] == ["ann"]


async def test_a_failed_address_is_told_and_keeps_the_profile(tmp_path):
    profile_path("shop").parent.mkdir(parents=True)
    profile_path("shop").write_text('{"cookies": [], "origins": []}')
    with pytest.raises(NavigationFailed, match="no address is known for"):
        await login(
            "http://nowhere.invalid",
            "shop",
            settings=BrowserSettings(),
            until=asyncio.Event().wait(),
            headed=False,
        )
    assert json.loads(profile_path("shop").read_text()) == {"cookies": [], "origins": []}


async def test_an_unknown_profile_is_answered_with_the_known(tmp_path):
    profile_path("shop").parent.mkdir(parents=True)
    profile_path("shop").write_text("{}")
    with pytest.raises(ConfigError, match=r"no profile 'bank' \(saved: shop\).*agent-e login"):
        async with open_profile(tmp_path, "bank"):
            pass


@pytest.mark.slow
async def test_a_page_leads_nobody_to_a_private_address(site, tmp_path, until):
    evil = site.base.replace("127.0.0.1", "localhost")
    url = site.page("/", f"<script>setTimeout(() => location = '{evil}/inside')</script>")
    site.page("/inside", "<title>inside</title>")
    enter = asyncio.Event()
    told: list[str] = []
    place = granted_place(url)
    assert place is not None
    logging_in = login(
        url,
        "shop",
        settings=BrowserSettings(),
        until=enter.wait(),
        headed=False,
        check=url_check(SafetySettings(), [place]),
        on_refused=told.append,
    )
    async with going(logging_in) as saving:
        await until(lambda: told)
        enter.set()
        await saving
    assert "may not be opened" in told[0]
    assert "GET /inside" not in site.requests
