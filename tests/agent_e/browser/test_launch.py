from __future__ import annotations

import contextlib
import json
import re
import stat
from pathlib import Path

import psutil
import pytest

from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings, Geolocation
from agent_e.errors import BrowserError, ConfigError, NavigationFailed
from tests.browsers import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def opened(tmp_path: Path, **settings):
    return BrowserSession.open(
        BrowserSettings(**settings),
        downloads_dir=tmp_path / "downloads",
        on_event=lambda what, **fields: None,
    )


def beside(chromium: Chromium, tmp_path: Path, **settings):
    """A session in the running browser, for what is the context's affair."""
    return chromium.session(BrowserSettings(**settings), downloads_dir=tmp_path / "downloads")


async def value(session: BrowserSession, script: str):
    return await session.active.guard(session.active.page.evaluate(script))


async def test_the_settings_reach_the_page(site, tmp_path):
    site.page("/", "x")
    settings = {
        "viewport_width": 900,
        "viewport_height": 500,
        "locale": "de-DE",
        "timezone": "Asia/Tokyo",
        "user_agent": "tester/1",
        "geolocation": Geolocation(latitude=52.5, longitude=13.4),
    }
    script = """async () => {
        const at = await new Promise((ok, no) => navigator.geolocation.getCurrentPosition(ok, no));
        return [innerWidth, innerHeight, navigator.language, navigator.userAgent,
            Intl.DateTimeFormat().resolvedOptions().timeZone, at.coords.latitude];
    }"""
    async with opened(tmp_path, **settings) as session:
        await session.goto(site.base + "/")
        seen = await value(session, script)
    assert seen == [900, 500, "de-DE", "tester/1", "Asia/Tokyo", 52.5]


async def test_a_device_and_what_is_set_beside_it(site, chromium, tmp_path):
    script = "[innerWidth, devicePixelRatio, 'ontouchstart' in window, navigator.userAgent]"
    site.page("/", "<meta name=viewport content='width=device-width'>x")
    async with beside(chromium, tmp_path, device="Pixel 7", user_agent="mine/1") as session:
        await session.goto(site.base + "/")
        width, ratio, touch, agent = await value(session, script)
    assert (width, ratio, touch, agent) == (412, 2.625, True, "mine/1")
    async with beside(chromium, tmp_path, device="Pixel 7", viewport_width=600) as session:
        await session.goto(site.base + "/")
        assert (await value(session, script))[0] == 600


async def test_an_unknown_device_is_answered_with_near_names(tmp_path):
    with pytest.raises(ConfigError, match=r"no device 'iPone 15'\. Did you mean iPhone 1"):
        async with opened(tmp_path, device="iPone 15"):
            pass


async def test_defaults(session):
    assert await value(session, "[innerWidth, innerHeight]") == [1280, 720]
    assert re.match(r"\d+\.\d+", session.version)


async def test_storage_state_goes_out_and_in(site, chromium, tmp_path):
    site.page("/", "x")
    path = tmp_path / "deep" / "state.json"
    async with beside(chromium, tmp_path, save_storage_state=path) as session:
        await session.goto(site.base + "/")
        await value(session, "document.cookie = 'who=ann'; localStorage.seen = 'yes'")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text())["cookies"][0]["value"] == "ann"
    async with beside(chromium, tmp_path, storage_state=path) as session:
        await session.goto(site.base + "/")
        assert await value(session, "[document.cookie, localStorage.seen]") == ["who=ann", "yes"]


async def test_a_storage_state_that_cannot_be_saved_is_told(tmp_path):
    events = []
    (tmp_path / "file").write_text("")
    async with BrowserSession.open(
        BrowserSettings(save_storage_state=tmp_path / "file" / "state.json"),
        downloads_dir=tmp_path,
        on_event=lambda what, **fields: events.append((what, fields)),
    ):
        pass
    assert [what for what, _ in events] == ["storage_state_failed"]


@pytest.mark.parametrize("content", [None, "", "[]", '{"cookies": 1}'])
async def test_a_storage_state_that_is_none_is_refused(tmp_path, content):
    path = tmp_path / "state.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ConfigError, match=r"state\.json"):
        async with opened(tmp_path, storage_state=path):
            pass


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cdp_url": "http://x", "user_data_dir": Path("x")}, "exclude each other"),
        ({"profile": "a", "storage_state": Path("x")}, "exclude each other"),
        ({"user_data_dir": Path("x"), "profile": "a"}, "exclude each other"),
        ({"profile_directory": "Profile 1"}, "needs browser.user_data_dir"),
        ({"profile": "../x"}, "cannot be the name"),
        ({"executable": Path("/nowhere/chrome")}, "no program"),
    ],
)
async def test_settings_that_do_not_fit_are_refused(tmp_path, settings, words):
    with pytest.raises(ConfigError, match=words):
        async with opened(tmp_path, **settings):
            pass


async def test_a_visible_window_needs_a_display(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigError, match="needs a display"):
        async with opened(tmp_path, headed=True):
            pass


