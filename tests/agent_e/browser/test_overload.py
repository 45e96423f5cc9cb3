"""Pages that take memory without end, in a browser of their own."""

from __future__ import annotations

import asyncio
import gzip
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from agent_e.benchmarks.runner.memory import MB, MemoryWatch, held_by_tree
from agent_e.browser import BrowserSession, overload
from agent_e.config import BrowserSettings
from agent_e.errors import BrowserError, SkillError

from .conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LIMIT_MB = 700
FILLS = "const kept = []; setInterval(() => kept.push(new Uint8Array(2e7).fill(1)), 10)"
DRAWS = """const kept = []; setInterval(() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 4000;
  canvas.getContext('2d').fillRect(0, 0, 4000, 4000);
  kept.push(canvas);
}, 10)"""


@asynccontextmanager
async def one_session(folder: Path) -> AsyncIterator[BrowserSession]:
    """A session in a browser of its own, of which no process is left."""
    before = set(psutil.Process().children())
    async with BrowserSession.open(
        BrowserSettings(), downloads_dir=folder, on_event=lambda what, **fields: None
    ) as session:
        yield session
    assert set(psutil.Process().children()) <= before


@pytest.mark.parametrize("script", [FILLS, pytest.param(DRAWS, marks=pytest.mark.slow)])
async def test_a_page_that_takes_too_much_is_closed_and_the_next_opens(
    site: Site, tmp_path: Path, script: str
) -> None:
    site.page("/next", "<title>Next</title>")
    url = site.page("/", f"<title>Fills</title><script>setTimeout(() => {{ {script} }})</script>")
    events: list[tuple[str, dict[str, Any]]] = []
    # Of the process of the tests, and of the browser that they share.
    before = held_by_tree(os.getpid()) / MB
    async with (
        MemoryWatch() as watch,
        BrowserSession.open(
            BrowserSettings(max_memory_mb=LIMIT_MB),
            downloads_dir=tmp_path,
            on_event=lambda what, **fields: events.append((what, fields)),
        ) as session,
    ):
        await session.goto(url)
        tab = session.active
        async with asyncio.timeout(30):
            while not tab.closed:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.05)
        with pytest.raises(SkillError) as told:
            await (await session.ready()).guard(session.active.page.title())
        assert str(told.value) == (
            f"The page {url} used more than {LIMIT_MB} MB of memory and was closed; a blank one "
            "took its place. Open it again."
        )
        assert (await session.goto(f"{site.base}/next")).title == "Next"
    assert [fields["message"] for what, fields in events if what == "tab_crashed"] == [
        f"it used more than {LIMIT_MB} MB of memory and was closed"
    ]
    assert watch.peak_mb - before < 3 * LIMIT_MB


@pytest.mark.slow
async def test_a_small_answer_that_unpacks_to_much_is_closed(site: Site, tmp_path: Path) -> None:
    packed = gzip.compress(b"<title>Bomb</title>" + b" " * 200_000_000 + b"<p>end", 1)
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\n"
    url = site.raw("/", head + f"content-length: {len(packed)}\r\n\r\n".encode() + packed)
    settings = BrowserSettings(max_memory_mb=LIMIT_MB, navigation_timeout_s=15)
    async with (
        MemoryWatch() as watch,
        BrowserSession.open(
            settings, downloads_dir=tmp_path, on_event=lambda what, **fields: None
        ) as session,
    ):
        try:
            await session.goto(url)
            await session.active.guard(session.active.page.content())
        except SkillError as error:
            assert "used more than 700 MB" in str(error)
        assert (await session.goto("about:blank")).to_url == "about:blank"
    assert watch.peak_mb < 3 * LIMIT_MB


async def test_a_browser_that_takes_too_much_by_itself_is_gone(tmp_path: Path) -> None:
    async with one_session(tmp_path) as session:
        tab = session.active
        session._driver.overload._max_memory_mb = 1
        async with asyncio.timeout(20):
            while not session.gone:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.05)
        with pytest.raises(BrowserError, match="it used more than 1 MB of memory and was closed"):
            await tab.guard(tab.page.title())


async def test_a_browser_that_does_not_answer_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overload, "_ANSWER_S", 1.0)
    monkeypatch.setattr(overload, "_RECOVERY_S", 0.5)
    async with one_session(tmp_path) as session:
        main = next(each for each in session._driver.children() if not overload._is(each, ""))
        main.suspend()
        with pytest.raises(BrowserError, match="it kept the browser too busy to answer"):
            await session.active.guard(session.active.page.title(), timeout_s=20)


@pytest.mark.slow
async def test_a_program_that_was_held_up_itself_does_not_take_its_browser_for_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overload, "_ANSWER_S", 1.0)
    monkeypatch.setattr(overload, "_LOOK_S", 0.0)
    async with one_session(tmp_path) as session:
        for _ in range(5):
            await asyncio.sleep(0.01)
            time.sleep(1.5)  # noqa: ASYNC251 - holding the loop up is the point
        await asyncio.sleep(1)
        assert await session.title() == ""
        assert not session.gone
        assert not session.active.closed
