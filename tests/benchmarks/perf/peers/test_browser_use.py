"""The protocol, against a process that speaks it; the peer itself where it is installed."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import platformdirs
import pytest
from playwright.async_api import async_playwright

from agent_e.benchmarks.perf.peers import browser_use as module
from agent_e.benchmarks.perf.peers.browser_use import (
    REQUIREMENT,
    BrowserUse,
    installed_browser_use,
)
from agent_e.benchmarks.perf.peers.looking import TOTAL, PeerFailed
from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.browser.chromium import find_chromium

SPEAKER = """
import json, pathlib, sys, time
def say(value):
    print(json.dumps(value), flush=True)
say({"version": "1.2", "browser": "Chrome/1"})
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "look":
        say({"milliseconds": 5.5, "text": "[3]<a />\\n\\tHome", "ids": 1, "empty": False})
    elif asked["do"] == "act":
        say({"milliseconds": 7.5, "said": f"{asked['action']} {asked['parameters']['index']}"})
    elif asked["do"] == "evaluate":
        say({"value": asked["expression"]})
    elif asked["url"] == "bad":
        say({"problem": "It was blocked."})
    elif asked["url"] == "end":
        sys.exit()
    elif asked["url"] == "hang":
        time.sleep(60)
    else:
        say({"viewport": [1280, 720]})
pathlib.Path(sys.argv[1]).write_text("input ended")
"""


@asynccontextmanager
async def speaker(folder: Path) -> AsyncIterator[BrowserUse]:
    peer = BrowserUse([sys.executable, "-c", SPEAKER, str(folder / "end")])
    try:
        yield peer
    finally:
        await peer.close()


async def test_a_look_brings_time_text_and_elements(tmp_path: Path) -> None:
    async with speaker(tmp_path) as peer:
        await peer.open("http://page", "1")
        look = await peer.look()
        assert look.offered is not None
        [element] = look.offered().elements
        assert (look.milliseconds[TOTAL], element.label) == (5.5, "[3]<a /> Home")
        assert (peer.version, peer.browser) == ("1.2", "Chrome/1")
    assert (tmp_path / "end").read_text() == "input ended"


async def test_an_action_brings_its_time_and_what_it_said(tmp_path: Path) -> None:
    async with speaker(tmp_path) as peer:
        await peer.open("http://page", "1")
        assert await peer.act("click", {"index": 3}) == (7.5, "click 3")
        assert await peer.evaluate("document.title") == "document.title"


async def test_a_problem_is_told_and_the_process_goes_on(tmp_path: Path) -> None:
    async with speaker(tmp_path) as peer:
        with pytest.raises(PeerFailed, match="It was blocked"):
            await peer.open("bad", "1")
        assert (await peer.look()).milliseconds[TOTAL] == 5.5


@pytest.mark.parametrize(
    ("url", "words"), [("end", "process ended"), ("hang", "not answer within")]
)
async def test_a_process_that_ends_or_hangs_fails_the_page_and_is_started_again_for_the_next(
    url: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 1.0)
    monkeypatch.setattr(module, "_END_S", 0.2)
    async with speaker(tmp_path) as peer:
        with pytest.raises(PeerFailed, match=words):
            await peer.open(url, "1")
        with pytest.raises(PeerFailed, match="not running"):
            await peer.look()
        await peer.open("http://page", "1")
        assert (await peer.look()).milliseconds[TOTAL] == 5.5


async def test_a_program_that_is_not_there_fails_in_words(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="could not be started"):
        await BrowserUse([str(tmp_path / "nothing")]).open("http://page", "1")


FOLDER = platformdirs.user_cache_path("agent-e", appauthor=False) / "peers"


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(
    not (FOLDER / REQUIREMENT.replace("==", "-")).is_dir(),
    reason="browser-use is not installed; agent-e bench perf observation --peers browser-use does",
)
async def test_browser_use_itself_tells_what_its_model_would_get() -> None:
    async with async_playwright() as playwright:
        chromium = find_chromium(None, playwright.chromium.executable_path).path
    peer = await installed_browser_use(
        FOLDER, chromium, viewport=(1280, 720), flags=(), tell=lambda line: None
    )
    page = "<title>T</title><h1>Hello</h1><button onclick='title=`Done`'>Press me</button>"
    try:
        async with serve_page(PageFiles(texts={"/": page})) as url:
            await peer.open(url, "document.title")
            look = await peer.look()
            assert look.offered is not None
            seen = look.offered()
            index = seen.elements[0].label.partition("]")[0].lstrip("[*")
            _, said = await peer.act("click", {"index": int(index)})
            assert "Press me" in said
            assert await peer.evaluate("document.querySelector('button').title") == "Done"
    finally:
        await peer.close()
    assert "Hello" in seen.text
    assert "Press me" in seen.elements[0].label
    assert peer.version == REQUIREMENT.partition("==")[2]