async def test_a_program_that_is_no_browser_is_told(tmp_path):
    program = tmp_path / "chrome"
    program.write_text("#!/bin/sh\necho no such thing >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(BrowserError, match=r"chrome did not start: .*agent-e doctor"):
        async with opened(tmp_path, executable=program):
            pass


async def test_files_can_be_opened_where_that_was_asked_for(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<title>Saved</title>x")
    async with BrowserSession.open(
        BrowserSettings(),
        downloads_dir=tmp_path,
        on_event=lambda what, **fields: None,
        stored=True,
    ) as session:
        assert (await session.goto(page.as_uri())).title == "Saved"
        with pytest.raises(NavigationFailed, match="there is no such file"):
            await session.goto((tmp_path / "none.html").as_uri())
        # Closing early is closing; the end of the block finds nothing left to do.
        await session.close()
        with pytest.raises(BrowserError, match="browser is gone"):
            await session.goto(page.as_uri())


async def test_two_sessions_share_nothing(session, site, tmp_path):
    url = site.page("/", "x")
    await session.goto(url)
    await value(session, "document.cookie = 'who=ann'; localStorage.who = 'ann'")
    async with opened(tmp_path / "other") as other:
        await other.goto(url)
        assert await value(other, "[document.cookie, localStorage.who ?? null]") == ["", None]
        mark, others_mark = session.mark(), other.mark()
        await value(other, "fetch('/x', {method: 'POST'})")
        assert len(other.since(others_mark).requests) == 1
        assert session.since(mark).requests == ()
        assert len(session.tabs) == len(other.tabs) == 1
    assert await value(session, "document.cookie") == "who=ann"


async def test_a_user_data_dir_keeps_what_happened_in_it(site, tmp_path):
    site.page("/", "x")
    settings = {"user_data_dir": tmp_path / "data", "profile_directory": "Profile 1"}
    async with opened(tmp_path, **settings) as session:
        assert len(session.tabs) == 1
        await session.goto(site.base + "/")
        await value(session, "localStorage.seen = 'yes'")
    assert (tmp_path / "data" / "Profile 1").is_dir()
    async with opened(tmp_path, **settings) as session:
        await session.goto(site.base + "/")
        assert await value(session, "localStorage.seen") == "yes"
        with pytest.raises(BrowserError, match="in use by another browser"):
            async with opened(tmp_path, **settings):
                pass


@pytest.mark.slow
async def test_attaching_takes_a_context_of_its_own_and_leaves_the_rest(
    site, tmp_path, running_chromium
):
    url = site.page("/", "<title>Page</title>x")
    async with running_chromium as (process, address):
        for _ in range(2):
            async with opened(tmp_path, cdp_url=address, locale="fr-FR") as session:
                await session.goto(url)
                assert await value(session, "[document.cookie, navigator.language]") == [
                    "",
                    "fr-FR",
                ]
                await value(session, "document.cookie = 'who=ann'")
        assert process.returncode is None


async def test_an_address_without_a_browser_is_told(tmp_path):
    with pytest.raises(BrowserError, match="No browser could be reached at http://127"):
        async with opened(tmp_path, cdp_url="http://127.0.0.1:1"):
            pass


def _browsers() -> dict[int, list[str]]:
    """Command lines of the browser processes below this one, by their numbers."""
    found = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found[process.pid] = process.cmdline()
    return {pid: words for pid, words in found.items() if words and "chrom" in words[0]}


async def test_a_window_brings_no_pages_of_its_own(site, tmp_path):
    before = _browsers()
    async with opened(tmp_path) as session:
        await session.goto(site.page("/", "x"))
        browser = session.context.browser
        assert browser is not None
        cdp = await browser.new_browser_cdp_session()
        targets = (await cdp.send("Target.getTargets", {"filter": [{}]}))["targetInfos"]
        ours = [words for pid, words in _browsers().items() if pid not in before]
    assert {target["url"] for target in targets if target["type"] == "browser_ui"} == set()
    switches = [
        [word for word in words if word.startswith("--disable-features=")] for words in ours
    ]
    lists = [found for found in switches if len(found) == 2]
    assert len(lists) == 1, "one process is started by Playwright, with its list and ours"
    # Only the last list counts, so that ours must say again whatever Playwright's does.
    theirs, last = (set(words.partition("=")[2].split(",")) for words in lists[0])
    assert theirs < last


async def test_the_browser_gets_no_variable_that_carries_a_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("AGENT_E_SECRET_SHOP", "hunter-2")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter")
    monkeypatch.setenv("PLAIN_VARIABLE", "seen")
    async with BrowserSession.open(
        BrowserSettings(), downloads_dir=tmp_path, on_event=lambda what, **fields: None
    ):
        found = [psutil.Process(pid).environ() for pid in _browsers()]
    assert any(each.get("PLAIN_VARIABLE") == "seen" for each in found)
    for each in found:
        assert not {"AGENT_E_SECRET_SHOP", "OPENAI_API_KEY"} & each.keys()
